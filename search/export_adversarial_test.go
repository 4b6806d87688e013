package search

import "testing"

// SetFreshSearch makes searches of two sides go over to a new stack after this number of moves until the test ends.
func SetFreshSearch(t *testing.T, moves int) {
	old := freshSearch
	freshSearch = moves
	t.Cleanup(func() { freshSearch = old })
}

// SetMostProofNodes bounds the tree of proof-number search until the test ends.
func SetMostProofNodes(t *testing.T, nodes int) {
	old := mostProofNodes
	mostProofNodes = nodes
	t.Cleanup(func() { mostProofNodes = old })
}
