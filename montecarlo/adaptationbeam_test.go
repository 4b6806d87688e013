package montecarlo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
)

// below is the game with scores below 0.
type below struct{ letters }

func (b *below) Score() float64 { return b.letters.Score() - 100 }

func (b *below) Numbers() int     { return 6 * b.size }
func (b *below) Number(m int) int { return m }

func newBelow(seed uint64) *below {
	random := rand.New(rand.NewPCG(seed, 1))
	g := &below{letters{size: 20, wanted: make([]int, 20)}}
	for i := range g.wanted {
		g.wanted[i] = random.IntN(6)
	}
	return g
}

// A beam of one line is the search without a beam.
func TestBeamOfOne(t *testing.T) {
	for seed := range uint64(5) {
		var results []string
		for _, beam := range []bool{false, true} {
			opt := AdaptationOptions[int]{Level: 2, Iterations: 15, Playouts: 2, MaxRepetitions: 4}
			opt.Options.Random, opt.Options.MaxRuns = rand.NewPCG(seed, 2), 3
			if err := opt.check(); err != nil {
				t.Fatal(err)
			}
			result, err := searchAdapting(context.Background(), newBelow(seed), ply.Limits{}, &opt, "", func(a *adaptation[int]) method {
				if beam {
					a.beam = make([]adaptationLevel[int], 2)
				}
				return a
			})
			results = append(results, fmt.Sprint(result.Line, result.Nodes, err))
		}
		if results[0] != results[1] {
			t.Errorf("seed %d: without a beam %s, with one %s", seed, results[0], results[1])
		}
	}
}

// After each iteration, the kept lines are at least as good as the others, which are as old or older on ties, the best
// is the best of the call, and different lines have different policies.
func TestBeamKeepsBest(t *testing.T) {
	opt := AdaptationOptions[int]{Level: 2, Iterations: 30, Beam: 4}
	opt.Options.Random = rand.NewPCG(1, 2)
	if err := opt.check(); err != nil {
		t.Fatal(err)
	}
	iterations, old := 0, 0
	result, err := searchAdapting(context.Background(), newBelow(1), ply.Limits{}, &opt, "", func(a *adaptation[int]) method {
		return &ended{a, func() {
			iterations++
			if best, call := a.beam[0].bestScore, a.levels[0].bestScore; a.levels[0].iterations > 0 && best != call {
				t.Fatalf("score %v, that of the call %v", best, call)
			}
			for i := range a.beam[1:] {
				x, y := &a.beam[i], &a.beam[i+1]
				if len(y.best.ends) > 0 && (x.bestScore < y.bestScore || x.bestScore == y.bestScore && x.iterations < y.iterations) {
					t.Fatalf("score %v of iteration %d before %v of %d", x.bestScore, x.iterations, y.bestScore, y.iterations)
				}
				if i+1 < opt.Beam && fmt.Sprint(x.policy.weights) == fmt.Sprint(y.policy.weights) && !slices.Equal(x.bestLine, y.bestLine) {
					t.Fatalf("different lines %d and %d have the same policy", i, i+1)
				}
				if i < opt.Beam && x.iterations < a.levels[0].iterations {
					old++
				}
			}
		}}
	})
	if want := 30 * 30; err != nil || iterations != want || result.Nodes != want*opt.Beam || old == 0 {
		t.Errorf("%d iterations, want %d, %d playouts, error %v; %d old lines were kept", iterations, want, result.Nodes, err, old)
	}
}

// A search that is cut short after any playout of an iteration ends as one that is not.
func TestBeamResume(t *testing.T) {
	opt := AdaptationOptions[int]{Level: 2, Iterations: 5, Playouts: 2, Beam: 3}
	opt.Options.Random = rand.NewPCG(1, 2)
	want, err := NestedRolloutPolicyAdaptation(context.Background(), newBelow(1), ply.Limits{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	for playouts := 1; playouts <= 25; playouts++ {
		checkResume(t, newBelow(1), opt, want, playouts)
	}
}

// checkResume checks that a search that is cut short after some playouts and goes on has the result of one that is not. It
// returns the state in between.
func checkResume[G ply.Game[int]](t *testing.T, g G, opt AdaptationOptions[int], want Result[int], playouts int) (state *Memory) {
	t.Helper()
	state = new(Memory)
	opt.Options.Checkpoint = state
	part := opt
	part.Options.Random, part.Options.MaxRuns = rand.NewPCG(1, 2), 1
	if _, err := NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{Nodes: playouts}, part); err != nil {
		t.Fatal(err)
	}
	opt.Options.Random = rand.NewPCG(1, 2)
	got, err := NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, opt)
	if err != nil || !slices.Equal(got.Line, want.Line) || got.Nodes != want.Nodes {
		t.Errorf("cut after %d playouts: %v, %d playouts, error %v; want %v, %d", playouts, got.Line, got.Nodes, err, want.Line, want.Nodes)
	}
	return state
}

// ended calls a function at the end of each iteration of level 1.
type ended struct {
	*adaptation[int]
	see func()
}

func (e *ended) step() bool {
	more := e.adaptation.step()
	if e.turn == 0 && e.tried == 0 {
		e.see()
	}
	return more
}
