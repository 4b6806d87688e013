package othello

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// minimax is the value of a position in discs, by looking at everything.
func minimax(g *Game) int {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome() / Disc
	}
	best := -squares
	for _, m := range moves {
		g.Play(m)
		best = max(best, -minimax(g))
		g.Undo(m)
	}
	return best
}

// randomEndgame plays at random until few squares are empty, or nobody can move.
func randomEndgame(random *rand.Rand, empties int) *Game {
	g := New()
	for g.Empties() > empties {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(moves[random.IntN(len(moves))])
	}
	return g
}

func TestBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for i := range 600 {
		g := randomEndgame(random, i%9)
		if g.Empties() > 8 {
			continue // it ended before
		}
		want := Disc * minimax(g)
		for range 5 {
			alpha := random.IntN(2*Disc*squares) - Disc*squares
			beta := alpha + 1 + random.IntN(3*Disc)
			low, high := g.Bounds(alpha, beta)
			if low > want || high < want || low < high && low < beta && high > alpha {
				t.Fatalf("bounds %d and %d for window %d to %d, want them to hold %d and to be enough:\n%v", low, high, alpha, beta, want, g)
			}
		}
	}
}

// TestSolve compares searches to the end of the game, with knowledge and without.
func TestSolve(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	table := transposition.NewTable(1 << 20)
	for range 10 {
		g := randomEndgame(random, 10)
		var values []int
		for _, opt := range []alphabeta.Options[Move]{{}, {Table: table}, {Table: table, Tree: alphabeta.Tree{Bounds: true}}} {
			table.Reset()
			result, err := alphabeta.Search(context.Background(), g, ply.Limits{}, opt)
			if err != nil || result.Status != ply.Complete {
				t.Fatalf("%+v, error %v", result, err)
			}
			values = append(values, result.Value)
		}
		if values[0] != values[1] || values[0] != values[2] {
			t.Fatalf("values %v of\n%v", values, g)
		}
	}
}

// TestPublished solves endgames of the suite of the French Othello federation's magazine whose values have
// long been known.
func TestPublished(t *testing.T) {
	for _, test := range []struct {
		board, side string
		discs       int
	}{
		{"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", "X", 18},
		{"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-", "X", 10},
		{"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX", "X", 2},
	} {
		g, err := ParseBoard(test.board, test.side)
		if err != nil {
			t.Fatal(err)
		}
		g.SetEvaluation(Trained())
		g.RankForEnd()
		result, err := alphabeta.Search(context.Background(), g, ply.Limits{}, alphabeta.Options[Move]{Tree: alphabeta.Tree{Bounds: true}})
		if err != nil || result.Value != test.discs*Disc {
			t.Errorf("value %d, error %v, want %d discs:\n%v", result.Value, err, test.discs, g)
		}
	}
}

// TestStable plays all lines from positions near the end: no disc that counts as stable may ever turn over.
func TestStable(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	found := 0
	for i := range 300 {
		g := randomEndgame(random, i%7)
		black, white := g.discsOf(Black), g.discsOf(White)
		kept := [2]bitboard{stable(black, white), stable(white, black)}
		found += kept[0].count() + kept[1].count()
		var check func()
		check = func() {
			if kept[Black]&^g.discsOf(Black) != 0 || kept[White]&^g.discsOf(White) != 0 {
				t.Fatalf("%x of Black and %x of White were stable:\n%v", kept[Black], kept[White], g)
			}
			for _, m := range g.Moves(nil) {
				g.Play(m)
				check()
				g.Undo(m)
			}
		}
		check()
	}
	if found < 3000 {
		t.Errorf("%d stable discs, want more", found)
	}
}
