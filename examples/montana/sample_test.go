package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// lines runs a command with -json and returns what it says of the deals and of all of them.
func lines[T any](t *testing.T, args ...string) (deals []T, rate broadRate) {
	t.Helper()
	out := clitest.Output(t, command, append(args, "-json")...)
	all := strings.Split(strings.TrimSpace(out), "\n")
	for i, line := range all {
		var err error
		if i == len(all)-1 {
			err = json.Unmarshal([]byte(line), &rate)
		} else {
			var deal T
			err = json.Unmarshal([]byte(line), &deal)
			deals = append(deals, deal)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return deals, rate
}

// Success rates are those that were measured by another program: 1.19 % of 20 000 deals of variant base at
// 100 samples, 3.2 % of 6 000 at 1 000, and 26.3 % of 2 000 of variant common at 10 000. The difference is to
// be less than 2.58 standard errors of both, which it is with a chance of 99 % (the seed is fixed).
func TestSampleRates(t *testing.T) {
	for _, test := range []struct {
		variant        string
		samples, deals int
		rate           float64
		of             int
		long           bool
	}{
		{"base", 100, 2_000, 0.0119, 20_000, false},
		{"base", 1_000, long.Or(600, 200), 0.032, 6_000, false},
		{"common", 10_000, 300, 0.263, 2_000, true},
	} {
		if test.long && !long.Enabled {
			continue
		}
		deals, rate := lines[sampled](t, "sample", "-seed", "3", "-variant", test.variant, "-random", strconv.Itoa(test.deals), "-samples", strconv.Itoa(test.samples))
		solved := 0
		for _, d := range deals {
			if d.Solved {
				solved++
			} else if d.Samples != test.samples {
				t.Errorf("%+v", d)
			}
		}
		p := test.rate
		off := math.Abs(rate.Rate-p) / math.Sqrt(p*(1-p)*(1/float64(test.deals)+1/float64(test.of)))
		if len(deals) != test.deals || rate.Deals != test.deals || rate.Solved != solved || off > 2.58 {
			t.Errorf("%s, %d samples: %+v, %.1f standard errors from %v", test.variant, test.samples, rate, off, p)
		}
		t.Logf("%s, %d samples: %.2f %% (%.2f to %.2f), measured before: %.2f %%", test.variant, test.samples,
			100*rate.Rate, 100*rate.Low, 100*rate.High, 100*p)
	}
}

// Neither workers nor the deals left out change what is said of a deal.
func TestSampleParts(t *testing.T) {
	args := strings.Fields(long.Or("sample -seed 3 -random 40 -samples 20000", "sample -seed 3 -random 20 -samples 1000"))
	want, _ := lines[sampled](t, append(args, "-workers", "1")...)
	got, _ := lines[sampled](t, append(args, "-workers", "3", "-from", "15")...)
	for i := range want {
		want[i].Seconds = 0
	}
	for i, d := range got {
		if d.Seconds = 0; d != want[15+i] {
			t.Errorf("%+v, want %+v", d, want[15+i])
		}
	}
}

// What the methods say of small deals is right, in both variants.
func TestSmallDeals(t *testing.T) {
	solvable, seeds := 0, long.Or[uint64](20, 5)
	for seed := range seeds {
		deal, err := montana.RandomDeal(3, 5, rand.New(rand.NewPCG(seed, 7)))
		if err != nil {
			t.Fatal(err)
		}
		for _, variant := range []montana.Variant{montana.Base, montana.Common} {
			game, err := montana.New(deal, variant)
			if err != nil {
				t.Fatal(err)
			}
			exhaustive, err := search.DepthFirst(t.Context(), search.ExactGraph(game, new(transposition.Set)), ply.Limits{}, search.Options[montana.Move]{})
			if err != nil {
				t.Fatal(err)
			}
			want := ply.Complete
			if exhaustive.Solutions > 0 {
				want = ply.Solved
				solvable++
			}
			broad, err := montecarlo.BreadthFirstSampling(t.Context(), game, ply.Limits{}, montecarlo.BreadthFirstOptions[montana.Move]{Random: rand.NewPCG(seed, 8)})
			if err != nil || broad.Status != want || want == ply.Complete && 1+broad.Nodes != exhaustive.Nodes {
				t.Errorf("seed %d, %v: breadth first %v, %d positions, want %v, %d; error %v",
					seed, variant, broad.Status, 1+broad.Nodes, want, exhaustive.Nodes, err)
			}
			// Games of variant common may go round in circles, which policies would learn.
			limits, opt := ply.Limits{Nodes: 20_000}, montecarlo.Options[montana.Move]{MaxLength: 100}
			check := func(name string, result montecarlo.Result[montana.Move], err error) {
				if err != nil || result.Found && result.Score == 1 != (want == ply.Solved) {
					t.Errorf("seed %d, %v: %s %v, want %v, error %v", seed, variant, name, result.Status, want, err)
				}
				if want == ply.Solved {
					for _, m := range result.Line {
						game.Play(m)
					}
					if !game.Solved() {
						t.Errorf("seed %d, %v: the line of %s solves nothing", seed, variant, name)
					}
					for i := range result.Line {
						game.Undo(result.Line[len(result.Line)-1-i])
					}
				}
			}
			opt.Random = rand.NewPCG(seed, 9)
			result, err := montecarlo.IterativeSampling(t.Context(), game, limits, opt)
			check("iterative sampling", result, err)
			opt.Random = rand.NewPCG(seed, 9)
			result, err = montecarlo.NestedMonteCarloSearch(t.Context(), game, limits, montecarlo.NestedOptions[montana.Move]{Options: opt})
			check("nested search", result, err)
			opt.Random = rand.NewPCG(seed, 9)
			result, err = montecarlo.NestedRolloutPolicyAdaptation(t.Context(), game, limits, montecarlo.AdaptationOptions[montana.Move]{Options: opt, Level: 1, Iterations: 10})
			check("adaptation", result, err)
			opt.Random = rand.NewPCG(seed, 9)
			result, err = montecarlo.EvolvingNondeterminism(t.Context(), game, limits, montecarlo.EvolvingOptions[montana.Move]{Options: opt})
			check("evolving nondeterminism", result, err)
			if variant == montana.Base {
				opt.Random = rand.NewPCG(seed, 9)
				result, err = montecarlo.BeamSearch(t.Context(), game, limits, montecarlo.BeamOptions[montana.Move]{Options: opt})
				check("beam search", result, err)
			}
		}
	}
	if n := int(2 * seeds); solvable < n/4 || solvable > 3*n/4 {
		t.Errorf("%d of %d deals can be solved: too few or too many to test much", solvable, n)
	}
}

func TestBreadth(t *testing.T) {
	n := long.Or(30, 12)
	deals, rate := lines[broad](t, "breadth", "-seed", "3", "-variant", "common", "-random", strconv.Itoa(n), "-positions", "20000")
	var solved, impossible int
	for _, d := range deals {
		if d.Solved {
			solved++
		}
		if d.Impossible {
			impossible++
		}
		if d.Solved && d.Impossible || d.Positions > 20_000 || !d.Solved && !d.Impossible && d.Positions != 20_000 {
			t.Errorf("%+v", d)
		}
	}
	if rate.Deals != n || rate.Solved != solved || rate.Impossible != impossible || rate.Open != n-solved-impossible || solved < n/6 {
		t.Errorf("%+v, want %d solved and %d impossible", rate, solved, impossible)
	}
}
