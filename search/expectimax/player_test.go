package expectimax_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// TestPlayerLines compares the best lines, of all moves and of some, with the values of random games, through games whose table is kept.
func TestPlayerLines(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 7))
	lines := 0
	for range 300 {
		g := testgames.RandomGamble(random, 5+random.IntN(30), 1+random.IntN(5), 5, true)
		values := g.Expectations()
		s, err := expectimax.NewSearcher(g, expectimax.Options[int]{TableFrom: random.IntN(3), Table: transposition.NewTable(1 << 14)})
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			if side := g.ToMove(); side >= 0 {
				random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
				q := engine.Question[int]{Moves: moves[:1+random.IntN(len(moves))], Lines: random.IntN(4)}
				var want []float64
				for _, m := range q.Moves {
					v := values[g.Edges[m].To]
					if side == 1 {
						v = -v
					}
					want = append(want, v)
				}
				slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
				a, err := s.Analyze(t.Context(), ply.Limits{}, q)
				if err != nil || a.Status != ply.Complete || len(a.Lines) != min(len(q.Moves), max(q.Lines, 1)) {
					t.Fatalf("%+v, error %v", a, err)
				}
				for i, l := range a.Lines {
					lines++
					v := values[g.Edges[l.Move].To]
					if side == 1 {
						v = -v
					}
					if !slices.Contains(q.Moves, l.Move) || math.Abs(l.Value-want[i]) > 1e-9 || math.Abs(v-want[i]) > 1e-9 || l.Bound != ply.Exact || l.Low != l.High {
						t.Fatalf("line %d of %v: %+v, want value %v", i, q.Moves, l, want[i])
					}
				}
			} else if _, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{}); err == nil {
				t.Fatal("a question where chance is to move has an answer")
			}
			if err := s.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		for err = nil; err == nil; err = s.Undo() {
		}
		if !errors.Is(err, engine.ErrNothingToUndo) || g.At != 0 {
			t.Fatalf("at %d, error %v", g.At, err)
		}
	}
	if lines < 500 {
		t.Errorf("only %d lines", lines)
	}
}

// TestPlayerReports ends an analysis at the third depth, and by its context.
func TestPlayerReports(t *testing.T) {
	g := gamble(5, 400, false)
	for seed := uint64(6); g.ToMove() < 0 || len(g.Moves(nil)) < 2; seed++ {
		g = gamble(seed, 400, false)
	}
	s, err := expectimax.NewSearcher(g, expectimax.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	for _, lines := range []int{1, 2} {
		a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Lines: lines, Report: func(a engine.Analysis[int]) bool { return a.Lines[0].Depth < 3 }})
		if err != nil || a.Status != ply.Decided || len(a.Lines) != lines || a.Lines[0].Depth != 3 {
			t.Errorf("%+v, error %v", a, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if a, err := s.Analyze(ctx, ply.Limits{}, engine.Question[int]{Lines: lines}); err != nil || a.Status != ply.Cancelled {
			t.Errorf("%+v, error %v", a, err)
		}
	}
	if _, err := expectimax.NewSearcher(g, expectimax.Options[int]{Progress: func(expectimax.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
}
