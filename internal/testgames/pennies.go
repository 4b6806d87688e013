package testgames

import (
	"fmt"
	"slices"
)

// Pennies is matching pennies, written as a game of joint moves: in each of some rounds two players choose heads (0) or
// tails (1) at the same time. Player 0 wins a point if the choices are the same and Prize points if both are heads, and
// loses one point otherwise.
//
// With one round and a prize of 1, both should choose by a fair coin, and the value is 0. In general player 0 should
// choose heads with the probability 2/(Prize+3), and so should player 1; the value is (Prize-1)/(Prize+3) a round.
type Pennies struct {
	Rounds int
	Prize  int
	Line   []int // played
}

// Players is 2.
func (g *Pennies) Players() int { return 2 }

// MovesOf appends heads and tails for both players.
func (g *Pennies) MovesOf(player int, dst []int) []int {
	if player < 0 || len(g.Line) == 2*g.Rounds {
		return dst
	}
	return append(dst, 0, 1)
}

// PlayJoint plays a round.
func (g *Pennies) PlayJoint(moves []int) { g.Line = append(g.Line, moves...) }

// UndoJoint takes a round back.
func (g *Pennies) UndoJoint([]int) { g.Line = g.Line[:len(g.Line)-2] }

// Outcomes sums the points.
func (g *Pennies) Outcomes(values []int) {
	sum := 0
	for i := 0; i < len(g.Line); i += 2 {
		switch a, b := g.Line[i], g.Line[i+1]; {
		case a != b:
			sum--
		case a == 0:
			sum += g.Prize
		default:
			sum++
		}
	}
	values[0], values[1] = sum, -sum
}

// Clone returns a copy.
func (g *Pennies) Clone() *Pennies {
	c := *g
	c.Line = slices.Clone(g.Line)
	return &c
}

// String shows the rounds.
func (g *Pennies) String() string { return fmt.Sprint(g.Line) }

// Acyclic is true.
func (g *Pennies) Acyclic() bool { return true }
