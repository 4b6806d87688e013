package puct_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// valueOf returns the value of a move on the scale of a duel, for the side to move.
func valueOf(g *testgames.Duel, values []int, most, move int) float64 {
	g.Play(move)
	value, to := values[g.At], g.ToMove()
	g.Undo(move)
	if to != g.ToMove() {
		value = -value
	}
	return float64(value) / float64(most)
}

// TestPlayerLines proves the values of some moves, then of all, then of others, in one tree, by all ways to search.
func TestPlayerLines(t *testing.T) {
	for name, opt := range waysForAcyclic {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(46, 2))
			solved := 0
			for range 25 {
				most := 1 + random.IntN(3)
				g := testgames.RandomDuel(random, 4+random.IntN(12), 2+random.IntN(3), most, true)
				opt.Scale = most
				all, values := g.Moves(nil), g.Values()
				if len(all) == 0 {
					continue
				}
				s, err := puct.NewSearcher(g, uniform, opt)
				if err != nil {
					t.Fatal(err)
				}
				for range 5 {
					random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
					q := engine.Question[int]{Moves: all[:1+random.IntN(len(all))], Lines: 1 + random.IntN(3)}
					some := q.Moves
					if random.IntN(3) == 0 {
						q.Moves, some = nil, all
					}
					a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 2000}, q)
					if err != nil || len(a.Lines) != min(q.Lines, len(some)) {
						t.Fatalf("%+v, error %v", a, err)
					}
					want := -1.0
					for _, m := range some {
						want = max(want, valueOf(g, values, most, m))
					}
					for _, l := range a.Lines {
						if v := valueOf(g, values, most, l.Move); !slices.Contains(some, l.Move) || l.Line[0] != l.Move || l.Low > v+1e-9 || l.High < v-1e-9 {
							t.Fatalf("%v of %v: %+v, want value %v", some, all, l, v)
						}
					}
					if best := a.Lines[0]; a.Status == ply.Solved {
						solved++
						if v := valueOf(g, values, most, best.Move); v != want {
							t.Fatalf("%v of %v: best %+v is worth %v, want %v", some, all, best, v, want)
						}
					}
				}
			}
			if solved < 30 {
				t.Errorf("only %d answers were proven", solved)
			}
		})
	}
}

// TestPlayerUndo plays and takes back, and searches on.
func TestPlayerUndo(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 3)), 500, 5, 3, false)
	start := g.At
	s, err := puct.NewSearcher(g, uniform, puct.Options[int]{Batch: 3, NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	reports := 0
	a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Lines: 3, Report: func(a engine.Analysis[int]) bool { reports++; return reports < 2 }})
	if err != nil || reports != 2 || a.Status != ply.Decided || len(a.Lines) != min(3, len(g.Moves(nil))) {
		t.Fatalf("%+v after %d reports, error %v", a, reports, err)
	}
	for range 3 {
		for range 4 {
			if moves := g.Moves(nil); len(moves) > 0 {
				if err := s.Play(moves[0]); err != nil {
					t.Fatal(err)
				}
			}
		}
		for err = nil; err == nil; err = s.Undo() {
		}
		if !errors.Is(err, engine.ErrNothingToUndo) {
			t.Fatal(err)
		}
		if a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 100}, engine.Question[int]{}); err != nil || a.Nodes != 100 || g.At != start {
			t.Errorf("after undoing all: %+v in node %d, error %v", a, g.At, err)
		}
	}
	if _, err := puct.NewSearcher(g, uniform, puct.Options[int]{Progress: func(puct.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
}
