package expectimax

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// An Evaluator evaluates positions by numbers that may be fractions or lie beyond [ply.MaxValue], such as probabilities
// of winning or unbounded scores. An Evaluator replaces Outcome and [ply.Evaluator]. A search uses the Evaluator that
// [Options].Evaluator returns. If that option is nil and the game itself is an Evaluator, the search uses the game.
//
// Expectation returns the expected outcome of the present position, on any scale, for the side that ToMove returns or,
// in a position of chance, for side 0. Greater is better for that side. The value for the other side is the negated
// Expectation.
//
// Law: Expectation is finite, depends only on the position, and changes nothing.
type Evaluator interface {
	Expectation() float64
}

type outcomes struct {
	evaluator ply.Evaluator
}

func (o *outcomes) Expectation() float64 { return float64(o.evaluator.Evaluate()) }

// evaluatorOf returns the evaluator of a game, and whether its values are integers in the range of ply.MaxValue.
func evaluatorOf[M comparable](g ply.AdversarialGame[M], opt *Options[M]) (e Evaluator, integers bool) {
	if opt.Evaluator != nil {
		return opt.Evaluator(g), false
	}
	if e, ok := g.(Evaluator); ok {
		return e, false
	}
	return &outcomes{sides.EvaluatorOf(g)}, true
}
