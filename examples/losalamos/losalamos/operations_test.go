package losalamos_test

import (
	"testing"

	"github.com/ply-search/ply/examples/losalamos/losalamos"
)

// TestOperations reads positions with the operations of an extended position description after them.
func TestOperations(t *testing.T) {
	const board = "5k/6/6/r5/6/2K3"
	for text, want := range map[string]string{
		board + ` b - - bm a3a1; id "a; b";`:      board + " b - - 0 1",
		board + " b - - hmvc 98; fmvn 60;":        board + " b - - 98 60",
		board + " b bm a3a1; fmvn 60":             board + " b - - 0 60",
		board + " b - - hmvc 2; fmvn 1; ce -500;": board + " b - - 2 1",
	} {
		g, err := losalamos.ParseFEN(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := g.FEN(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{board + " b - - hmvc 500;", board + ` b - - id "x;`, board + ";", ";", board + " x - - bm a3a1;"} {
		if _, err := losalamos.ParseFEN(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
