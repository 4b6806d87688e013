package alphabeta

import (
	"math"
	"testing"
)

// SetFreshSearch makes searches go over to a new stack after this number of moves until the test ends.
func SetFreshSearch(t *testing.T, moves int) {
	old := freshSearch
	freshSearch = moves
	t.Cleanup(func() { freshSearch = old })
}

// ShareAll makes searches that search together share the moves of every position that somebody waits for, until
// the test ends.
func ShareAll(t *testing.T) {
	old := sharedPart
	sharedPart = math.MaxInt
	t.Cleanup(func() { sharedPart = old })
}

// WithoutLean calls search, which is to be as if no search were lean.
func WithoutLean(search func()) {
	leanSearches = false
	defer func() { leanSearches = true }()
	search()
}
