package montecarlo_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/montecarlo"
)

// notFinite are numbers that no search can compare or take the mean of.
var notFinite = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}

// checkScoreError checks that an error is the only one that a search may end with in a graph: of a line to a node without
// moves whose score
// is not finite.
func checkScoreError(t *testing.T, g graph, name string, err error) {
	t.Helper()
	var line []int
	text, found := strings.CutPrefix(err.Error(), "montecarlo: after [")
	text, rest, ended := strings.Cut(text, "]: ")
	for _, word := range strings.Fields(text) {
		m := 0
		if _, err := fmt.Sscan(word, &m); err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
	}
	at := 0
	for _, m := range line {
		if m < 0 || m >= len(g.Edges) || g.Edges[m].From != at {
			t.Fatalf("%s: %v: no line", name, err)
		}
		at = g.Edges[m].To
	}
	want := fmt.Sprintf("Score of montecarlo_test.graph is %v, want a finite number", g.Ranks[at])
	if !found || !ended || len(g.Out[at]) > 0 || rest != want || g.Ranks[at]-g.Ranks[at] == 0 {
		t.Errorf("%s: %v, want %q", name, err, want)
	}
}

// TestScoresThatAreNotFinite: a score that is NaN or infinite ends every search with an error that names its line, and is
// never the best.
func TestScoresThatAreNotFinite(t *testing.T) {
	faults := map[string]int{}
	for seed := range long.Or[uint64](1000, 40) {
		random := rand.New(rand.NewPCG(9, seed))
		g := randomGraph(seed)
		for node := range g.Ranks {
			if len(g.Out[node]) == 0 && random.IntN(1+int(seed%3)) == 0 {
				g.Ranks[node] = notFinite[random.IntN(3)]
			}
		}
		for _, s := range searches() {
			r, err := s.run(context.Background(), g, ply.Limits{Nodes: 100}, rand.NewPCG(seed, 1), options{Workers: 1 + int(seed%2)})
			switch {
			case err != nil:
				faults[s.name]++
				if checkScoreError(t, g, s.name, err); r.Status != ply.Failed {
					t.Errorf("%s: status %v", s.name, r.Status)
				}
			case seed%3 == 0:
				t.Errorf("seed %d, %s: no error, although all scores are not finite", seed, s.name)
			}
			if r.Score-r.Score != 0 || g.At != 0 {
				t.Fatalf("seed %d, %s: score %v, at node %d", seed, s.name, r.Score, g.At)
			}
		}
		if _, err := montecarlo.BreadthFirstSampling(context.Background(), g, ply.Limits{}, montecarlo.BreadthFirstOptions[int]{}); err != nil {
			faults["breadth first"]++
			checkScoreError(t, g, "breadth first", err)
		}
	}
	for _, s := range append(searches(), search[graph]{name: "breadth first"}) {
		if faults[s.name] == 0 {
			t.Errorf("%s: no error", s.name)
		}
	}
}

// prejudiced is a graph with priors that are not all allowed.
type prejudiced struct {
	graph
	bad float32
}

func (p prejudiced) Priors(moves []int, priors []float32) {
	for i, m := range moves {
		if priors[i] = 1; m%7 == 3 {
			priors[i] = p.bad
		}
	}
}

// TestPriorsThatAreNotFinite: the same holds of priors.
func TestPriorsThatAreNotFinite(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), -1} {
		g := prejudiced{randomGraph(1), bad}
		opt := montecarlo.AdaptationOptions[int]{Level: 1, Guided: true}
		_, err := montecarlo.NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, opt)
		want := fmt.Sprintf("is %v, want a finite number of 0 or more", bad)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "after [") || g.At != 0 {
			t.Errorf("%v, at %d, want one with %q", err, g.At, want)
		}
	}
}

// TestKnownScoreThatIsNotFinite: and of the score of a line that the caller gives.
func TestKnownScoreThatIsNotFinite(t *testing.T) {
	g := randomGraph(1)
	var known []int
	for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
		known = append(known, moves[0])
		g.Play(moves[0])
	}
	g.Ranks[g.At], g.At = math.NaN(), 0
	_, err := montecarlo.NestedRolloutPolicyAdaptation(context.Background(), g, ply.Limits{}, montecarlo.AdaptationOptions[int]{
		InitialLine: known, Level: 2, Iterations: 2})
	if want := fmt.Sprintf("montecarlo: InitialLine: after %v: Score", known); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestMeansOfTheGreatestScores: scores whose difference overflows have a mean.
func TestMeansOfTheGreatestScores(t *testing.T) {
	var s montecarlo.Sample
	for _, x := range []float64{math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64} {
		s.Add(x)
	}
	if mean := s.Mean(); !(math.Abs(mean) < 1e-9*math.MaxFloat64) {
		t.Errorf("mean %v, want about 0", mean)
	}
}

// TestSamplerPanics: where no search returns it, the error is a panic.
func TestSamplerPanics(t *testing.T) {
	g := randomGraph(1)
	for node := range g.Ranks {
		g.Ranks[node] = math.NaN()
	}
	s, err := montecarlo.NewSampler[graph, int](g, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		err, ok := recover().(error)
		if !ok {
			t.Fatalf("no panic with an error")
		}
		checkScoreError(t, g, "sampler", err)
	}()
	s.Random()
}
