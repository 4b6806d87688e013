package interval_test

import (
	"math"
	"testing"

	"github.com/ply-search/ply/internal/interval"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 || a == b }

func TestNormal(t *testing.T) {
	for part, want := range map[float64]float64{0: 0, 0.6826895: 1, 0.95: 1.959964, 0.99: 2.575829} {
		if got := interval.Normal(part); !near(got, want) {
			t.Errorf("%v: %v, want %v", part, got, want)
		}
	}
}

func TestMean(t *testing.T) {
	if low, high := interval.Mean(10, 2, 100, 0.95); !near(low, 10-0.391993) || !near(high, 10+0.391993) {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := interval.Mean(10, 2, 1, 0.95); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("of one number %v to %v", low, high)
	}
}

// The bounds equal Wilson's formula, written out.
func TestRate(t *testing.T) {
	for _, c := range []struct{ k, n float64 }{{10, 100}, {0, 20}, {20, 20}, {1, 3}} {
		p, z := c.k/c.n, interval.Normal(0.95)
		centre := (p + z*z/(2*c.n)) / (1 + z*z/c.n)
		half := z / (1 + z*z/c.n) * math.Sqrt(p*(1-p)/c.n+z*z/(4*c.n*c.n))
		if low, high := interval.Rate(p, c.n, 0.95); !near(low, max(0, centre-half)) || !near(high, min(1, centre+half)) {
			t.Errorf("%v of %v: %v to %v", c.k, c.n, low, high)
		}
	}
}

// The interval of a rate of 0 or 1 reaches it exactly.
func TestRateOfAll(t *testing.T) {
	for n := 1.0; n < 500; n++ {
		for _, confidence := range []float64{0.5, 0.95, 0.99} {
			if low, _ := interval.Rate(0, n, confidence); low != 0 {
				t.Errorf("0 of %v: from %v", n, low)
			}
			if _, high := interval.Rate(1, n, confidence); high != 1 {
				t.Errorf("all of %v: to %v", n, high)
			}
		}
	}
}
