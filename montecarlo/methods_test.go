package montecarlo_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/montecarlo"
)

// graph is a game without an aim but the score: a graph with no goals that can be cloned.
type graph struct{ *testgames.Graph }

func (g graph) Clone() graph {
	c := *g.Graph
	return graph{&c}
}

func (g graph) Numbers() int { return len(g.Edges) }

func (g graph) Number(m int) int { return m }

func (g graph) AppendNumbers(dst []int32, moves []int) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(m))
	}
	return dst
}

// randomGraph returns a graph with no goals, and scores that differ.
func randomGraph(seed uint64) graph {
	random := rand.New(rand.NewPCG(seed, 0))
	g := testgames.RandomGraph(random, 40, 140, true)
	clear(g.Goals)
	for n, rank := range random.Perm(len(g.Ranks)) {
		g.Ranks[n] = float64(rank)
	}
	return graph{g}
}

// best returns the highest score of a finished game, by brute force.
func best[G interface {
	ply.Game[M]
	ply.Scorer
}, M comparable](g G) float64 {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Score()
	}
	high := -1e300
	for _, m := range moves {
		g.Play(m)
		high = max(high, best(g))
		g.Undo(m)
	}
	return high
}

// A search is one of the methods with some options.
type search[G any] struct {
	name string
	run  func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error)
}

type (
	options = montecarlo.Options[int]
	result  = montecarlo.Result[int]
)

func searches() []search[graph] { return searchesOf[graph]() }

func searchesOf[G ply.Game[int]]() []search[G] {
	return []search[G]{
		{"sampling", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.IterativeSampling(ctx, g, limits, opt)
		}},
		{"nested", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedMonteCarloSearch(ctx, g, limits, montecarlo.NestedOptions[int]{Options: opt})
		}},
		{"nested 1", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedMonteCarloSearch(ctx, g, limits, montecarlo.NestedOptions[int]{Options: opt, Level: 1})
		}},
		{"adaptation", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(ctx, g, limits, montecarlo.AdaptationOptions[int]{
				Options: opt, Level: 2, Iterations: 10, TopRate: 0.3, Playouts: 2, MaxRepetitions: 8})
		}},
		{"adaptation of a beam", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(ctx, g, limits, montecarlo.AdaptationOptions[int]{
				Options: opt, Level: 2, Iterations: 10, Playouts: 2, Beam: 3})
		}},
		{"iterated", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.IteratedAdaptation(ctx, g, limits, montecarlo.IteratedOptions[int]{
				AdaptationOptions: montecarlo.AdaptationOptions[int]{Options: opt, Iterations: 5, MaxRepetitions: 3},
				Temperature:       2, MaxFailures: 20})
		}},
		{"iterated 1", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.IteratedAdaptation(ctx, g, limits, montecarlo.IteratedOptions[int]{
				AdaptationOptions: montecarlo.AdaptationOptions[int]{Options: opt, Level: 1, Iterations: 20}, MaxFailures: 50})
		}},
		{"beam", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.BeamSearch(ctx, g, limits, montecarlo.BeamOptions[int]{
				Options: opt, Simulations: 3, Quantile: 1, Width: 4})
		}},
		{"climbing", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.BeamSearch(ctx, g, limits, montecarlo.BeamOptions[int]{
				Options: opt, Simulations: 2, Climb: 2, Width: 1})
		}},
		{"evolving", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.EvolvingNondeterminism(ctx, g, limits, montecarlo.EvolvingOptions[int]{
				Options: opt, Population: 5, Simulations: 4, Generations: 2})
		}},
		{"evolving, forgetting", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.EvolvingNondeterminism(ctx, g, limits, montecarlo.EvolvingOptions[int]{
				Options: opt, Population: 5, Simulations: 4, Quantile: 1, Forget: true})
		}},
	}
}

// replay checks that a line is legal and ends with a score.
func replay(t *testing.T, g graph, line []int, score float64) {
	t.Helper()
	for _, m := range line {
		legal := false
		for _, l := range g.Moves(nil) {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("move %d of %v is illegal", m, line)
		}
		g.Play(m)
	}
	if moves := g.Moves(nil); len(moves) != 0 || g.Score() != score {
		t.Errorf("line %v ends with %d moves and score %v, want 0 and %v", line, len(moves), g.Score(), score)
	}
}

// Every method finds the highest score of small games, leaves the game as it was, and spends exactly its
// budget.
func TestOptimum(t *testing.T) {
	for _, s := range searches() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range long.Or[uint64](10, 3) {
				g := randomGraph(seed)
				want := best(g)
				result, err := s.run(t.Context(), g, ply.Limits{Nodes: 10_000}, rand.NewPCG(seed, 1), montecarlo.Options[int]{MaxRuns: math.MaxInt})
				if err != nil {
					t.Fatal(err)
				}
				if !result.Found || result.Score != want || result.Nodes != 10_000 || result.Status != ply.OutOfNodes {
					t.Errorf("seed %d: %v, score %v, %d playouts, want %v", seed, result.Status, result.Score, result.Nodes, want)
				}
				if g.At != 0 {
					t.Fatalf("the game is at node %d", g.At)
				}
				replay(t, g, result.Line, result.Score)
			}
		})
	}
}

// without returns a result without what may differ between equal searches.
func without(r montecarlo.Result[int]) montecarlo.Result[int] {
	r.Elapsed = 0
	return r
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	for _, s := range searches() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range long.Or[uint64](5, 2) {
				for _, playouts := range []int{37, 5_000, 0} {
					opt := montecarlo.Options[int]{}
					if playouts == 0 {
						if s.name == "discrepancy in order" {
							continue // it goes through the whole graph
						}
						opt.MaxRuns = 3
					}
					var first montecarlo.Result[int]
					for _, workers := range []int{1, 2, 5} {
						opt.Workers = workers
						result, err := s.run(t.Context(), randomGraph(seed), ply.Limits{Nodes: playouts}, rand.NewPCG(seed, 2), opt)
						if err != nil {
							t.Fatal(err)
						}
						if result = without(result); workers == 1 {
							first = result
						} else if !reflect.DeepEqual(result, first) {
							t.Errorf("seed %d, %d workers: %+v, want %+v", seed, workers, result, first)
						}
					}
				}
			}
		})
	}
}

// A search that was cut short, anywhere, and resumed ends as one that was not.
func TestResume(t *testing.T) {
	for _, s := range searches() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(5) {
				checkResume(t, s, seed, 1_000)
			}
		})
	}
}

// checkResume cuts a search short after at most this number of playouts, again and again, and checks that it ends as
// one that was not. It returns the last state and the result.
func checkResume(t *testing.T, s search[graph], seed uint64, most int) (state *montecarlo.Memory, want result) {
	t.Helper()
	state = new(montecarlo.Memory)
	const budget = 3_000
	want, err := s.run(t.Context(), randomGraph(seed), ply.Limits{Nodes: budget}, rand.NewPCG(seed, 3), montecarlo.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 4))
	for spent := 0; spent < budget; {
		spent = min(budget, spent+1+random.IntN(most))
		got, err := s.run(t.Context(), randomGraph(seed), ply.Limits{Nodes: spent}, rand.NewPCG(seed, 3), options{
			Workers:    1 + random.IntN(3),
			Checkpoint: state,
		})
		if err != nil || got.Nodes != min(spent, want.Nodes) {
			t.Fatalf("%s, seed %d: %d of %d playouts, error %v", s.name, seed, got.Nodes, spent, err)
		}
		if spent == budget && !reflect.DeepEqual(without(got), without(want)) {
			t.Errorf("%s, seed %d: resumed %+v, want %+v", s.name, seed, got, want)
		}
	}
	return state, want
}

// Every state in the course of a search is as good as the last one, and states of other games are refused.
func TestCheckpoint(t *testing.T) {
	for _, s := range searches() {
		t.Run(s.name, func(t *testing.T) {
			limits := ply.Limits{Nodes: long.Or(60_000, 5_000)}
			of := func(game uint64) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					r, err := s.run(t.Context(), randomGraph(game), limits, rand.NewPCG(7, 3), options{Workers: 2, Checkpoint: store})
					return without(r), err
				}
			}
			savedtest.Check(t, of(7), of(8))
		})
	}
}

// A state of another method, other options or another seed is refused.
func TestStateOfAnotherSearch(t *testing.T) {
	all := searches()
	state := new(montecarlo.Memory)
	run := func(s search[graph], seed uint64, opt options) error {
		opt.Checkpoint = state
		_, err := s.run(t.Context(), randomGraph(1), ply.Limits{Nodes: 500}, rand.NewPCG(seed, 1), opt)
		return err
	}
	if err := run(all[1], 1, options{}); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{run(all[2], 1, options{}), run(all[1], 1, options{MaxLength: 5}), run(all[1], 2, options{})} {
		if err == nil || !strings.Contains(err.Error(), `other options: "nested Monte-Carlo search of level 2, seed`) {
			t.Errorf("error %v", err)
		}
	}
}

// Every method ends at the first solution.
func TestSolved(t *testing.T) {
	for _, s := range searches() {
		g := randomGraph(3)
		for n := range g.Goals {
			g.Goals[n] = len(g.Out[n]) == 0
		}
		for _, workers := range []int{1, 3} {
			result, err := s.run(t.Context(), g, ply.Limits{Nodes: 1000}, rand.NewPCG(1, 1), montecarlo.Options[int]{Workers: workers})
			if err != nil || result.Status != ply.Solved || result.Nodes != 1 || !result.Found {
				t.Errorf("%s: %+v, error %v", s.name, result, err)
			}
		}
	}
}

// broken panics when it comes to a node.
type broken struct{ graph }

func (b *broken) Clone() *broken { return &broken{b.graph.Clone()} }

func (b *broken) Play(m int) {
	if b.graph.Play(m); b.At > 20 {
		panic("no further")
	}
}

func TestPanic(t *testing.T) {
	result, err := montecarlo.NestedMonteCarloSearch(t.Context(), &broken{randomGraph(1)}, ply.Limits{}, montecarlo.NestedOptions[int]{Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 1)}})
	var panicked *ply.GamePanic
	if !errors.As(err, &panicked) || panicked.Value != "no further" || result.Status != ply.Failed {
		t.Errorf("error %v, %v", err, result.Status)
	}
}

func TestCancel(t *testing.T) {
	for _, s := range searches() {
		ctx, cancel := context.WithCancel(t.Context())
		reports := 0
		result, err := s.run(stop.ReportEach(ctx, time.Millisecond), randomGraph(2), ply.Limits{}, rand.NewPCG(1, 1), montecarlo.Options[int]{
			MaxRuns: math.MaxInt,
			Progress: func(p montecarlo.Result[int]) {
				// On a slow machine reports come before the first playout.
				if reports++; reports >= 3 && p.Found {
					cancel()
				}
			},
		})
		if err != nil || result.Status != ply.Cancelled || !result.Found {
			t.Errorf("%s: %v, error %v", s.name, result.Status, err)
		}
		result, err = s.run(t.Context(), randomGraph(2), ply.Limits{Time: time.Millisecond}, rand.NewPCG(1, 1), montecarlo.Options[int]{})
		if err != nil || result.Status != ply.OutOfTime {
			t.Errorf("%s: %v, error %v", s.name, result.Status, err)
		}
	}
}

func TestCheckpointFails(t *testing.T) {
	full := errors.New("the disk is full")
	found := false // a slow machine may come to the first checkpoint before the first playout
	result, err := montecarlo.IterativeSampling(stop.ReportEach(t.Context(), time.Millisecond), randomGraph(1), ply.Limits{}, montecarlo.Options[int]{Random: rand.NewPCG(1, 1),
		Progress: func(p montecarlo.Result[int]) { found = p.Found },
		Checkpoint: &montecarlo.Memory{Before: func() error {
			if !found {
				return nil
			}
			return full
		}},
	})
	if !errors.Is(err, full) || result.Status != ply.Failed || !result.Found {
		t.Errorf("%v, error %v", result.Status, err)
	}
}

// mute is a game that is neither a puzzle nor has scores.
type mute struct{ ply.Game[int] }

func TestErrors(t *testing.T) {
	g := randomGraph(1)
	seed := rand.NewPCG(1, 1)
	sample := func(g ply.Game[int], seed *rand.PCG, opt montecarlo.Options[int]) error {
		opt.Random = seed
		_, err := montecarlo.IterativeSampling(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	adapt := func(opt montecarlo.AdaptationOptions[int]) error {
		opt.Options.Random = seed
		_, err := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	iterate := func(opt montecarlo.IteratedOptions[int]) error {
		opt.Random = seed
		_, err := montecarlo.IteratedAdaptation(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	evolve := func(opt montecarlo.EvolvingOptions[int]) error {
		opt.Options.Random = seed
		_, err := montecarlo.EvolvingNondeterminism(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	beam := func(opt montecarlo.BeamOptions[int]) error {
		opt.Options.Random = seed
		_, err := montecarlo.BeamSearch(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	nest := func(opt montecarlo.NestedOptions[int]) error {
		opt.Options.Random = seed
		_, err := montecarlo.NestedMonteCarloSearch(t.Context(), g, ply.Limits{}, opt)
		return err
	}
	bounded := func(limits ply.Limits) error {
		_, err := montecarlo.IterativeSampling(t.Context(), g, limits, montecarlo.Options[int]{Random: seed})
		return err
	}
	breadthFirst := func(limits ply.Limits) error {
		_, err := montecarlo.BreadthFirstSampling(t.Context(), g, limits, montecarlo.BreadthFirstOptions[int]{})
		return err
	}
	for want, err := range map[string]error{
		"Limits.Nodes is -1":       bounded(ply.Limits{Nodes: -1}),
		"Limits.Time is -1ns":      bounded(ply.Limits{Time: -1}),
		"Limits.Nodes is -2":       breadthFirst(ply.Limits{Nodes: -2}),
		"MaxRuns is -1":            sample(g, seed, montecarlo.Options[int]{MaxRuns: -1}),
		"MaxLength is -1":          sample(g, seed, montecarlo.Options[int]{MaxLength: -1}),
		"Workers is -1":            sample(g, seed, montecarlo.Options[int]{Workers: -1}),
		"Workers is 1025":          sample(g, seed, montecarlo.Options[int]{Workers: 1025}),
		"Every is -1ns":            sample(g, seed, montecarlo.Options[int]{Checkpoint: checkpoint.File{Name: "state", Every: -1}}),
		"for Random":               sample(g, nil, montecarlo.Options[int]{}),
		"is no ply.Cloner":         sample(g.Graph, seed, montecarlo.Options[int]{Workers: 2}),
		"neither a ply.Scorer nor": sample(mute{g}, seed, montecarlo.Options[int]{}),
		"Level is -1":              adapt(montecarlo.AdaptationOptions[int]{Level: -1}),
		"Level is 101":             adapt(montecarlo.AdaptationOptions[int]{Level: 101}),
		"move 1 of InitialLine":    adapt(montecarlo.AdaptationOptions[int]{InitialLine: []int{-7}}),
		"Iterations is -1":         adapt(montecarlo.AdaptationOptions[int]{Iterations: -1}),
		"Rate is -1":               adapt(montecarlo.AdaptationOptions[int]{Rate: -1}),
		"TopRate is -1":            adapt(montecarlo.AdaptationOptions[int]{TopRate: -1}),
		"Playouts is -1":           adapt(montecarlo.AdaptationOptions[int]{Playouts: -1}),
		"MaxRepetitions is -1":     adapt(montecarlo.AdaptationOptions[int]{MaxRepetitions: -1}),
		"Beam is -1":               adapt(montecarlo.AdaptationOptions[int]{Beam: -1}),
		"Beam is 1001":             adapt(montecarlo.AdaptationOptions[int]{Beam: 1001}),
		"Forbidden is -1":          iterate(montecarlo.IteratedOptions[int]{Forbidden: -1}),
		"Forbidden is 1048577":     iterate(montecarlo.IteratedOptions[int]{Forbidden: 1<<20 + 1}),
		"Weight is NaN":            iterate(montecarlo.IteratedOptions[int]{Weight: math.NaN()}),
		"Temperature is -1":        iterate(montecarlo.IteratedOptions[int]{Temperature: -1}),
		"MaxFailures is -1":        iterate(montecarlo.IteratedOptions[int]{MaxFailures: -1}),
		"Population is -1":         evolve(montecarlo.EvolvingOptions[int]{Population: -1}),
		"Population is 1048577":    evolve(montecarlo.EvolvingOptions[int]{Population: 1<<20 + 1}),
		"Simulations is -1":        evolve(montecarlo.EvolvingOptions[int]{Simulations: -1}),
		"Quantile is -1":           evolve(montecarlo.EvolvingOptions[int]{Quantile: -1}),
		"Generations is -1":        evolve(montecarlo.EvolvingOptions[int]{Generations: -1}),
		"Width is -1":              beam(montecarlo.BeamOptions[int]{Width: -1}),
		"Width is 1048577":         beam(montecarlo.BeamOptions[int]{Width: 1<<20 + 1}),
		"Climb is -1":              beam(montecarlo.BeamOptions[int]{Climb: -1}),
		"Quantile is 1.5":          beam(montecarlo.BeamOptions[int]{Quantile: 1.5}),
		"Quantile is NaN":          beam(montecarlo.BeamOptions[int]{Quantile: math.NaN()}),
		"Simulations is -2":        beam(montecarlo.BeamOptions[int]{Simulations: -2}),
		"Level is 2147483647":      nest(montecarlo.NestedOptions[int]{Level: math.MaxInt32}),
		"no saved state":           sample(g, seed, montecarlo.Options[int]{Checkpoint: &montecarlo.Memory{State: []byte{}}}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A policy learns the same with and without a coder.
func TestNumbers(t *testing.T) {
	type plain struct {
		ply.Game[int]
		ply.Scorer
	}
	for seed := range uint64(5) {
		g := randomGraph(seed)
		opt := montecarlo.AdaptationOptions[int]{Level: 2, Iterations: 20}
		opt.Options.Random = rand.NewPCG(seed, 1)
		with, err1 := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, ply.Limits{}, opt)
		opt.Options.Random = rand.NewPCG(seed, 1)
		without, err2 := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), plain{g, g}, ply.Limits{}, opt)
		if err1 != nil || err2 != nil || fmt.Sprint(with.Line, with.Nodes) != fmt.Sprint(without.Line, without.Nodes) {
			t.Errorf("with %v %v, without %v %v", with, err1, without, err2)
		}
	}
}

// A countedGraph counts the moves that are played.
type countedGraph struct {
	graph
	played *int
}

func (g countedGraph) Play(m int) {
	*g.played++
	g.graph.Play(m)
}

func (g countedGraph) Clone() countedGraph { return countedGraph{g.graph.Clone(), g.played} }

// The rate of a single level is TopRate.
func TestTopRate(t *testing.T) {
	for seed := range uint64(5) {
		g := randomGraph(seed)
		var lines []string
		for _, opt := range []montecarlo.AdaptationOptions[int]{{Rate: 0.3}, {TopRate: 0.3}, {Rate: 2, TopRate: 0.3}, {TopRate: 2}} {
			opt.Level, opt.Iterations, opt.Options.MaxRuns = 1, 12, 3
			opt.Options.Random = rand.NewPCG(seed, 1)
			played := 0
			result, err := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), countedGraph{g, &played}, ply.Limits{}, opt)
			lines = append(lines, fmt.Sprint(result.Line, played, err))
		}
		if lines[0] != lines[1] || lines[0] != lines[2] || lines[0] == lines[3] {
			t.Errorf("seed %d: %q", seed, lines)
		}
	}
}

// A forked game begins with the choice of a branch. Then the first brings 11 for certain, and the second as many as
// of 16 more choices are right, which is 8 on average.
type forked struct{ line []int }

func (f *forked) Moves(dst []int) []int {
	switch {
	case len(f.line) == 17:
		return dst
	case len(f.line) > 0 && f.line[0] == 0:
		return append(dst, 0)
	default:
		return append(dst, 0, 1)
	}
}

func (f *forked) Play(m int)    { f.line = append(f.line, m) }
func (f *forked) Undo(int)      { f.line = f.line[:len(f.line)-1] }
func (f *forked) Acyclic() bool { return true }

func (f *forked) Score() float64 {
	if len(f.line) == 0 || f.line[0] == 0 {
		return 11
	}
	sum := 0
	for _, m := range f.line[1:] {
		sum += m
	}
	return float64(sum)
}

// Of a branch that is better on average and one that is better at its best, the statistic decides which survives.
func TestEvolvingStatistic(t *testing.T) {
	for seed := range uint64(10) {
		best := func(quantile float64) float64 {
			result, err := montecarlo.EvolvingNondeterminism(t.Context(), &forked{}, ply.Limits{}, montecarlo.EvolvingOptions[int]{
				Options: montecarlo.Options[int]{Random: rand.NewPCG(seed, 0), MaxRuns: 1}, Population: 20, Simulations: 20, Quantile: quantile})
			if err != nil {
				t.Fatal(err)
			}
			return result.Score
		}
		if mean, maximum := best(0), best(1); mean >= maximum {
			t.Errorf("seed %d: found %v by the mean, and %v by the maximum", seed, mean, maximum)
		}
	}
}

// Runs that share the best line end as well as those that do not, if not always alike.
func TestShare(t *testing.T) {
	for seed := range uint64(5) {
		g := randomGraph(seed)
		opt := montecarlo.AdaptationOptions[int]{Level: 3, Iterations: 8}
		var limits ply.Limits
		opt.Options.Workers, limits.Nodes, opt.ShareBest = 3, 20_000, true
		opt.Options.Random = rand.NewPCG(seed, 1)
		result, err := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, limits, opt)
		if err != nil || result.Score != best(g) || result.Nodes != limits.Nodes {
			t.Errorf("%+v, error %v, want score %v", result, err, best(g))
		}
		replay(t, g, result.Line, result.Score)
	}
}

// A line that was found elsewhere leads runs there that are too short to find it by themselves, and is no result of theirs.
func TestKnown(t *testing.T) {
	helped := 0
	for seed := range long.Or[uint64](20, 10) {
		g := randomGraph(seed)
		opt := montecarlo.AdaptationOptions[int]{Level: 2, Iterations: 5}
		var limits ply.Limits
		opt.ShareBest, limits.Nodes, opt.Options.Random = true, 20_000, rand.NewPCG(seed, 1)
		long, err := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		limits.Nodes, opt.Options.Random = 25, rand.NewPCG(seed, 2)
		alone, err1 := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, limits, opt)
		opt.InitialLine, opt.Options.Random = long.Line, rand.NewPCG(seed, 2)
		led, err2 := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), g, limits, opt)
		if err1 != nil || err2 != nil || led.Nodes != 25 {
			t.Fatalf("%+v, errors %v, %v", led, err1, err2)
		}
		replay(t, g, led.Line, led.Score)
		if led.Score > alone.Score {
			helped++
		} else if led.Score < alone.Score {
			helped--
		}
	}
	if helped < 3 {
		t.Errorf("%d more runs are better than worse with a line that is known", helped)
	}
}

// Playouts allocate nothing, once the slices have grown.
func TestAllocations(t *testing.T) {
	g := randomGraph(1)
	player, err := montecarlo.NewSampler(g, rand.NewPCG(1, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		player.Random()
	}
	if n := testing.AllocsPerRun(1000, func() { player.Random() }); n > 0 {
		t.Errorf("%v allocations a playout", n)
	}
}
