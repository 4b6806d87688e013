package backgammon

import (
	"testing"

	"github.com/ply-search/ply/learn"
)

// The features obey their laws, and the network estimates races and the start of the game well.
func TestNetwork(t *testing.T) {
	if err := learn.CheckFeatures(func() (*Game, error) { return New(), nil }, 20, nil); err != nil {
		t.Fatal(err)
	}
	evaluate := func(g *Game) float64 { return learn.ForExpectimax[Move](Network(), 0)(g).Expectation() }
	start := New()
	start.now.opening = false // White throws, also doubles: GNU Backgammon estimates +0.067 to +0.08
	if v := evaluate(start); v < 0 || v > 0.16 {
		t.Errorf("the start is worth %v", v)
	}
	if v := evaluate(place(t, map[int]int{1: 1}, map[int]int{6: 2})); v < 0.8 || v > 3 {
		t.Errorf("before the last checker is borne off: %v", v)
	}
}

// The features are the same for both sides.
func TestFeaturesOfSides(t *testing.T) {
	for _, g := range positions(t, 3) {
		other := g.Clone()
		other.now.side = 1 - g.now.side
		for side := range 2 {
			other.now.checkers[side], other.now.occupied[side], other.now.made[side] = g.now.checkers[1-side], g.now.occupied[1-side], g.now.made[1-side]
		}
		one, two := g.AppendFeatures(nil), other.AppendFeatures(nil)
		for i := range one {
			if one[i] != two[i] {
				t.Fatalf("%v feature %d is %v and, with the sides exchanged, %v", g, i, one[i], two[i])
			}
		}
	}
}
