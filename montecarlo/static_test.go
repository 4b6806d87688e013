package montecarlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/montecarlo"
)

// TestBeamOfScores: a beam that holds all positions finds the best score, and hill climbing follows the scores.
func TestBeamOfScores(t *testing.T) {
	for seed := range uint64(50) {
		g := randomGraph(seed)
		r, err := montecarlo.BeamSearch(context.Background(), g, ply.Limits{}, montecarlo.BeamOptions[int]{Static: true, Width: 1000})
		if want := best(g); err != nil || r.Status != ply.Complete || r.Score != want || r.Runs != 1 {
			t.Fatalf("seed %d: %+v, %v; want score %v", seed, r, err, want)
		}
		replay(t, g, r.Line, r.Score)
		// By hand: on to the position with the best score.
		g.At = 0
		climbed := []float64{}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			to := moves[0]
			for _, m := range moves {
				if g.Ranks[g.Edges[m].To] > g.Ranks[g.Edges[to].To] {
					to = m
				}
				if len(g.Out[g.Edges[m].To]) == 0 {
					climbed = append(climbed, g.Ranks[g.Edges[m].To]) // a line that ends counts, also where it is not followed
				}
			}
			g.Play(to)
		}
		g.At = 0
		most := 0.0
		for _, score := range climbed {
			most = max(most, score)
		}
		r, err = montecarlo.BeamSearch(context.Background(), g, ply.Limits{}, montecarlo.BeamOptions[int]{Static: true, Width: 1})
		if err != nil || r.Score != most || r.Nodes > len(climbed) {
			t.Fatalf("seed %d: %+v, %v; want score %v, %d playouts", seed, r, err, most, len(climbed))
		}
	}
}

// unscored is a puzzle with estimates and without scores.
type unscored struct {
	ply.Game[int]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}

// TestBeamOfEstimates: of a puzzle without scores, positions are better that are closer to a solution.
func TestBeamOfEstimates(t *testing.T) {
	solved := 0
	for seed := range uint64(50) {
		g := testgames.RandomGraph(rand.New(rand.NewPCG(seed, 0)), 60, 150, false)
		solvable := false
		distances, _ := g.Distances()
		toGoal := stepsToGoal(g)
		for node, d := range distances {
			solvable = solvable || d >= 0 && g.Goals[node]
			g.Bounds[node] = toGoal[node]
		}
		if !solvable || len(g.Out[0]) == 0 {
			continue
		}
		r, err := montecarlo.BeamSearch(context.Background(), unscored{g, g, g, g}, ply.Limits{}, montecarlo.BeamOptions[int]{
			Options: options{MaxLength: 100}, Static: true, Width: 1})
		if err != nil || r.Status != ply.Solved || len(r.Line) != toGoal[0] {
			t.Fatalf("seed %d: %+v, %v; want %d moves", seed, r, err, toGoal[0])
		}
		solved++
	}
	if solved < 10 {
		t.Errorf("%d puzzles", solved)
	}
}

// stepsToGoal returns the least number of moves from each node to a goal, or a great number.
func stepsToGoal(g *testgames.Graph) []int {
	d := make([]int, len(g.Out))
	for node := range d {
		if d[node] = 1000; g.Goals[node] {
			d[node] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, e := range g.Edges {
			if to := d[e.To] + 1; to < d[e.From] {
				d[e.From], changed = to, true
			}
		}
	}
	return d
}

// TestStaticRefused: what Static cannot go with is an error.
func TestStaticRefused(t *testing.T) {
	g := testgames.RandomGraph(rand.New(rand.NewPCG(1, 0)), 10, 20, true)
	_, puzzle := montecarlo.BeamSearch(context.Background(), struct {
		ply.Game[int]
		ply.Puzzle
	}{g, g}, ply.Limits{}, montecarlo.BeamOptions[int]{Static: true})
	if puzzle == nil || !strings.Contains(puzzle.Error(), "ply.Estimator") {
		t.Errorf("error %v", puzzle)
	}
}

// TestStaticResumed: a beam that was cut short after each number of playouts goes on and ends as it would have.
func TestStaticResumed(t *testing.T) {
	g := randomGraph(7)
	opt := montecarlo.BeamOptions[int]{Static: true, Width: 5}
	want, err := montecarlo.BeamSearch(context.Background(), g, ply.Limits{}, opt)
	if err != nil || want.Nodes < 3 {
		t.Fatal(want, err)
	}
	for playouts := 1; playouts < want.Nodes; playouts++ {
		opt.Options = options{Checkpoint: new(montecarlo.Memory)}
		if r, err := montecarlo.BeamSearch(context.Background(), g, ply.Limits{Nodes: playouts}, opt); err != nil || r.Status != ply.OutOfNodes {
			t.Fatal(r, err)
		}
		r, err := montecarlo.BeamSearch(context.Background(), g, ply.Limits{}, opt)
		if err != nil || r.Score != want.Score || r.Nodes != want.Nodes || fmt.Sprint(r.Line) != fmt.Sprint(want.Line) {
			t.Fatalf("after %d playouts: %+v, %v, want %+v", playouts, r, err, want)
		}
	}
}

// TestRunsBegun: reports and results count the runs that were begun.
func TestRunsBegun(t *testing.T) {
	g := graph{testgames.RandomGraph(rand.New(rand.NewPCG(3, 0)), 40, 300, false)} // a run takes for ever
	clear(g.Goals)
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		reported := 0
		r, err := montecarlo.NestedMonteCarloSearch(stop.ReportEach(ctx, 1), g, ply.Limits{}, montecarlo.NestedOptions[int]{Level: 20, Options: options{
			Workers: workers, MaxRuns: 100, Progress: func(p result) {
				if p.Status != ply.InProgress {
					return
				}
				if reported = p.Runs; reported == workers {
					cancel()
				}
			},
		}})
		cancel()
		if err != nil || r.Status != ply.Cancelled || reported != workers || r.Runs != workers {
			t.Errorf("%d workers: %d runs reported, %d in the result, %v, %v", workers, reported, r.Runs, r.Status, err)
		}
	}
}
