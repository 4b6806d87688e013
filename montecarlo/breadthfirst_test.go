package montecarlo_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/montecarlo"
)

// Breadth-first search finds a solution where there is one, and else has seen every position that can be
// reached.
func TestBreadthFirst(t *testing.T) {
	solved := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		g := graph{testgames.RandomGraph(random, 30, 45, seed%2 == 0)}
		for n := range g.Goals {
			g.Goals[n] = g.Goals[n] && random.IntN(4) == 0
		}
		reached, solvable := 0, false
		moves, _ := g.Distances()
		for n, d := range moves {
			if d >= 0 {
				reached++
				solvable = solvable || g.Goals[n]
			}
		}
		result, err := montecarlo.BreadthFirstSampling(t.Context(), g, ply.Limits{}, montecarlo.BreadthFirstOptions[int]{Random: rand.NewPCG(seed, 1)})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case solvable && result.Status != ply.Solved:
			t.Errorf("seed %d: %v, want a solution", seed, result.Status)
		case !solvable && (result.Status != ply.Complete || result.Nodes != reached-1):
			t.Errorf("seed %d: %v with %d positions, want all %d", seed, result.Status, result.Nodes+1, reached)
		case solvable:
			solved++
			for _, m := range result.Line {
				g.Play(m)
			}
			if !g.Solved() {
				t.Errorf("seed %d: %v solves nothing", seed, result.Line)
			}
		case g.At != 0:
			t.Errorf("seed %d: the game is at node %d", seed, g.At)
		}
	}
	if solved < 20 || solved > 180 {
		t.Errorf("%d of 200 graphs can be solved: too few or too many to test much", solved)
	}
}

func TestBreadthFirstBudgets(t *testing.T) {
	pegs := testgames.NewPegs()
	run := func(limits ply.Limits, opt montecarlo.BreadthFirstOptions[testgames.PegMove]) montecarlo.Result[testgames.PegMove] {
		opt.Progress = func(montecarlo.Result[testgames.PegMove]) {}
		opt.Random = rand.NewPCG(1, 1)
		result, err := montecarlo.BreadthFirstSampling(stop.ReportEach(t.Context(), time.Microsecond), pegs, limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	if r := run(ply.Limits{Nodes: 500}, montecarlo.BreadthFirstOptions[testgames.PegMove]{}); r.Status != ply.OutOfNodes || r.Nodes != 500 {
		t.Errorf("%+v", r)
	}
	if r := run(ply.Limits{Time: time.Nanosecond}, montecarlo.BreadthFirstOptions[testgames.PegMove]{}); r.Status != ply.OutOfTime {
		t.Errorf("%+v", r)
	}
	for _, opt := range []montecarlo.BreadthFirstOptions[testgames.PegMove]{
		{MaxLength: -1}, {Random: (*rand.PCG)(nil)},
	} {
		if _, err := montecarlo.BreadthFirstSampling(t.Context(), pegs, ply.Limits{}, opt); err == nil || !strings.HasPrefix(err.Error(), "montecarlo: ") {
			t.Errorf("%+v: error %v", opt, err)
		}
	}
}
