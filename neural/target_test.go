package neural

import (
	"math"
	"testing"
)

// TestTarget checks the value that a position is to have, by hand, in a game of five moves that alternate, of which
// side 1 wins.
func TestTarget(t *testing.T) {
	policy := []uint16{unit}
	r := &record[int]{
		sides:   []int16{0, 1, 0, 1, 0},
		outcome: -1,
		steps: []step{
			{},
			{policy: policy, value: 0.5},
			{policy: policy, value: -0.25},
			{policy: policy, value: 1, proven: true},
			{policy: policy, value: -0.75},
		},
	}
	drawn := *r
	drawn.outcome = 0
	for _, c := range []struct {
		record        *record[int]
		at            int
		mix, discount float64
		want          float64
	}{
		{r, 1, 0, 1, 1},
		{r, 2, 0, 1, -1},
		{r, 2, 0.5, 1, -0.625},
		{r, 2, 1, 0.9, -0.25}, // what a search finds is of that kind already
		{r, 2, 0, 0.9, -math.Pow(0.9, 3)},
		{r, 2, 0.5, 0.9, -0.5*math.Pow(0.9, 3) - 0.125},
		{r, 3, 1, 0.9, 0.81}, // a proven value is not mixed
		{&drawn, 4, 0, 0.9, 0},
		{&drawn, 2, 0, 0.9, -math.Pow(0.9, 3)}, // the proven value, not what came of it
	} {
		training := Training{Mix: &c.mix, Discount: c.discount}
		if got := (lesson[int]{c.record, c.at}).target(&training, int(c.record.sides[c.at])); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("position %d, mix %v, discount %v: %v, want %v", c.at, c.mix, c.discount, got, c.want)
		}
	}
}
