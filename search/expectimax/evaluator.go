package expectimax

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// An Evaluator gives values that need not be integers, nor within the range of [ply.MaxValue]: probabilities of
// winning, or scores without a bound. A game can be one, or [Options.Evaluator] can name one. The searches of this
// package then call Expectation in finished positions and at the end of the depth, instead of Outcome and of the
// Evaluate of a [ply.Evaluator].
//
// Expectation returns the expected outcome of the present position, on any scale, for the side that ToMove returns
// or, in a position of chance, for side 0. Greater values are better for that side, and the value for the other side is
// the negative.
//
// Law: Expectation is finite, depends on nothing but the position, and changes nothing.
type Evaluator interface {
	Expectation() float64
}

// outcomes makes an Evaluator of the integers that a game gives.
type outcomes struct {
	evaluator ply.Evaluator
}

func (o *outcomes) Expectation() float64 { return float64(o.evaluator.Evaluate()) }

// evaluatorOf returns what evaluates the positions of a game, and whether these are the integers that the game gives,
// within the range of ply.MaxValue.
func evaluatorOf[M comparable](g ply.AdversarialGame[M], opt *Options[M]) (e Evaluator, integers bool) {
	if opt.Evaluator != nil {
		return opt.Evaluator(g), false
	}
	if e, ok := g.(Evaluator); ok {
		return e, false
	}
	return &outcomes{sides.EvaluatorOf(g)}, true
}
