package cli

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/interval"
)

// Mean returns the mean of xs and half the width of its 95 % confidence interval, by the normal
// approximation. The interval of fewer than two numbers is infinite.
func Mean(xs []float64) (mean, half float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x / n
	}
	variance := 0.0
	for _, x := range xs {
		variance += (x - mean) * (x - mean) / (n - 1)
	}
	_, high := interval.Mean(mean, math.Sqrt(variance), n, 0.95)
	return mean, high - mean
}

// Rate returns the 95 % confidence interval of a rate of which k of n were seen (Wilson 1927).
func Rate(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	return interval.Rate(float64(k)/float64(n), float64(n), 0.95)
}

// FormatRate writes a rate with its interval, as in "25.2 % (95 %: 24.3 to 26.1)".
func FormatRate(k, n int) string {
	low, high := Rate(k, n)
	return fmt.Sprintf("%.3g %% (95 %%: %.3g to %.3g)", 100*float64(k)/float64(max(n, 1)), 100*low, 100*high)
}

// Searched is the JSON output for some searches of one kind.
type Searched struct {
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
	First   float64 `json:"first"` // share of the cutoffs by the first move

	cutoffs, first int
}

// Add adds a search with a number of cutoffs, and of those by the first move.
func (s *Searched) Add(r ply.Report, cutoffs, first int) {
	s.Nodes += r.Nodes
	s.Seconds += r.Elapsed.Seconds()
	s.cutoffs += cutoffs
	s.first += first
	s.First = float64(s.first) / float64(max(1, s.cutoffs))
}
