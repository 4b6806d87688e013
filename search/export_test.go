package search

import "testing"

// SetFreshStack makes searches go over to a new stack every so many moves until the test ends.
func SetFreshStack(t *testing.T, moves int) {
	old := freshStack
	freshStack = moves
	t.Cleanup(func() { freshStack = old })
}

// SetLongLine makes searches take lines of so many moves for long until the test ends.
func SetLongLine(t *testing.T, moves int) {
	old := longLine
	longLine = moves
	t.Cleanup(func() { longLine = old })
}
