// Package finite checks the numbers of a game: NaN, if first, would remain the best, and infinities have no mean.
package finite

import "fmt"

func Is(x float64) bool { return x-x == 0 }

// Error returns the error for a number that is not finite, with the method that returned it, and the line.
func Error(game any, method string, x float64, line string) error {
	return fmt.Errorf("after %s: %s of %T is %v, want a finite number", line, method, game, x)
}
