package chess

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// matesIn reports by brute force whether the side to move can force mate in a number of moves.
func matesIn(g *Game, moves int) bool {
	return moves > 0 && slices.ContainsFunc(g.Moves(nil), func(m Move) bool { return forcesMate(g, m, moves) })
}

// forcesMate reports whether a move is the first of a forced mate in a number of moves.
func forcesMate(g *Game, m Move, moves int) bool {
	g.Play(m)
	defer g.Undo(m)
	replies := g.Moves(nil)
	if len(replies) == 0 {
		return g.InCheck()
	}
	return moves > 1 && !slices.ContainsFunc(replies, func(r Move) bool {
		g.Play(r)
		defer g.Undo(r)
		return !matesIn(g, moves-1)
	})
}

func searchTo(t *testing.T, g *Game, depth int, whole bool, table *transposition.Table) alphabeta.Result[Move] {
	t.Helper()
	opt := SearchOptions()
	opt.Depth, opt.Table = depth, table
	if whole { // no move is reduced, and none is left out
		opt.Tree.Selective, opt.Tree.Extend, opt.Tree.NullMove, opt.Tree.Unverified = 0, false, 0, false
	}
	r, err := alphabeta.Search(context.Background(), g, ply.Limits{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The search finds the mates of known positions.
func TestMates(t *testing.T) {
	for _, p := range []struct {
		moves    int
		fen, key string
	}{
		{1, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#"},
		{1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#"},
		{2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6"}, // by Paul Morphy: zugzwang, which null moves must not hide
		{3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+"},
	} {
		g := parse(t, Standard, p.fen)
		opt := SearchOptions()
		opt.Depth, opt.Tree.Unverified = 2*p.moves+6, false
		r, err := alphabeta.Search(context.Background(), g, ply.Limits{}, opt)
		if err != nil || r.Value != ply.MaxValue || r.Distance != 2*p.moves-1 || g.SAN(r.Move) != p.key {
			t.Errorf("%s: %s, value %d, distance %d, error %v, want %s, mate in %d", p.fen, g.SAN(r.Move), r.Value, r.Distance, err, p.key, p.moves)
		}
	}
}

// In random positions, a search that reduces and leaves out no move finds the mates in two moves that brute force finds. The
// search of players finds no others, but may find a slower mate or none.
func TestRandomMates(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	table := transposition.NewTable(1 << 20)
	found := [3]int{}
	for range long.Or(1000, 70) {
		g := Standard.randomPosition(random, 4+random.IntN(4))
		if len(g.Moves(nil)) == 0 || g.dead() {
			continue
		}
		if err := table.Reset(); err != nil {
			t.Fatal(err)
		}
		want := 0
		for moves := 1; moves <= 2 && want == 0; moves++ {
			if matesIn(g, moves) {
				want = moves
			}
		}
		found[want]++
		for _, whole := range []bool{true, false} {
			r := searchTo(t, g, 5, whole, table)
			mate := 0
			if r.Value == ply.MaxValue {
				mate = (r.Distance + 1) / 2
			}
			misses := mate != want && (whole || mate > 0 && mate < want)
			if want > 0 && misses || mate > 0 && mate <= 2 && !forcesMate(g, r.Move, mate) {
				t.Errorf("%s: %v mates in %d, want %d (whole: %v)", g.FEN(), r.Move, mate, want, whole)
			}
		}
	}
	if min(found[1], found[2]) == 0 {
		t.Errorf("mates in none, one and two moves: %v", found)
	}
}

// Perpetual check is a draw: White is far behind.
func TestPerpetualCheck(t *testing.T) {
	g := parse(t, Standard, "6k1/6p1/8/7Q/8/r7/1q5P/7K w - - 0 1")
	if r := searchTo(t, g, 6, false, transposition.NewTable(1<<20)); r.Value != 0 {
		t.Errorf("value %d of %v, want a draw", r.Value, r.Line)
	}
}

// TestRank compares the order of moves in both stages with the order in which a player would try them.
func TestRank(t *testing.T) {
	g := parse(t, Standard, "4k3/1p6/p7/3p3p/8/8/3N3R/R3K3 w - -")
	ranks := func(stage int, names ...string) (of []int32) {
		moves := g.Moves(nil)
		all := make([]int32, len(moves))
		if more := g.Rank(stage, moves, all); more != (stage == 0) {
			t.Errorf("stage %d: more stages: %v", stage, more)
		}
		for _, name := range names {
			m, err := g.ParseMove(name)
			if err != nil {
				t.Fatal(err)
			}
			of = append(of, all[slices.Index(moves, m)])
		}
		return of
	}
	if got := ranks(0, "h2h5", "a1a6", "d2f3", "d2e4"); got[0] <= 0 || got[1] != 0 || got[2] != 0 || got[3] != 0 {
		t.Errorf("first stage: %v, want a rank for Rxh5 alone", got)
	}
	got := ranks(1, "d2f3", "d2b1", "d2e4", "a1a6")
	for i := range got[:3] {
		if got[i] <= got[i+1] {
			t.Errorf("second stage: Nf3, Nb1, Ne4, Rxa6 have ranks %v, want falling ranks", got)
		}
	}
}

// TestExtend checks which moves are searched deeper: checks that lose nothing.
func TestExtend(t *testing.T) {
	g := parse(t, Standard, "3rk3/8/8/8/8/8/1Q6/4K3 w - -")
	for name, want := range map[string]int{"b2b5": 1, "b2h8": 1, "b2e2": 1, "b2b8": 0, "b2b3": 0} {
		m, err := g.ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Extend(m, 5, 0); got != want {
			t.Errorf("%s is extended by %d, want %d", name, got, want)
		}
	}
	m, err := g.ParseMove("b2b8")
	if err != nil || g.GivesCheck(m) {
		t.Errorf("Qb8: %v", err) // the rook stands between
	}
	g = parse(t, Standard, "4k3/3p4/8/8/8/8/8/4K2Q w - -")
	if m, err = g.ParseMove("h1c6"); err != nil {
		t.Fatal(err)
	}
	if got := g.Extend(m, 5, 0); got != 0 {
		t.Errorf("Qc6 loses the queen, but is extended by %d", got)
	}
}

// The exchanges were valued by hand.
func TestLoses(t *testing.T) {
	for _, test := range []struct {
		fen, move string
		want      bool
	}{
		{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", false},         // a free pawn
		{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", true}, // a knight for a pawn
		{"4k3/8/2p5/3p4/8/8/3R4/4K3 w - -", "d2d5", true},                      // a rook for a pawn
		{"4k3/8/2p5/3r4/8/8/3R4/4K3 w - -", "d2d5", false},                     // a rook for a rook
		{"3rk3/8/8/3p4/8/8/3R4/3QK3 w - -", "d2d5", false},                     // the queen stands behind
		{"3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - -", "d2d5", true},                    // but so do two rooks
		{"4k3/8/8/3p4/4P3/8/8/3RK3 w - -", "e4d5", false},                      // a pawn for a pawn
		{"3qk3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", false},                      // a pawn for a pawn in passing
		{"4k3/8/8/2pp4/3K4/8/8/8 w - -", "d4d5", false},                        // legal moves of a king lose nothing
		{"3r1k2/2P5/8/8/8/8/8/4K3 w - -", "c7d8q", false},                      // captures and promotes
		{"1r3k2/2P5/8/8/8/8/8/4K3 w - -", "c7c8q", true},                       // the new queen is lost for a pawn
		{"4k3/8/2p1p3/3n4/8/2N5/8/4K3 w - -", "c3d5", false},                   // a knight for a knight
		{"r3k3/8/8/8/8/8/8/R3K3 w - -", "a1a7", true},                          // to a guarded square
		{"4k3/8/8/8/8/2n5/8/B3K3 w - -", "a1c3", false},                        // a free knight
		{"4k3/8/8/b7/8/2n5/8/B3K3 w - -", "a1c3", true},                        // a bishop for a knight is a loss of 10
		{"4k3/8/8/b7/8/2n5/3P4/B3K3 w - -", "a1c3", false},                     // and wins the bishop back
		{"7k/8/8/8/3r4/8/1B6/B5K1 w - -", "b2d4", false},
		{"4k3/8/3p4/8/8/5N2/8/4K3 w - -", "f3e5", true},   // a quiet move to a square that a pawn guards
		{"4k3/8/3p4/8/5P2/5N2/8/4K3 w - -", "f3e5", true}, // a pawn guards it, too, but a knight is worth more
		{"4k3/8/8/8/8/5N2/8/4K3 w - -", "f3e5", false},    // nothing attacks it
		{"r3k3/8/8/8/8/8/1P6/4K3 w - -", "b2b4", false},   // nothing attacks it yet
	} {
		g := parse(t, Standard, test.fen)
		m, err := g.ParseMove(test.move)
		if err != nil {
			t.Fatalf("%s: %v", test.fen, err)
		}
		if got := g.loses(m); got != test.want {
			t.Errorf("%s: %v loses %v", test.fen, m, got)
		}
	}
}
