package loa

import "github.com/ply-search/ply"

// handWeights are what the features of a side are worth to it in the evaluation by hand.
var handWeights = [SideFeatures]float32{Men: 30, Spread: -400, Distance: -20, Groups: -20, Connections: 20, Blocked: -40}

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
	var us, them [SideFeatures]float32
	g.sideFeatures(int(g.toMove), &us)
	g.sideFeatures(int(g.toMove^1), &them)
	sum := float32(handTurn)
	for i, w := range &handWeights {
		sum += w * (us[i] - them[i])
	}
	return int(min(max(sum, -MaxEvaluation), MaxEvaluation))
}

// Finished reports whether the game is over.
func (g *Game) Finished() bool {
	return g.over() || g.rules.StuckLoses && g.Mobility(int(g.toMove)) == 0
}
