package chance_test

import (
	"math"
	"testing"

	"github.com/ply-search/ply/internal/chance"
)

func TestCheck(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		probabilities []float64
		outcomes      int
		ok            bool
	}{
		{[]float64{1}, 1, true},
		{[]float64{0.5, 0, 0.5}, 3, true},
		{[]float64{1. / 3, 1. / 3, 1. / 3}, 3, true},
		{nil, 0, false},
		{[]float64{1}, 2, false},
		{[]float64{0.5, 0.4}, 2, false},
		{[]float64{0.6, 0.6}, 2, false},
		{[]float64{1.5, -0.5}, 2, false},
		{[]float64{nan, 1}, 2, false},
		{[]float64{math.Inf(1), 0}, 2, false},
	} {
		if err := chance.Check(c.probabilities, c.outcomes); (err == nil) != c.ok {
			t.Errorf("%v for %d outcomes: %v", c.probabilities, c.outcomes, err)
		}
	}
}

func TestPick(t *testing.T) {
	p := []float64{0, 0.25, 0, 0.5, 0.25, 0}
	for _, c := range []struct {
		drawn float64
		want  int
	}{{0, 1}, {0.2499, 1}, {0.25, 3}, {0.7499, 3}, {0.75, 4}, {math.Nextafter(1, 0), 4}} {
		if got := chance.Pick(p, c.drawn); got != c.want {
			t.Errorf("%v picks %d, want %d", c.drawn, got, c.want)
		}
	}
	if got := chance.Pick([]float64{0.5, 0.5 - 1e-10, 0}, math.Nextafter(1, 0)); got != 1 {
		t.Errorf("rounding picks %d, want 1", got)
	}
}
