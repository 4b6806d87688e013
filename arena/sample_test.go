package arena_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/arena"
)

func sampleOf(observations ...float64) (s arena.Sample) {
	for _, x := range observations {
		s = s.Add(arena.Sample{Count: 1, Mean: x})
	}
	return s
}

func near(a, b, tolerance float64) bool { return a == b || math.Abs(a-b) <= tolerance }

// The intervals are computed by hand: 1.959964 standard errors around the mean.
func TestSample(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		observations       []float64
		mean, squares      float64
		half, halfOfNinety float64 // of the intervals at 0.95 and 0.9
		text               string
	}{
		{nil, 0, 0, inf, inf, "+0 (95 %: -Inf to +Inf)"},
		{[]float64{-2}, -2, 0, inf, inf, "-2 (95 %: -Inf to +Inf)"},
		{[]float64{1, 2, 3}, 2, 2, 1.131586, 0.949656, "+2 (95 %: +0.868 to +3.13)"},
		{[]float64{3, -1, -1, 3}, 1, 16, 2.263172, 1.899313, "+1 (95 %: -1.26 to +3.26)"},
		{[]float64{999, 2001}, 1500, 502002, 981.941956, 824.071667, "+1500 (95 %: +518 to +2482)"},
		{[]float64{1.5, 1.5, 1.5}, 1.5, 0, 0, 0, "+1.5 (95 %: +1.5 to +1.5)"},
	} {
		s := sampleOf(test.observations...)
		if s.Count != len(test.observations) || !near(s.Mean, test.mean, 1e-12) || !near(s.Squares, test.squares, 1e-12) || s.String() != test.text {
			t.Errorf("%v: %+v, want %+v", test.observations, s, test)
		}
		for level, half := range map[float64]float64{0.95: test.half, 0.9: test.halfOfNinety, 0: 0, -1: 0, 1: inf, math.NaN(): inf} {
			if low, high := s.Interval(level); !near(low, s.Mean-half, 1e-5) || !near(high, s.Mean+half, 1e-5) {
				t.Errorf("%v at level %v: %v to %v, want %v to %v", test.observations, level, low, high, s.Mean-half, s.Mean+half)
			}
		}
	}
	if s := (arena.Sample{Count: math.MaxInt, Mean: 1}).Add(arena.Sample{Count: math.MaxInt, Mean: 2}); s.Count != math.MaxInt || s.Mean != 1.5 {
		t.Errorf("%+v", s)
	}
}

// The sample of two lists together is that of one list after the other.
func TestSamplesAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(-1000, 1000), 0, 10), 2, 2).Draw(t, "lists")
		got, want := sampleOf(lists[0]...).Add(sampleOf(lists[1]...)), sampleOf(append(lists[0], lists[1]...)...)
		if got.Count != want.Count || !near(got.Mean, want.Mean, 1e-9) || !near(got.Squares, want.Squares, 1e-5) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}
