package losalamos

import (
	"testing"

	"github.com/ply-search/ply"
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
			with := alphaBeta(t, g, alphabeta.Options[Move]{Depth: depth, Tree: alphabeta.Tree{Repetitions: true}, Direct: true})
			if with.Value != 0 {
				t.Errorf("%s, depth %d: %+v, want a draw", fen, depth, with)
			}
			without := alphaBeta(t, g, alphabeta.Options[Move]{Depth: depth, Direct: true})
			if without.Value > -400 {
				t.Errorf("%s, depth %d: %+v, want a loss", fen, depth, without)
			}
		}
	}
}

func parse(t *testing.T, fen string) *Game {
	t.Helper()
	g, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play plays moves, which must be legal.
func play(t *testing.T, g *Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
}

func TestRepetition(t *testing.T) {
	g := New()
	circle := []string{"b1c3", "b6c4", "c3b1", "c4b6"}
	play(t, g, circle[:3]...)
	if g.Repeated() {
		t.Error("repeated with Black to move: the side to move differs")
	}
	play(t, g, circle[3])
	if !g.Repeated() || g.Occurrences() != 1 || g.Drawn() != "" {
		t.Errorf("%d occurrences, %q", g.Occurrences(), g.Drawn())
	}
	if moved := g.Clone(); moved.Pass() {
		if moved.Repeated() {
			t.Error("a pass is repeated")
		}
		play(t, moved, "b6c4", "b1c3", "c4b6", "c3b1")
		if !moved.Repeated() || moved.Occurrences() != 1 {
			t.Errorf("%d occurrences after a pass, want 1", moved.Occurrences())
		}
	}
	play(t, g, circle...)
	if g.Occurrences() != 2 || g.Drawn() != "threefold repetition" || len(g.Moves(nil)) == 0 {
		t.Errorf("%d occurrences, %q", g.Occurrences(), g.Drawn())
	}
	play(t, g, "a2a3")
	if g.Repeated() || g.Drawn() != "" {
		t.Error("repeated after a pawn has moved")
	}
}

func TestFiftyMoves(t *testing.T) {
	g := parse(t, "6/6/5k/r5/6/1K4 b - - 98 70")
	play(t, g, "a3a4", "b1c1")
	if !g.Repeated() || g.Drawn() != "fifty-move rule" {
		t.Errorf("after fifty moves: %v, %q", g.Repeated(), g.Drawn())
	}
	// Mate in two comes in time or too late. Only a search with repetitions knows.
	for _, test := range []struct {
		fen         string
		repetitions bool
		want        int
	}{
		{"6/2K2k/6/6/1Q4/6 w - - 97 70", true, ply.MaxValue},
		{"6/2K2k/6/6/1Q4/6 w - - 98 70", true, 0},
		{"6/2K2k/6/6/1Q4/6 w - - 98 70", false, ply.MaxValue},
	} {
		got := alphaBeta(t, parse(t, test.fen), alphabeta.Options[Move]{Depth: 3, Tree: alphabeta.Tree{Repetitions: test.repetitions}, Direct: true})
		if got.Value != test.want {
			t.Errorf("%s, repetitions %v: %+v, want %d", test.fen, test.repetitions, got, test.want)
		}
	}
	// Checkmate by the hundredth move comes first.
	g = parse(t, "3k2/6/3K2/6/6/R5 w - - 99 70")
	play(t, g, "a1a6")
	if g.Repeated() || g.Drawn() != "" || len(g.Moves(nil)) > 0 || g.Outcome() == 0 {
		t.Errorf("checkmate at the end of fifty moves:\n%v", g)
	}
}

func TestDead(t *testing.T) {
	for fen, want := range map[string]string{
		"6/6/5k/6/6/K5 w":   "neither side can win",
		"6/6/5k/n5/6/K5 w":  "neither side can win",
		"6/6/5k/nn4/6/K5 w": "",
		"6/6/5k/p5/6/K5 w":  "",
	} {
		if got := parse(t, fen).Drawn(); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}
