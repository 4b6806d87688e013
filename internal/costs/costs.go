// Package costs adds the costs of moves.
package costs

import (
	"fmt"
	"math"
)

// Add returns the sum of a line's cost, 0 or more, and a move's. Negative costs and overflows are errors.
func Add(line, move int) (int, error) {
	if uint(move) <= uint(math.MaxInt-line) {
		return line + move, nil
	}
	return 0, Refuse(line, move)
}

func Refuse(line, move int) error {
	if move < 0 {
		return fmt.Errorf("a move costs %d, want 0 or more", move)
	}
	return fmt.Errorf("an int cannot hold the sum of the costs %d and %d", line, move)
}
