// Package interval computes confidence intervals.
package interval

import "math"

// Normal returns the number of standard deviations around the mean that hold a part, in [0, 1), of a normal
// distribution.
func Normal(part float64) float64 { return math.Sqrt2 * math.Erfinv(part) }

// Mean returns the interval of the mean of n numbers with this mean and standard deviation, by the normal
// approximation. For fewer than two numbers it is infinite.
func Mean(mean, deviation, n, confidence float64) (low, high float64) {
	if n < 2 {
		return math.Inf(-1), math.Inf(1)
	}
	half := Normal(confidence) * deviation / math.Sqrt(n)
	return mean - half, mean + half
}

// Rate returns the interval of a rate observed as p in n independent trials (Wilson 1927): the rates x that differ from
// p by no more than chance allows, where the variance of a trial is x(1-x).
func Rate(p, n, confidence float64) (low, high float64) {
	z := Normal(confidence)
	// (p - x)² = k x(1-x), to be solved for x.
	k := z * z / n
	a, b, c := 1+k, -(2*p + k), p*p
	root := math.Sqrt(max(b*b-4*a*c, 0))
	low, high = max(0, (-b-root)/(2*a)), min(1, (-b+root)/(2*a))
	// A rate of 0 or 1 may be exact, which rounding must not exclude.
	switch {
	case p <= 0:
		low = 0
	case p >= 1:
		high = 1
	}
	return low, high
}
