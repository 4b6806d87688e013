// Package finite checks the numbers that a game gives. NaN, which is neither less nor greater than anything, would be the
// best of all numbers for ever if it came first, and infinite numbers have no mean.
package finite

import "fmt"

// Is reports whether a number is finite.
func Is(x float64) bool { return x-x == 0 }

// Error returns the error for a number that is not finite: what method of the game returned it, after which line.
func Error(game any, method string, x float64, line string) error {
	return fmt.Errorf("after %s: %s of %T is %v, want a finite number", line, method, game, x)
}
