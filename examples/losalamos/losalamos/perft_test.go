package losalamos

import (
	"context"
	"testing"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// The numbers of lines of play of each number of moves. Those of 4 to 6 moves from the start are in the test suites of
// Cute Chess and Fairy-Stockfish, that of 6 moves from the second position in the latter's. The others were counted by
// this package.
var perfts = []struct {
	fen    string
	leaves []int
	brief  int // how many are counted by default
}{
	{Start, []int{1, 10, 100, 1212, 14332, 191846, 2549164, 37054801}, 7},
	{"6/2P3/6/1K1k2/6/6 w - - 0 1", []int{1, 8, 49, 508, 3117, 39171, 187431, 2610812}, 7},
}

func TestPerft(t *testing.T) {
	for _, p := range perfts {
		g, err := ParseFEN(p.fen)
		if err != nil {
			t.Fatal(err)
		}
		for depth, want := range p.leaves[:long.Or(len(p.leaves), p.brief)] {
			got, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
			if err != nil || got.Leaves != want {
				t.Errorf("%s, depth %d: %+v, error %v, want %d", p.fen, depth, got, err, want)
			}
		}
	}
}
