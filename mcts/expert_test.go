package mcts_test

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// An expert is three in a row with prior results of moves.
type expert struct {
	*row
	know func(m int) (wins, simulations float32)
}

func (g expert) PriorResults(moves []int, wins, simulations []float32) {
	for i, m := range moves {
		wins[i], simulations[i] = g.know(m)
	}
}

// TestPriorResults checks that a search tries an expert's recommendation first, even with RAVE, and counts only its
// own simulations.
func TestPriorResults(t *testing.T) {
	g := expert{new(row), func(m int) (wins, simulations float32) {
		if m == 7 {
			return 1e5, 1e5
		}
		return 0, 10
	}}
	for _, opt := range []mcts.Options[int]{{}, {RAVE: mcts.RAVE{Weight: 50}, Bandit: mcts.Greedy{}}, {RAVE: mcts.RAVE{Weight: 50, Reference: 5}}, {Bandit: mcts.PUCT{}, FirstPlay: 0.5}} {
		opt.NoSolver = true
		r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 50}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Move != 7 || r.Visits() != 50 || r.Moves[0].Visits < 45 {
			t.Errorf("move %d with %d of %d simulations", r.Move, r.Moves[0].Visits, r.Visits())
		}
	}
}

// TestPriorResultsFastPath checks that the short way to choose by the bandit of Hoeffding counts prior results as the general
// one does.
func TestPriorResultsFastPath(t *testing.T) {
	for _, opt := range []mcts.Options[int]{{}, {RAVE: mcts.RAVE{Weight: 50}}, {RAVE: mcts.RAVE{Weight: 50}, FirstPlay: 0.5}, {FirstPlay: math.Inf(1), RAVE: mcts.RAVE{Weight: 5}}, {NoSolver: true}} {
		h := mcts.Hoeffding{K: 0.25}
		var results [2]mcts.Result[int]
		for i, bandit := range []mcts.Bandit{h, disguised{h}} {
			g := expert{new(row), func(m int) (wins, simulations float32) { return float32(m%3) * float32(m), float32(m%3) * 10 }}
			opt.Bandit = bandit
			var err error
			if results[i], err = mcts.Search(t.Context(), g, ply.Limits{Nodes: 500}, opt); err != nil {
				t.Fatal(err)
			}
			results[i].Elapsed = 0
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%+v\n%+v", results[0], results[1])
		}
	}
}

// TestPriorResultsFade checks that a wrong opinion does not last.
func TestPriorResultsFade(t *testing.T) {
	g := expert{threeInARow(0, 3, 1, 4), func(m int) (wins, simulations float32) {
		if m == 2 { // wins at once
			return 0, 2
		}
		return 2, 2
	}}
	r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 5000},
		mcts.Options[int]{NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	best := slices.MaxFunc(r.Moves, func(a, b ply.Choice[int]) int { return cmp.Compare(a.Value, b.Value) })
	if r.Moves[0].Visits == 5000 || best.Move != 2 {
		t.Errorf("best move %d", best.Move)
	}
}

// TestPriorResultsMove checks that prior results stay with their moves when a tree is pruned and when it is extended, by a
// search that is the same with much memory and with little.
func TestPriorResultsMove(t *testing.T) {
	know := func(m int) (wins, simulations float32) { return float32(m), 10 }
	search := func(memory int64) (move, pruned int) {
		tree, err := mcts.New(expert{new(row), know}, mcts.Options[int]{NoSolver: true, Transpositions: true, Memory: memory, Prune: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 20000})
		if err != nil {
			t.Fatal(err)
		}
		return r.Move, tree.Pruned()
	}
	small, pruned := search(1 << 16)
	if pruned == 0 {
		t.Error("nothing was pruned")
	}
	if large, _ := search(1 << 28); small != large {
		t.Errorf("move %d with little memory, %d with much", small, large)
	}
}

func TestPriorResultsAreChecked(t *testing.T) {
	nan := float32(math.NaN())
	for _, e := range [][2]float32{{-1, 1}, {2, 1}, {nan, 1}, {0, nan}, {0, 2e6}, {0, -1}} {
		g := expert{new(row), func(int) (wins, simulations float32) { return e[0], e[1] }}
		_, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 10}, mcts.Options[int]{})
		var broken *ply.GamePanic
		if !errors.As(err, &broken) {
			t.Errorf("prior result %v: %v", e, err)
		}
	}
}
