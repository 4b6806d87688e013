package search

import "testing"

// SetFreshStack makes searches go over to a new stack after this number of moves, each time, until the test ends.
func SetFreshStack(t *testing.T, moves int) {
	old := freshStack
	freshStack = moves
	t.Cleanup(func() { freshStack = old })
}

// SetLongLine makes searches treat lines of this number of moves as long until the test ends.
func SetLongLine(t *testing.T, moves int) {
	old := longLine
	longLine = moves
	t.Cleanup(func() { longLine = old })
}
