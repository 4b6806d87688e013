package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/examples/ggp/circuit"
)

// TestMedian compares with the goals of the same matches, of which the median is taken by its definition: of the two in
// the middle, that which is worse for the player to move.
func TestMedian(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough"} {
		r := load(t, name, Options{Median: true})
		g := first(NewSides(r))
		many := NewMany(r)
		random := rand.New(rand.NewPCG(1, 2))
		lanes := r.NewLanes()
		seen := map[int]bool{}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			goals := make([]uint8, 2*circuit.LaneCount)
			source := rand.NewPCG(g.Hash(), 0)
			if _, err := lanes.Batch(g.state(), source, 0, goals); err != nil {
				t.Fatal(err)
			}
			var outcomes []int
			for lane := range circuit.LaneCount {
				own := goals[2*lane+g.ToMove()]
				outcomes = append(outcomes, 2*int(own)-100)
			}
			slices.Sort(outcomes)
			want := outcomes[circuit.LaneCount/2-1]
			if got := g.Evaluate(); got != want {
				t.Errorf("%s: %d, want %d of %v", name, got, want, outcomes)
			}
			var values [2]int
			many.Evaluations(values[:])
			if values[g.ToMove()] != want || values[1-g.ToMove()] != -want {
				t.Errorf("%s: %v, want %d for player %d", name, values, want, g.ToMove())
			}
			seen[want] = true
			m := moves[random.IntN(len(moves))]
			g.Play(m)
			many.Play(m)
		}
		if got := g.Evaluate(); got != g.Outcome() {
			t.Errorf("%s: %d at the end, want %d", name, got, g.Outcome())
		}
		if len(seen) < 2 {
			t.Errorf("%s: all medians are the same: %v", name, seen)
		}
	}
}
