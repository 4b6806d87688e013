package testgames

import (
	"fmt"
	"slices"
)

// Pennies is matching pennies as a game of joint moves: in each round two players choose heads (0) or tails (1) at the
// same time. Player 0 wins Prize points if both choose heads, one if both choose tails, and otherwise loses one.
//
// In equilibrium both players choose heads with probability 2/(Prize+3); the value is (Prize-1)/(Prize+3) a round.
type Pennies struct {
	Rounds int
	Prize  int
	Line   []int // played
}

func (g *Pennies) Players() int { return 2 }

func (g *Pennies) MovesOf(player int, dst []int) []int {
	if player < 0 || len(g.Line) == 2*g.Rounds {
		return dst
	}
	return append(dst, 0, 1)
}

func (g *Pennies) PlayJoint(moves []int) { g.Line = append(g.Line, moves...) }

func (g *Pennies) UndoJoint([]int) { g.Line = g.Line[:len(g.Line)-2] }

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

func (g *Pennies) Clone() *Pennies {
	c := *g
	c.Line = slices.Clone(g.Line)
	return &c
}

func (g *Pennies) String() string { return fmt.Sprint(g.Line) }

func (g *Pennies) Acyclic() bool { return true }
