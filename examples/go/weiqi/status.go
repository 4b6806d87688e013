package weiqi

import (
	"math/rand/v2"

	"github.com/ply-search/ply/examples/goban/goban"
)

// statusGames is the number of playouts by which stones are judged, half of which begin with a pass.
const statusGames = 400

// Dead returns the stones of the strings that are dead as far as playouts tell: those on whose points the other
// colour has a stone, or an eye, at the end of most games. random may be nil for a source that is always the same.
func (g *Game) Dead(random *rand.PCG) []goban.Point {
	if random == nil {
		random = rand.NewPCG(0, 0)
	}
	policy := Strong.Policy
	policy.Mercy = 0 // games are played to the end
	b := g.Board
	last := int(b.Points()[len(b.Points())-1])
	lost := make([]int, last+1) // how often the other colour had a point
	for i := range statusGames {
		g.fast.Load(b)
		if i%2 == 1 {
			g.fast.Play(goban.Pass)
		}
		g.fast.Reopen()
		g.fast.Playout(random, policy, nil)
		for _, p := range b.Points() {
			if c := b.At(p); c != goban.Empty && g.fast.Owner(p) == c.Opponent() {
				lost[p]++
			}
		}
	}
	var dead, stones []goban.Point
	for _, p := range b.Points() {
		if b.Head(p) != p { // each string once
			continue
		}
		stones = b.Stones(p, stones[:0])
		sum := 0
		for _, q := range stones {
			sum += lost[q]
		}
		if 2*sum > statusGames*len(stones) {
			dead = append(dead, stones...)
		}
	}
	return dead
}

// FinalScore returns the area score of Black less that of White and komi, without the stones that are dead.
func (g *Game) FinalScore() (float64, error) { return g.Board.ScoreWithout(g.Dead(nil)...) }
