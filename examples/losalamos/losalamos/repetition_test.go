package losalamos

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/search/alphabeta"
)

// perpetuals are positions in which White is far behind in material and threatened with mate or loss, but can give
// check for ever: found by search among random positions.
var perpetuals = []string{
	"3K2/k5/6/r3p1/p1Q2q/r5 w - - 0 1",
	"4k1/2Q1p1/K5/1r1p2/1r4/1q4 w - - 0 1",
	"2r1r1/3pk1/6/4p1/1q4/4QK w - - 0 1",
	"6/5k/q1r1p1/4K1/2pQ2/5r w - - 0 1",
}

// Perpetual check is a draw with repetitions, and a loss without.
func TestPerpetualCheck(t *testing.T) {
	for _, fen := range perpetuals {
		g := parse(t, fen)
		for depth := 5; depth <= 7; depth++ {
			with := alphaBeta(t, g, alphabeta.Options[chess.Move]{Depth: depth, Tree: alphabeta.Tree{Repetitions: true}, Direct: true})
			if with.Value != 0 {
				t.Errorf("%s, depth %d: %+v, want a draw", fen, depth, with)
			}
			without := alphaBeta(t, g, alphabeta.Options[chess.Move]{Depth: depth, Direct: true})
			if without.Value > -400 {
				t.Errorf("%s, depth %d: %+v, want a loss", fen, depth, without)
			}
		}
	}
}

func parse(t *testing.T, fen string) Game {
	t.Helper()
	g, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Mate in two comes in time or too late. Only a search with repetitions knows.
func TestFiftyMoves(t *testing.T) {
	for _, test := range []struct {
		fen         string
		repetitions bool
		want        int
	}{
		{"6/2K2k/6/6/1Q4/6 w - - 97 70", true, ply.MaxValue},
		{"6/2K2k/6/6/1Q4/6 w - - 98 70", true, 0},
		{"6/2K2k/6/6/1Q4/6 w - - 98 70", false, ply.MaxValue},
	} {
		got := alphaBeta(t, parse(t, test.fen), alphabeta.Options[chess.Move]{Depth: 3, Tree: alphabeta.Tree{Repetitions: test.repetitions}, Direct: true})
		if got.Value != test.want {
			t.Errorf("%s, repetitions %v: %+v, want %d", test.fen, test.repetitions, got, test.want)
		}
	}
}
