// Package costs adds what moves cost.
package costs

import (
	"fmt"
	"math"
)

// Add returns the sum of the cost of a line, which is 0 or more, and of a further move. A negative cost is an error, and so
// is a sum that an int cannot hold.
func Add(line, move int) (int, error) {
	if uint(move) <= uint(math.MaxInt-line) {
		return line + move, nil
	}
	return 0, Refuse(line, move)
}

// Refuse returns the error of [Add].
func Refuse(line, move int) error {
	if move < 0 {
		return fmt.Errorf("a move costs %d, want 0 or more", move)
	}
	return fmt.Errorf("an int cannot hold the sum of the costs %d and %d", line, move)
}
