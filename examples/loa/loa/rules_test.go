package loa

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
)

func parse(t *testing.T, fen string, rules Rules) *Game {
	t.Helper()
	g, err := ParseFEN(fen, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func playAll(t *testing.T, g *Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatalf("%v%v", g, err)
		}
		g.Play(m)
	}
}

// TestJumps: a man jumps over its own side, and not over the other.
func TestJumps(t *testing.T) {
	for fen, want := range map[string]bool{
		"7L/8/8/8/8/8/l7/LL2l2l w": true,  // four men on the rank, so a1 goes to e1: over b1, onto White's man
		"7L/8/8/8/8/8/l7/Ll2l2L w": false, // over White's b1
		"7L/8/8/8/8/8/l7/LL2L2l w": false, // onto Black's own man
		"7L/8/8/8/8/8/l7/LL2l3 w":  false, // three men on the rank
	} {
		if _, err := parse(t, fen, Rules{}).ParseMove("a1e1"); (err == nil) != want {
			t.Errorf("%s: a1e1 is legal: %t, want %t", fen, err == nil, want)
		}
	}
}

// TestBothConnected: a move that connects both sides by a capture.
func TestBothConnected(t *testing.T) {
	for _, test := range []struct {
		rules  Rules
		want   int
		result string
	}{{Rules{}, 0, "1/2-1/2"}, {Rules{MoverWins: true}, -ply.MaxValue, "1-0"}} {
		g := parse(t, "3L1/lLL2/1lLlL/1L2L/L3L w", test.rules)
		low, _ := g.Bounds(-1, 1)
		playAll(t, g, "d5d3")
		if !g.now.connected[Black] || !g.now.connected[White] || g.Outcome() != test.want || g.Result() != test.result || len(g.Moves(nil)) > 0 {
			t.Errorf("%+v: outcome %d, %s", test.rules, g.Outcome(), g.Ending())
		}
		if test.rules.MoverWins && low != ply.MaxValue {
			t.Errorf("%+v: Bounds did not know the win", test.rules)
		}
	}
}

// TestStuck: a side without a move passes or loses.
func TestStuck(t *testing.T) {
	const fen = "2ll1/2lL1/5/1lll1/l1Ll1 w"
	g := parse(t, fen, Rules{})
	if moves := g.Moves(nil); !slices.Equal(moves, []Move{Pass}) || g.Pass() {
		t.Errorf("%v", moves)
	}
	g.Play(Pass)
	if g.ToMove() != White || g.Finished() {
		t.Error("the pass did not give the turn away")
	}
	g = parse(t, fen, Rules{StuckLoses: true})
	if len(g.Moves(nil)) > 0 || g.Outcome() != -ply.MaxValue || g.Result() != "0-1" || g.Ending() != "White wins: Black has no move" {
		t.Error(g.Ending())
	}
}

func TestRepetition(t *testing.T) {
	g := parse(t, "L1l1L/2L1l/3LL/1L2l/1LLl1 w", Rules{})
	playAll(t, g, "b2d2", "c5b4", "d2b2")
	if g.Repeated() || g.Ending() != "" {
		t.Error("repeated too early")
	}
	playAll(t, g, "b4c5")
	if !g.Repeated() || g.Result() != "1/2-1/2" || len(g.Moves(nil)) == 0 {
		t.Error(g.Ending())
	}
}

// TestConnecting compares the moves that win at once with those that playing each move finds.
func TestConnecting(t *testing.T) {
	g := parse(t, "4/l2l/4/L1L1 w", Rules{})
	m, ok := g.Connecting(Black)
	if !ok {
		t.Fatal("none")
	}
	if g.Play(m); !g.now.connected[Black] || g.now.connected[White] {
		t.Error(m)
	}
}
