package montecarlo_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/montecarlo"
)

func sampleOf(xs []float64) *montecarlo.Sample {
	s := new(montecarlo.Sample)
	for _, x := range xs {
		s.Add(x)
	}
	return s
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// A sample knows of numbers that are few what their sorted list does, however it was put together.
func TestSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Map(rapid.IntRange(-50, 50), func(i int) float64 { return float64(i) / 2 }), 1, 2000).Draw(t, "xs")
		cut := rapid.IntRange(0, len(xs)).Draw(t, "cut")
		s := sampleOf(xs[:cut])
		s.Merge(sampleOf(xs[cut:]))

		sorted := slices.Sorted(slices.Values(xs))
		mean, square := 0.0, 0.0
		for _, x := range xs {
			mean += x / float64(len(xs))
		}
		for _, x := range xs {
			square += (x - mean) * (x - mean)
		}
		if s.Count() != len(xs) || !near(s.Mean(), mean) || s.Minimum() != sorted[0] || s.Maximum() != sorted[len(xs)-1] {
			t.Fatalf("%d numbers, mean %v, %v to %v", s.Count(), s.Mean(), s.Minimum(), s.Maximum())
		}
		if len(xs) > 1 && math.Abs(s.Deviation()-math.Sqrt(square/float64(len(xs)-1))) > 1e-6 {
			t.Fatalf("deviation %v, want %v", s.Deviation(), math.Sqrt(square/float64(len(xs)-1)))
		}
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		if want := sorted[max(0, int(math.Ceil(q*float64(len(xs))))-1)]; s.Quantile(q) != want {
			t.Fatalf("quantile %v is %v, want %v", q, s.Quantile(q), want)
		}
	})
}

// Of many different numbers, quantiles are off by less than the part that is promised.
func TestSampleOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 200_000
	parts := make([]montecarlo.Sample, 7)
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = random.ExpFloat64()
		parts[i%len(parts)].Add(xs[i])
	}
	var s montecarlo.Sample
	for i := range parts {
		s.Merge(&parts[i])
	}
	slices.Sort(xs)
	for _, q := range []float64{0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999} {
		rank, _ := slices.BinarySearch(xs, s.Quantile(q))
		if off := math.Abs(float64(rank)/n - q); off > 1.0/2000 {
			t.Errorf("quantile %v is off by %.5f", q, off)
		}
	}
	if s.Quantile(0) != xs[0] || s.Quantile(1) != xs[n-1] {
		t.Errorf("from %v to %v, want %v to %v", s.Quantile(0), s.Quantile(1), xs[0], xs[n-1])
	}
	s.Reset()
	if s.Add(3); s.Count() != 1 || s.Mean() != 3 || s.Median() != 3 || s.Deviation() != 0 {
		t.Error("a sample that was reset is not empty")
	}
}

// Intervals hold what they promise as often as they promise. Of 2 000 intervals of 90 % about 1 800 hold the
// truth; fewer than 1 755 or more than 1 845 come with a chance of less than 1 % (the seed is fixed).
func TestIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const trials, n = 2000, 200
	means, medians := 0, 0
	for range trials {
		var s montecarlo.Sample
		for range n {
			s.Add(random.NormFloat64())
		}
		if low, high := s.MeanInterval(0.9); low <= 0 && 0 <= high {
			means++
		}
		if low, high := s.QuantileInterval(0.5, 0.9); low <= 0 && 0 <= high {
			medians++
		}
	}
	// The interval of a quantile is between whole ranks, and so a little wide.
	if means < 1755 || means > 1845 || medians < 1755 || medians > 1900 {
		t.Errorf("%d and %d of %d intervals hold the truth", means, medians, trials)
	}
	var one montecarlo.Sample
	one.Add(1)
	if low, high := one.MeanInterval(0.9); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("the interval of one number is %v to %v", low, high)
	}
}

// A sample that is merged with itself again and again does not overflow.
func TestSampleDoubled(t *testing.T) {
	var s montecarlo.Sample
	for _, x := range []float64{1, 2, 2, 3} {
		s.Add(x)
	}
	for range 80 {
		s.Merge(&s)
		s.Add(2)
	}
	if s.Count() < math.MaxInt32 || math.Abs(s.Mean()-2) > 1e-9 || !(s.Deviation() > 0.5 && s.Deviation() < 1) || s.Quantile(0.1) != 1 || s.Median() != 2 {
		t.Errorf("%d numbers, mean %v, deviation %v, %v and %v", s.Count(), s.Mean(), s.Deviation(), s.Quantile(0.1), s.Median())
	}
}
