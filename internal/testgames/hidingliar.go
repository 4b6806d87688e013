package testgames

import (
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// A RollingLiar is a Liar with moves of chance.
type RollingLiar struct{ *Liar }

func (g *RollingLiar) Clone() *RollingLiar { return &RollingLiar{g.Liar.Clone()} }

func (g *RollingLiar) ToMove() int {
	if g.truth(5)%3 == 0 && len(g.next[g.at()]) > 0 && !g.lies["ToMove"] {
		return ply.Chance
	}
	return g.Liar.ToMove()
}

func (g *RollingLiar) Probabilities(moves []int, dst []float64) []float64 {
	number, lies := g.tells("Probabilities")
	for range moves {
		p := 1 / float64(len(moves))
		if lies {
			p = [...]float64{0, -1, 2, math.NaN(), math.Inf(1), p, p}[number>>8%7]
		}
		dst = append(dst, p)
	}
	if lies && number>>16%2 == 0 {
		dst = append(dst, 0)
	}
	return dst
}

func (g *RollingLiar) Expectation() float64 {
	if number, lies := g.tells("Expectation"); lies {
		return float64(wild(number))
	}
	return float64(g.Evaluate())
}

// A HidingLiar is a Liar with hidden information.
type HidingLiar struct{ *RollingLiar }

func (g *HidingLiar) Clone() *HidingLiar { return &HidingLiar{g.RollingLiar.Clone()} }

func (g *HidingLiar) AppendInformation(dst []byte, player int) []byte {
	if number, lies := g.tells("AppendInformation"); lies {
		return append(dst, byte(number>>8))
	}
	return append(dst, byte(g.at()))
}

func (g *HidingLiar) Determinize(player int, random *rand.Rand) float64 {
	number, lies := g.tells("Determinize")
	if !lies {
		return 1 + random.Float64()
	}
	if number>>8%2 == 0 {
		g.line[len(g.line)-1] = int(number >> 16 % uint64(len(g.next)))
		return 1
	}
	return [...]float64{0, -1, math.NaN(), math.Inf(1), math.MaxFloat64, 5e-324}[number>>16%6]
}

// A JointLiar is a Liar with joint moves of two players.
type JointLiar struct{ *RollingLiar }

func (g *JointLiar) Clone() *JointLiar { return &JointLiar{g.RollingLiar.Clone()} }

func (g *JointLiar) Players() int {
	if number, lies := g.tells("Players"); lies {
		return min(wild(number), 1<<9)
	}
	return 2
}

func (g *JointLiar) MovesOf(player int, dst []int) []int {
	if number, lies := g.tells("MovesOf"); lies {
		return append(dst, wild(number))
	}
	if chance := g.RollingLiar.ToMove() == ply.Chance; (player == ply.Chance) != chance || !chance && g.truth(6+player)%4 == 0 && player != 0 {
		return dst
	}
	return g.Moves(dst)
}

func (g *JointLiar) PlayJoint(moves []int) {
	sum := 0
	for _, m := range moves {
		sum += m
	}
	if out := g.next[g.at()]; len(out) > 0 {
		sum = int(uint(sum) % uint(len(out)))
	}
	g.Play(sum)
}

func (g *JointLiar) UndoJoint([]int) { g.Undo(0) }
