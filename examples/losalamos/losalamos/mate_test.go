package losalamos

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/long"
)

// mates are problems: White moves and mates in that many moves, and only one move does.
var mates = []struct {
	moves int
	fen   string
	key   string
}{
	{1, "3k2/6/3K2/6/6/R5 w - - 0 1", "a1a6"},
	{2, "6/2K2k/6/6/1Q4/6 w - - 0 1", "c5d5"},
	{2, "6/R5/6/3K2/6/1k4 w - - 0 1", "d3c3"},
	{2, "3k1r/1P3P/4p1/1p2KP/6/3N2 w - - 0 1", "e3d4"},
	{2, "6/6/2Qr2/2q1p1/4K1/2kN2 w - - 0 1", "c4c3"},
	{2, "r1k1N1/3RK1/6/6/3p2/6 w - - 0 1", "e6d4"},
	{3, "6/2R3/6/2K3/6/4k1 w - - 0 1", "c3d3"},
	{3, "6/4k1/6/1K3Q/6/6 w - - 0 1", "b3c4"},
	{3, "4K1/2Pp2/k5/1N4/pPPr2/6 w - - 0 1", "c5c6q"},
	{3, "6/6/1pK3/qR4/k3Np/1N3n w - - 0 1", "b1c3"},
	{4, "6/6/6/6/1k1K2/4R1 w - - 0 1", "e1e3"},
	{4, "6/4k1/6/6/5K/1Q4 w - - 0 1", "f2e3"},
}

// matesIn reports by brute force whether the side to move can force mate in a number of moves.
func matesIn(g Game, moves int) bool {
	if moves == 0 {
		return false
	}
	for _, m := range g.Moves(nil) {
		if forces(g, m, moves) {
			return true
		}
	}
	return false
}

// forces reports whether a move is the first of a forced mate in a number of moves.
func forces(g Game, m chess.Move, moves int) bool {
	g.Play(m)
	defer g.Undo(m)
	replies := g.Moves(nil)
	if len(replies) == 0 {
		return g.InCheck()
	}
	for _, r := range replies {
		g.Play(r)
		mates := matesIn(g, moves-1)
		g.Undo(r)
		if !mates {
			return false
		}
	}
	return true
}

// Each problem is right by brute force, and alphabeta.Minimax agrees where it has the time. Alpha-beta finds the mate at the
// depth of its last move, and none before, with what only makes it faster. Techniques may need other depths: quiescence
// sees mates beyond the depth, extensions save the depth that checks take, null moves and selectivity may need more.
func TestMates(t *testing.T) {
	for _, p := range mates {
		g := parse(t, p.fen)
		if matesIn(g, p.moves-1) {
			t.Fatalf("%s: mate in %d", p.fen, p.moves-1)
		}
		for _, m := range g.Moves(nil) {
			if forces(g, m, p.moves) != (m.String() == p.key) {
				t.Fatalf("%s: %v forces mate in %d: %v", p.fen, m, p.moves, m.String() != p.key)
			}
		}
		depth := 2*p.moves - 1
		if depth <= long.Or(5, 3) {
			if r := minimax(t, g, depth); r.Value != ply.MaxValue || r.Line[0].String() != p.key {
				t.Errorf("%s by minimax: %+v, want %s", p.fen, r, p.key)
			}
		}
		for _, rung := range Ladder() {
			if p.moves == 4 && !rung.Table {
				continue
			}
			o := rung.Options
			if rung.Table {
				o.Table = newTable(1 << 16)
			}
			least, most := depth, depth
			if o.Tree.Quiescence > 0 {
				least-- // the last move may be a capture
			}
			if o.Tree.NullMove > 0 {
				most += o.Tree.NullMove + 1
			}
			if o.Tree.Extend {
				least /= 2
			}
			at := 0
			for at = 1; at <= most+1; at++ {
				o.Depth = at
				if r := alphaBeta(t, g, o); r.Value == ply.MaxValue {
					if r.Line[0].String() != p.key && at <= depth && !o.Tree.Extend {
						t.Errorf("%s with %s: line %v, want %s", p.fen, rung.Name, r.Line, p.key)
					}
					break
				}
			}
			if at < least || at > most {
				t.Errorf("%s with %s: mate at depth %d, want %d to %d", p.fen, rung.Name, at, least, most)
			}
		}
	}
}
