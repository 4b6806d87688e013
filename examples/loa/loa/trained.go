package loa

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/learn"
)

// ModelGame is the name of the game in models and sets of package learn. The features are those of AppendFeatures.
const ModelGame = "loa, features of BING"

// trained is a model that was made by the command that README.md names.
//
//go:embed trained.json
var trained []byte

var trainedModel = sync.OnceValues(func() (*learn.Model, error) {
	m := new(learn.Model)
	return m, json.Unmarshal(trained, m)
})

// Trained returns what evaluates the positions of a game by weights that were learned, for searches of package alphabeta.
func Trained() (func(ply.AdversarialGame[Move]) ply.Evaluator, error) {
	m, err := trainedModel()
	if err != nil {
		return nil, err
	}
	return learn.ForAlphaBeta[Move](m, ply.MaxValue), nil
}

// Weighted returns a linear model of weights of the features of each side, as in the evaluation by hand.
func Weighted(weights [SideFeatures]float64) *learn.Model {
	all := make([]float64, FeatureCount)
	for i, w := range weights {
		all[i], all[SideFeatures+i] = w/modelUnit, -w/modelUnit
	}
	return learn.Linear(ModelGame, handTurn/modelUnit, all...)
}

// modelUnit is the evaluation of a weighted sum of 1, see [learn.ForAlphaBeta].
const modelUnit = ply.MaxValue / 16

// HandStages returns the evaluations by hand that were tried before that of [Game.Evaluate], the first one first, as
// models. They play differently, which makes games between them worth learning from.
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
