package mcts_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// learning are options with which a search learns.
var learning = map[string]mcts.Options[int]{
	"replies to a move":    {Leaf: mcts.Playouts{Replies: 1}},
	"replies to two moves": {Leaf: mcts.Playouts{Replies: 2}},
	"moves":                {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 1}}},
	"moves, softly":        {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 1, Temperature: 0.1}}},
	"sequences":            {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 3}}},
	"history":              {History: 1},
	"history and RAVE":     {History: 1, RAVE: mcts.RAVE{Weight: 20}},
	"mercy":                {Leaf: mcts.Playouts{Mercy: 2}},
	"all":                  {Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 2}, Mercy: 2}, History: 0.5},
	"several playouts":     {Leaf: mcts.Playouts{N: 3, Replies: 2, Averages: mcts.Averages{Length: 2}}},
	"trees of workers":     {Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 2}}, History: 1, Workers: 2, Sharing: mcts.RootTrees, NoSolver: true},
}

// TestLearning checks that learning searches find the best moves in random games, reproducibly.
func TestLearning(t *testing.T) {
	for name, opt := range learning {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(6) {
				g := newWild(seed, 7, 3, 3, false, false)
				search := func() mcts.Result[int] {
					opt := opt
					opt.Random = rand.NewPCG(seed, 1)
					r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 3000}, opt)
					if err != nil {
						t.Fatal(err)
					}
					r.Elapsed = 0
					return r
				}
				r := search()
				if want := minimax(g); r.Low > sign(want) || r.High < sign(want) {
					t.Errorf("seed %d: value from %v to %v, want %v", seed, r.Low, r.High, sign(want))
				}
				if again := search(); !reflect.DeepEqual(r, again) {
					t.Errorf("seed %d: %+v, and again %+v", seed, r, again)
				}
			}
		})
	}
}

// sign returns the result of a value: -1 for a loss, 0 for a draw, 1 for a win.
func sign(value int) float64 {
	switch {
	case value < 0:
		return -1
	case value > 0:
		return 1
	}
	return 0
}

// TestLearningShared has workers share a tree while each of them learns.
func TestLearningShared(t *testing.T) {
	r, err := mcts.Search(t.Context(), new(row), ply.Limits{Nodes: 2000},
		mcts.Options[int]{Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 2}}, History: 1, RAVE: mcts.RAVE{Weight: 10}, Workers: 4, NoSolver: true})
	if err != nil || r.Visits() != 2000 {
		t.Errorf("%d simulations, error %v", r.Visits(), err)
	}
}

// TestLearningAllocates checks that a simulation that learns allocates nothing.
func TestLearningAllocates(t *testing.T) {
	tree, err := mcts.New(new(row), mcts.Options[int]{Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 3}}, History: 1, NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	search := func(simulations int) func() {
		return func() {
			if _, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations}); err != nil {
				t.Fatal(err)
			}
		}
	}
	search(5000)()
	if few, many := testing.AllocsPerRun(3, search(10)), testing.AllocsPerRun(3, search(1000)); many > few+10 {
		t.Errorf("%v allocations with 1000 simulations, %v with 10", many, few)
	}
}

// TestLearningRefuses checks that options that are not valid, or would be ignored, are errors.
func TestLearningRefuses(t *testing.T) {
	for want, opt := range map[string]mcts.Options[int]{
		"Replies is 3":          {Leaf: mcts.Playouts{Replies: 3}},
		"Replies is -1":         {Leaf: mcts.Playouts{Replies: -1}},
		"Averages.Length is 4":  {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 4}}},
		"has no Length":         {Leaf: mcts.Playouts{Averages: mcts.Averages{Temperature: 0.1}}},
		"Temperature NaN":       {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 1, Temperature: math.NaN()}}},
		"History is +Inf":       {History: math.Inf(1)},
		"Mercy is -1":           {Leaf: mcts.Playouts{Mercy: -1}},
		"not to be LeafPlayout": {Leaf: mcts.Playouts{N: 2, Replies: 1}, Workers: 2, Sharing: mcts.LeafPlayouts},
	} {
		if _, err := mcts.New(newWild(1, 3, 3, 1, false, false), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := mcts.New(new(row), mcts.Options[int]{Leaf: mcts.Playouts{Mercy: 1}}); err == nil || !strings.Contains(err.Error(), "ply.Evaluator") {
		t.Error(err)
	}
}
