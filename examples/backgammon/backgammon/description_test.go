package backgammon

import (
	"math/rand/v2"
	"testing"
)

// The description obeys its laws. The plays of different numbers have different numbers for the policy, and of the
// plays of doubles, nine in ten have.
func TestDescription(t *testing.T) {
	if err := Description().Check(20); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(6, 0))
	plays, numbers := 0, 0
	visit := func(g *Game) {
		moves, seen := g.Moves(nil), map[int]bool{}
		for _, m := range moves {
			seen[m.number()] = true
		}
		if a, b := g.Dice(); a == b {
			plays, numbers = plays+len(moves), numbers+len(seen)
		} else if len(seen) < len(moves) {
			t.Errorf("%v%d plays, %d numbers", g, len(moves), len(seen))
		}
	}
	for range 10 {
		walk(t, random, visit)
	}
	if numbers < plays*9/10 {
		t.Errorf("doubles: %d plays, %d numbers", plays, numbers)
	}
}
