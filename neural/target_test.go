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

// TestTargetOfSeveralPlayers checks the values that a position is to have, by hand, in a game of three players in which
// chance makes the fourth move, and player 2 moves twice.
func TestTargetOfSeveralPlayers(t *testing.T) {
	policy := []uint16{unit}
	r := &record[int]{
		sides:    []int16{0, 1, 0, -1, 2, 2},
		outcomes: []float32{0.5, 1, -1},
		steps: []step{
			{}, // the opening
			{policy: policy, value: 0.25},
			{policy: policy, value: -0.75},
			{policy: []uint16{}, chance: true},
			{policy: policy, value: -0.5},
			{policy: policy, value: 0.125},
		},
	}
	for _, c := range []struct {
		at   int
		want [3]float64 // with a discount of 0.5 and a mixture of a quarter of the result and three quarters of the search
	}{
		{1, [3]float64{0.25*0.5/32 - 0.75*0.75/2, 0.25/32 + 0.75*0.25, -0.25/32 - 0.75*0.5/8}},
		{2, [3]float64{0.25*0.5/16 - 0.75*0.75, 1. / 16, -0.25/16 - 0.75*0.5/4}},
		{3, [3]float64{0.5 / 8, 1. / 8, -0.25/8 - 0.75*0.5/2}}, // players 0 and 1 have no further turn
		{5, [3]float64{0.5 / 2, 1. / 2, -0.25/2 + 0.75*0.125}},
	} {
		mix := 0.75
		training := Training{Mix: &mix, Discount: 0.5}
		for player, want := range c.want {
			if got := (lesson[int]{r, c.at}).target(&training, player); math.Abs(got-want) > 1e-12 {
				t.Errorf("position %d, player %d: %v, want %v", c.at, player, got, want)
			}
		}
	}
}
