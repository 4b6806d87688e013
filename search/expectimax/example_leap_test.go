package expectimax_test

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// Leap is a game of two sides who move twice each. A side walks one step, or tries to leap and tosses a coin: three steps
// or none. Who is further in the end wins.
type Leap struct {
	steps   [2]int
	turns   int
	leaping bool // and the coin decides
}

// What sides play, and the outcomes of the coin.
const (
	step = iota + 1
	leap
	stumble
	land
)

func (g *Leap) Moves(dst []int) []int {
	switch {
	case g.leaping:
		return append(dst, stumble, land)
	case g.turns < 4:
		return append(dst, step, leap)
	}
	return dst
}

func (g *Leap) Play(m int) {
	g.leaping = m == leap
	if m == leap {
		return
	}
	g.steps[g.turns%2] += map[int]int{step: 1, land: 3}[m]
	g.turns++
}

func (g *Leap) Undo(m int) {
	g.leaping = m == stumble || m == land
	if m == leap {
		return
	}
	g.turns--
	g.steps[g.turns%2] -= map[int]int{step: 1, land: 3}[m]
}

func (g *Leap) Acyclic() bool { return true }

func (g *Leap) ToMove() int {
	if g.leaping {
		return ply.Chance
	}
	return g.turns % 2
}

func (g *Leap) Probabilities(outcomes []int, dst []float64) []float64 { return append(dst, 0.5, 0.5) }

// Outcome is for side 0, which is to move again at the end.
func (g *Leap) Outcome() int { return cmp.Compare(g.steps[0], g.steps[1]) }

// A step ahead at the start is worth 0.375: the first side wins so much more often than it loses.
func ExampleExpectimax() {
	r, err := expectimax.Expectimax(context.Background(), &Leap{steps: [2]int{1, 0}}, ply.Limits{}, expectimax.Options[int]{})
	fmt.Printf("%.4f for the first side, %d nodes, %v\n", r.Value, r.Nodes, err)
	// Output: 0.3750 for the first side, 161 nodes, <nil>
}

// Star1 finds the same value and looks at fewer positions, since it knows that no value is beyond -1 and 1.
func ExampleStar1() {
	r, err := expectimax.Star1(context.Background(), &Leap{steps: [2]int{1, 0}}, ply.Limits{}, expectimax.Options[int]{Range: [2]float64{-1, 1}})
	fmt.Printf("%.4f for the first side, %d nodes, %v\n", r.Value, r.Nodes, err)
	// Output: 0.3750 for the first side, 153 nodes, <nil>
}

// Lead values a position by the steps that a side is ahead.
type Lead struct{ *Leap }

func (l Lead) Expectation() float64 {
	lead := float64(l.steps[0] - l.steps[1])
	if l.ToMove() == 1 {
		return -lead
	}
	return lead
}
