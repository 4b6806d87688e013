package testgames

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// Gamble is a duel in which chance moves in some nodes.
type Gamble struct {
	*Duel
	Odds [][]float64 // of the edges of each node of chance; nil for others
}

// RandomGamble draws a gamble by [RandomDuel]. Chance moves in about a third of the nodes; some probabilities are 0.
func RandomGamble(random *rand.Rand, nodes, moves, most int, acyclic bool) *Gamble {
	g := &Gamble{RandomDuel(random, nodes, moves, most, acyclic), make([][]float64, nodes)}
	for n := range g.Nodes {
		node := &g.Nodes[n]
		node.Low, node.High, node.PassTo = -most, most, -1
		if len(node.Out) > 0 && random.IntN(3) == 0 {
			node.Side = ply.Chance
			g.Odds[n] = Odds(random, len(node.Out), nil)
		}
	}
	return g
}

func Odds(random *rand.Rand, n int, dst []float64) []float64 {
	p := make([]float64, n)
	sum := 0.0
	for i := range p {
		if i == 0 || random.IntN(5) > 0 {
			p[i] = random.Float64() + 0.01
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return append(dst, p...)
}

func (g *Gamble) Probabilities(moves []int, dst []float64) []float64 {
	return append(dst, g.Odds[g.At]...)
}

func (g *Gamble) Clone() *Gamble { return &Gamble{g.Duel.Clone(), g.Odds} }

func (g *Gamble) CopyFrom(other *Gamble) {
	g.Duel.CopyFrom(other.Duel)
	g.Odds = other.Odds
}

// Expectations returns the value of each node of an acyclic gamble for side 0.
func (g *Gamble) Expectations() []float64 {
	values := make([]float64, len(g.Nodes))
	for n := len(g.Nodes) - 1; n >= 0; n-- {
		node := &g.Nodes[n]
		sign := 1.0
		if node.Side == 1 {
			sign = -1
		}
		if len(node.Out) == 0 {
			values[n] = sign * float64(node.Outcome)
			continue
		}
		for i, e := range node.Out {
			v := values[g.Edges[e].To]
			switch {
			case node.Side == ply.Chance:
				values[n] += g.Odds[n][i] * v
			case i == 0 || sign*v > sign*values[n]:
				values[n] = v
			}
		}
	}
	return values
}

// Loaded is a game with other probabilities of its outcomes, possibly illegal.
type Loaded struct {
	ply.AdversarialGame[int]
	Odds float64 // of each outcome
}

func (g Loaded) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, g.Odds)
	}
	return dst
}

// Unsaid is a game with positions of chance that lacks the method Probabilities.
type Unsaid struct{ ply.AdversarialGame[int] }
