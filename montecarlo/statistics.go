package montecarlo

import (
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/interval"
)

// A Sample summarizes a stream of numbers, such as scores: it computes the count, mean, standard deviation and quantiles.
// The zero value is an empty sample. Memory is bounded. Quantiles are exact for up to 8192 distinct numbers. Beyond that,
// numbers next to each other are replaced by their mean, and the rank of a quantile is wrong by at most about 1/4000 of
// the count. The methods of a Sample must be called from one goroutine at a time; Merge combines several Samples.
type Sample struct {
	n         float64 // a whole number: a float does not overflow
	mean, sum float64 // sum adds up the squared differences from the mean
	min, max  float64
	clusters  []cluster // ascending
	fresh     []float64 // not yet in clusters
	merged    []cluster // scratch
}

type cluster struct {
	value float64
	count float64
}

const (
	mostClusters = 8192
	mostFresh    = 512
)

// Add adds a number to the sample.
func (s *Sample) Add(x float64) {
	if s.n == 0 {
		s.min, s.max = x, x
	}
	s.min, s.max = min(s.min, x), max(s.max, x)
	s.n++
	d := x - s.mean
	if finite.Is(d) {
		s.mean += d / s.n
	} else {
		s.mean += x/s.n - s.mean/s.n
	}
	s.sum += d * (x - s.mean) // Welford 1962
	s.fresh = append(s.fresh, x)
	if len(s.fresh) == mostFresh {
		s.tidy()
	}
}

// Merge adds the numbers of other to the sample. other does not change.
func (s *Sample) Merge(other *Sample) {
	if other.n == 0 {
		return
	}
	s.tidy()
	other.tidy()
	if s.n == 0 {
		s.min, s.max = other.min, other.max
	}
	s.min, s.max = min(s.min, other.min), max(s.max, other.max)
	n := s.n + other.n
	d := other.mean - s.mean
	s.sum += other.sum + d*d*s.n*other.n/n
	s.mean += d * other.n / n
	s.n += other.n
	s.mergeClusters(other.clusters)
}

// Reset empties the sample and keeps its memory for reuse.
func (s *Sample) Reset() {
	*s = Sample{clusters: s.clusters[:0], fresh: s.fresh[:0], merged: s.merged[:0]}
}

func (s *Sample) tidy() {
	if len(s.fresh) == 0 {
		return
	}
	slices.Sort(s.fresh)
	var fresh [mostFresh]cluster
	n := 0
	for _, x := range s.fresh {
		if n > 0 && fresh[n-1].value == x {
			fresh[n-1].count++
			continue
		}
		fresh[n] = cluster{x, 1}
		n++
	}
	s.fresh = s.fresh[:0]
	s.mergeClusters(fresh[:n])
}

func (s *Sample) mergeClusters(add []cluster) {
	old := s.clusters
	out := s.merged[:0]
	for len(old) > 0 || len(add) > 0 {
		switch {
		case len(add) == 0 || len(old) > 0 && old[0].value < add[0].value:
			out = append(out, old[0])
			old = old[1:]
		case len(old) == 0 || add[0].value < old[0].value:
			out = append(out, add[0])
			add = add[1:]
		default:
			out = append(out, cluster{old[0].value, old[0].count + add[0].count})
			old, add = old[1:], add[1:]
		}
	}
	s.clusters, s.merged = out, s.clusters
	if len(out) <= mostClusters {
		return
	}
	// The counts of neighbours left apart add up to more than most, which leaves at most half of mostClusters, and one.
	most := math.Floor(4 * s.n / mostClusters)
	n := 0
	for _, c := range out[1:] {
		last := &out[n]
		if count := last.count + c.count; count <= most {
			last.value += (c.value - last.value) * c.count / count
			last.count = count
			continue
		}
		n++
		out[n] = c
	}
	s.clusters = out[:n+1]
}

// Count returns how many numbers were added, at most [math.MaxInt].
func (s *Sample) Count() int {
	if s.n >= math.MaxInt {
		return math.MaxInt
	}
	return int(s.n)
}

// Mean returns the mean, or 0 for an empty sample.
func (s *Sample) Mean() float64 { return s.mean }

// Deviation returns the sample standard deviation (denominator n-1), or 0 for fewer than two numbers.
func (s *Sample) Deviation() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.sum / (s.n - 1))
}

// Minimum returns the least number, or 0 for an empty sample.
func (s *Sample) Minimum() float64 { return s.min }

// Maximum returns the greatest number, or 0 for an empty sample.
func (s *Sample) Maximum() float64 { return s.max }

// Median returns the quantile 0.5, or 0 for an empty sample.
func (s *Sample) Median() float64 { return s.Quantile(0.5) }

// Quantile returns the least number x of the sample such that at least a fraction q of all numbers is at most x. q is
// from 0 to 1. Quantile returns 0 for an empty sample.
func (s *Sample) Quantile(q float64) float64 { return s.ranked(math.Ceil(q * s.n)) }

func (s *Sample) ranked(rank float64) float64 {
	if s.n == 0 {
		return 0
	}
	if rank <= 1 {
		return s.min
	}
	if rank >= s.n {
		return s.max
	}
	s.tidy()
	below := 0.0
	for _, c := range s.clusters {
		if below += c.count; below >= rank {
			return c.value
		}
	}
	return s.max
}

// MeanInterval returns a confidence interval for the mean, by the normal approximation. For fewer than two numbers the
// interval is infinite. The argument confidence, at least 0 and less than 1, is the probability that the interval
// contains the mean, such as 0.95.
func (s *Sample) MeanInterval(confidence float64) (low, high float64) {
	return interval.Mean(s.mean, s.Deviation(), s.n, confidence)
}

// QuantileInterval returns a confidence interval for the quantile q, which is from 0 to 1, by the normal approximation
// for its rank. The argument confidence, at least 0 and less than 1, is the probability that the interval contains the
// quantile, such as 0.95.
func (s *Sample) QuantileInterval(q, confidence float64) (low, high float64) {
	n := s.n
	half := interval.Normal(confidence) * math.Sqrt(n*q*(1-q))
	return s.ranked(math.Floor(q*n - half)), s.ranked(math.Ceil(q*n+half) + 1)
}

func (s *Sample) statistic(quantile float64) float64 {
	if quantile == 0 {
		return s.Mean()
	}
	return s.Quantile(quantile)
}

func statistic(quantile float64) string {
	if name, ok := map[float64]string{0: "mean", 0.5: "median", 0.9: "decile", 0.99: "centile", 1: "maximum"}[quantile]; ok {
		return name
	}
	return fmt.Sprintf("%v-quantile", quantile)
}

func checkQuantile(quantile float64) error {
	if !(quantile >= 0 && quantile <= 1) {
		return fmt.Errorf("montecarlo: Quantile is %v, want a number up to 1, or 0 for the mean", quantile)
	}
	return nil
}
