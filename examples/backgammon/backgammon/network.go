package backgammon

import (
	_ "embed"
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply/learn"
)

// ModelGame is the name of the game in models that read the features of [Game.AppendSparse].
const ModelGame = "backgammon, features 3"

// NewModel returns a model with random weights and one layer of hidden units. It estimates the probabilities of winning
// and losing one, two and three points.
func NewModel(hidden int, source rand.Source) (*learn.Model, error) {
	shape := learn.Model{Game: ModelGame, Inputs: FeatureCount, Hidden: []int{hidden}, Outcomes: []int{-3, -2, -1, 1, 2, 3}}
	return learn.NewModel(shape, source)
}

//go:embed weights.json
var trained []byte

// Network returns a trained network with one hidden layer (the command backgammon train; see README.md). It must not be
// changed.
var Network = sync.OnceValue(func() *learn.Model {
	m := new(learn.Model)
	if err := m.UnmarshalJSON(trained); err != nil {
		panic(err) // TestNetwork reads the file
	}
	return m
})
