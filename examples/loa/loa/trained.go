package loa

import (
	_ "embed"
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

var trainedModel = sync.OnceValues(func() (*learn.Model, error) { return learn.ParseModel(trained, ModelGame) })

// Trained returns what evaluates the positions of a game by weights that were learned, for searches of package alphabeta.
func Trained() (func(ply.AdversarialGame[Move]) ply.Evaluator, error) {
	m, err := trainedModel()
	if err != nil {
		return nil, err
	}
	return learn.ForAlphaBeta[Move](m, ply.MaxValue), nil
}

// HandModel returns the evaluation by hand as a linear model.
func HandModel() *learn.Model {
	weights := make([]float64, FeatureCount)
	for i, w := range handWeights {
		weights[i], weights[SideFeatures+i] = float64(w)/modelUnit, -float64(w)/modelUnit
	}
	return learn.Linear(ModelGame, handTurn/modelUnit, weights...)
}

// modelUnit is the evaluation of a weighted sum of 1, see [learn.Evaluator].
const modelUnit = ply.MaxValue / 16
