package arena

import (
	"fmt"
	"math"

	"github.com/ply-search/ply/internal/interval"
)

// A Sample summarizes observations: their number, mean and variance. [Sample.Add] combines two samples. The zero value
// contains no observations, and Sample{Count: 1, Mean: x} contains only x.
type Sample struct {
	Count   int     // number of observations
	Mean    float64 // mean of the observations, 0 if there are none
	Squares float64 // sum of the squared differences between the observations and Mean
}

// Add returns the sample of all observations of s and t (Chan, Golub and LeVeque 1979). Count is at most [math.MaxInt].
func (s Sample) Add(t Sample) Sample {
	if t.Count == 0 {
		return s
	}
	own, other := float64(s.Count), float64(t.Count)
	difference, share := t.Mean-s.Mean, other/(own+other)
	s.Count = sum(s.Count, t.Count)
	s.Mean += difference * share
	s.Squares += t.Squares + difference*difference*own*share
	return s
}

// Interval returns a confidence interval for the true mean, at a level between 0 and 1, such as 0.95. It assumes that
// the observations are independent and that their mean is normally distributed, which is approximately true for 30 or
// more observations. For fewer than two observations, the interval is infinite.
func (s Sample) Interval(level float64) (low, high float64) {
	switch {
	case level <= 0:
		return s.Mean, s.Mean
	case s.Count < 2 || !(level < 1):
		return math.Inf(-1), math.Inf(1)
	}
	n := float64(s.Count)
	return interval.Mean(s.Mean, math.Sqrt(s.Squares/(n-1)), n, level)
}

// String returns a text such as "+0.125 (95 %: -0.03 to +0.28)": the mean and its 95 % confidence interval.
func (s Sample) String() string {
	low, high := s.Interval(0.95)
	return fmt.Sprintf("%s (95 %%: %s to %s)", short(s.Mean), short(low), short(high))
}

// short formats a number with three digits, or all before the point if these are more.
func short(x float64) string {
	if math.Abs(x) >= 999.5 {
		return fmt.Sprintf("%+.0f", x)
	}
	return fmt.Sprintf("%+.3g", x)
}
