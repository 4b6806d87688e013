package montecarlo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

// guided is the game with priors.
type guided struct {
	*below
	prior func(m int) float32
}

func (g guided) Priors(moves []int, priors []float32) {
	for i, m := range moves {
		priors[i] = g.prior(m)
	}
}

func newGuided(seed uint64, prior func(m int) float32) guided { return guided{newBelow(seed), prior} }

// Priors that are all equal, 0 included, change nothing.
func TestEqualPriors(t *testing.T) {
	for _, beam := range []int{1, 3} {
		opt := AdaptationOptions[int]{Level: 2, Iterations: 15, Playouts: 2, MaxRepetitions: 4, Beam: beam}
		var results []string
		for _, prior := range []float32{-1, 0, 1} {
			opt.Options.Random, opt.Options.MaxRuns, opt.Guided = rand.NewPCG(1, 2), 3, prior >= 0
			result, err := NestedRolloutPolicyAdaptation(context.Background(), newGuided(1, func(int) float32 { return prior }), ply.Limits{}, opt)
			results = append(results, fmt.Sprint(result.Line, result.Nodes, err))
		}
		if results[0] != results[1] || results[0] != results[2] {
			t.Errorf("beam of %d: %q", beam, results)
		}
	}
}

// A move with prior 0 is never played, except where all moves have prior 0.
func TestPriorOfZero(t *testing.T) {
	g := newGuided(1, func(m int) float32 { return float32(m%6) * float32(m/6%5) }) // all 0 at each fifth letter
	opt := AdaptationOptions[int]{Level: 1, Iterations: 500, Guided: true}
	opt.Options.Random = rand.NewPCG(1, 2)
	if err := opt.check(); err != nil {
		t.Fatal(err)
	}
	zeros := 0
	_, err := searchAdapting(context.Background(), g, ply.Limits{}, &opt, "", func(a *adaptation[int]) method {
		return &ended{a, func() {
			for i, m := range a.Line() {
				if m%6 == 0 {
					if zeros++; i%5 != 0 {
						t.Fatalf("move %d of %v has prior 0", m, a.Line())
					}
				}
			}
		}}
	})
	if err != nil || zeros == 0 {
		t.Errorf("%d moves where all have prior 0, error %v", zeros, err)
	}
}

// Moves are drawn with probabilities proportional to prior and exponential of the weight, and an adaptation adds the rate to
// the weight of the move played and takes it from all moves by these probabilities.
func TestGuidedPolicy(t *testing.T) {
	prior := func(m int) float32 { return float32(m % 6) }
	weight := func(m int) float64 { return float64(m*m%7)/4 - 1 }
	opt := AdaptationOptions[int]{Level: 1, Iterations: 1, Guided: true, Rate: 0.5}
	opt.Options.Random = rand.NewPCG(1, 2)
	if err := opt.check(); err != nil {
		t.Fatal(err)
	}
	ran := false
	_, err := searchAdapting(context.Background(), newGuided(1, prior), ply.Limits{}, &opt, "", func(a *adaptation[int]) method {
		return &ended{a, func() {
			ran = true
			p, size := new(policy), a.game.(guided).size
			p.grow(a.lexicon.count)
			for n, code := range a.lexicon.codes {
				p.set(int32(n), weight(int(code)))
			}
			chances := make([]float64, 6*size)
			for i := range size {
				sum := 0.0
				for m := 6 * i; m < 6*i+6; m++ {
					chances[m] = float64(prior(m)) * math.Exp(weight(m))
					sum += chances[m]
				}
				for m := 6 * i; m < 6*i+6; m++ {
					chances[m] /= sum
				}
			}
			const playouts = 4000
			counts := make([]float64, 6*size)
			for range playouts {
				a.playout(p)
				for _, m := range a.Line() {
					counts[m]++
				}
			}
			for m, c := range chances {
				if d := counts[m] - playouts*c; math.Abs(d) > 5*math.Sqrt(playouts*c*(1-c)) {
					t.Errorf("move %d was played %v times in %d, want a share of %v", m, counts[m], playouts, c)
				}
			}
			a.adaptTo(p, &a.played, 0)
			for n, code := range a.lexicon.codes {
				want := weight(int(code)) - 0.5*chances[code]
				if slices.Contains(a.Line(), int(code)) {
					want += 0.5
				}
				if got := p.weights[n]; math.Abs(got-want) > 1e-9 {
					t.Errorf("move %d has weight %v after %v, want %v", code, got, a.Line(), want)
				}
			}
		}}
	})
	if err != nil || !ran {
		t.Error(ran, err)
	}
}

// A guided search that was cut short goes on to the same end. Without Guided it does not go on.
func TestGuidedResume(t *testing.T) {
	g := newGuided(1, func(m int) float32 { return float32(1 + m%3) })
	opt := AdaptationOptions[int]{Level: 2, Iterations: 5, Guided: true}
	opt.Options.Random = rand.NewPCG(1, 2)
	want, err := NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	for playouts := 1; playouts < 25; playouts++ {
		rest := opt
		rest.Options.Random = rand.NewPCG(1, 2)
		rest.Options.Checkpoint, rest.Guided = checkResume(t, g, opt, want, playouts), false
		if _, err := NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, rest); err == nil || !strings.Contains(err.Error(), "other options") {
			t.Fatal("a guided search went on without its guide")
		}
	}
}

func TestGuidedWithoutGuide(t *testing.T) {
	_, err := NestedRolloutPolicyAdaptation(context.Background(), newBelow(1), ply.Limits{}, AdaptationOptions[int]{Guided: true})
	if err == nil || !strings.Contains(err.Error(), "Guided needs a ply.Guide") {
		t.Errorf("error %v", err)
	}
}
