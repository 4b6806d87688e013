package loa

import "github.com/ply-search/ply"

// handWeights are what the features of a side are worth to it in the evaluation by hand.
var handWeights = [SideFeatures]float64{Men: 30, Spread: -400, Distance: -20, Groups: -20, Connections: 20, Blocked: -40}

// HandWeights returns the weights of the evaluation by hand.
func HandWeights() [SideFeatures]float64 { return handWeights }

// handTurn is what it is worth to be to move.
const handTurn = 30

// MaxEvaluation is the greatest evaluation of an unfinished position; the least is its negative.
const MaxEvaluation = ply.MaxValue - 1

// Evaluate returns the outcome of a finished position. Otherwise it is a sum of the features of both sides, with weights
// chosen by hand; see [Trained] for weights that were learned.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	us, them := g.now.men[g.toMove], g.now.men[g.toMove^1]
	f, o := g.cached(g.toMove), g.cached(g.toMove^1)
	sum := handTurn + handWeights[Blocked]*(g.blocked(f, them)-g.blocked(o, us))
	for i := range f.values {
		sum += handWeights[i] * (f.values[i] - o.values[i])
	}
	return int(min(max(sum, -MaxEvaluation), MaxEvaluation))
}

// Finished reports whether the game is over.
func (g *Game) Finished() bool {
	return g.over() || g.rules.StuckLoses && g.Mobility(int(g.toMove)) == 0
}
