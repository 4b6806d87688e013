package loa_test

import (
	"testing"

	"github.com/ply-search/ply/examples/loa/loa"
)

// TestOperations reads positions with the operations of an extended position description after them.
func TestOperations(t *testing.T) {
	const board = "4/l2l/4/L1L1"
	want, err := loa.ParseFEN(board+" w", loa.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range []string{` w - - bm a1a2; id "a; b";`, " w bm a1a2; ce 3", " w - - ;", " w - -  dm 1;"} {
		if g, err := loa.ParseFEN(board+rest, loa.Rules{}); err != nil || g.Hash() != want.Hash() {
			t.Errorf("%q: %v", rest, err)
		}
	}
	for _, rest := range []string{` w - - id "x;`, " x - - bm a1a2;", ";"} {
		if _, err := loa.ParseFEN(board+rest, loa.Rules{}); err == nil {
			t.Errorf("%q: no error", rest)
		}
	}
}
