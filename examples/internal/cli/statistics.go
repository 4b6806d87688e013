package cli

import (
	"fmt"
	"math"
)

// z95 is the number of standard deviations on either side of the mean that hold 95 % of a normal
// distribution.
const z95 = 1.959964

// Mean returns the mean of xs and half the width of its 95 % confidence interval, by the normal
// approximation. The interval of fewer than two numbers is infinite.
func Mean(xs []float64) (mean, half float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x / n
	}
	if n < 2 {
		return mean, math.Inf(1)
	}
	variance := 0.0
	for _, x := range xs {
		variance += (x - mean) * (x - mean) / (n - 1)
	}
	return mean, z95 * math.Sqrt(variance/n)
}

// Rate returns the 95 % confidence interval of a rate of which k of n were seen (Wilson 1927).
func Rate(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	p, N := float64(k)/float64(n), float64(n)
	centre := (p + z95*z95/(2*N)) / (1 + z95*z95/N)
	half := z95 / (1 + z95*z95/N) * math.Sqrt(p*(1-p)/N+z95*z95/(4*N*N))
	return max(0, centre-half), min(1, centre+half)
}

// FormatRate writes a rate with its interval, as in "25.2 % (95 %: 24.3 to 26.1)".
func FormatRate(k, n int) string {
	low, high := Rate(k, n)
	return fmt.Sprintf("%.3g %% (95 %%: %.3g to %.3g)", 100*float64(k)/float64(max(n, 1)), 100*low, 100*high)
}
