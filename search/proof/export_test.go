package proof

import "testing"

// SetFreshSearch makes searches go over to a new stack after this number of moves until the test ends.
func SetFreshSearch(t *testing.T, moves int) {
	old := freshSearch
	freshSearch = moves
	t.Cleanup(func() { freshSearch = old })
}

// SetMostNodes bounds the tree of best-first search until the test ends.
func SetMostNodes(t *testing.T, nodes int) {
	old := mostNodes
	mostNodes = nodes
	t.Cleanup(func() { mostNodes = old })
}
