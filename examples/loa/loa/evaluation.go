package loa

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/learn"
)

// HandWeights returns the weights of a side's features in [Game.Evaluate].
func HandWeights() [SideFeatures]float64 { return handWeights }

var handWeights = [SideFeatures]float64{Men: 30, Spread: -400, Distance: -20, Groups: -20, Connections: 20, Blocked: -40}

// handTurn is the value of being to move.
const handTurn = 30

// MaxEvaluation is the greatest evaluation of an unfinished position; the least is -MaxEvaluation.
const MaxEvaluation = ply.MaxValue - 1

// Evaluate returns the outcome of a finished position, and otherwise the sum of the features of both sides with weights chosen by
// hand. [Trained] has learned weights.
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

func (g *Game) Finished() bool {
	return g.over() || g.rules.StuckLoses && g.Mobility(int(g.toMove)) == 0
}

// ModelGame is the name of the game in models and sets of package learn, with the features of AppendFeatures.
const ModelGame = "loa, features of BING"

// trained is a model made by the command in README.md.
//
//go:embed trained.json
var trained []byte

var trainedModel = sync.OnceValues(func() (*learn.Model, error) {
	m := new(learn.Model)
	return m, json.Unmarshal(trained, m)
})

// Trained returns an evaluator with learned weights, for the options of package alphabeta.
func Trained() (func(ply.AdversarialGame[Move]) ply.Evaluator, error) {
	m, err := trainedModel()
	if err != nil {
		return nil, err
	}
	return learn.ForAlphaBeta[Move](m, ply.MaxValue), nil
}

// Weighted returns a linear model with the same weights for the features of both sides, as in [Game.Evaluate].
func Weighted(weights [SideFeatures]float64) *learn.Model {
	all := make([]float64, FeatureCount)
	for i, w := range weights {
		all[i], all[SideFeatures+i] = w/modelUnit, -w/modelUnit
	}
	return learn.Linear(ModelGame, handTurn/modelUnit, all...)
}

// modelUnit is the evaluation of a sum of 1 in a model, see [learn.ForAlphaBeta].
const modelUnit = ply.MaxValue / 16

// HandStages returns three earlier evaluations by hand as models, the oldest first. Their different styles give varied games to
// learn from.
func HandStages() []*learn.Model {
	var stages []*learn.Model
	for _, w := range [][SideFeatures]float64{
		{Men: 0, Spread: -100, Distance: -20, Groups: -60, Connections: 10, Blocked: -30},
		{Men: 20, Spread: -200, Distance: -20, Groups: -30, Connections: 20, Blocked: -30},
		{Men: -20, Spread: -200, Distance: -20, Groups: -60, Connections: 40, Blocked: -60},
	} {
		stages = append(stages, Weighted(w))
	}
	return stages
}
