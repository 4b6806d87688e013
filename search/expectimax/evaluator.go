package expectimax

import "github.com/ply-search/ply"

// An Evaluator gives values that need not be integers, nor within the range of [ply.MaxValue]: probabilities of
// winning, or scores without a bound. A game can be one, or [Options.Evaluator] can name one. The searches of this
// package then call Expectation in finished positions and at the end of the depth, instead of Outcome and of the
// Evaluate of a [ply.Evaluator].
//
// Expectation returns the expected outcome of the present position, on whatever scale, for the side that ToMove returns
// or, in a position of chance, for side 0. Greater values are better for that side, and the value for the other side is
// the negative.
//
// Law: Expectation is finite, depends on nothing but the position, and changes nothing.
type Evaluator interface {
	Expectation() float64
}

// A SuccessorEvaluator is an [Evaluator] that evaluates the positions after all moves of a position in one call.
// [Search] spends most of its time at the last moves before the end of the depth, and takes them together there if the
// evaluator has this method. [Star1] and [Star2] do not use it, since they may leave out some of the moves.
//
// Law: EvaluateSuccessors equals that of [SlowSuccessorEvaluator], and changes nothing.
type SuccessorEvaluator[M comparable] interface {
	Evaluator

	// EvaluateSuccessors appends to dst, for each of moves, the Expectation of the position after it, from the point of
	// view of side 0, and returns the extended slice. The moves are legal in the present position; they may be some of
	// its moves only, in any order.
	EvaluateSuccessors(moves []M, dst []float64) []float64
}

// SlowSuccessorEvaluator returns a [SuccessorEvaluator] that plays each move on g, calls the Expectation of e, and
// takes the move back, even if e is a SuccessorEvaluator itself. It is the reference for those that are faster.
func SlowSuccessorEvaluator[M comparable](g ply.AdversarialGame[M], e Evaluator) SuccessorEvaluator[M] {
	return &successors[M]{e, g}
}

type successors[M comparable] struct {
	Evaluator
	game ply.AdversarialGame[M]
}

func (s *successors[M]) EvaluateSuccessors(moves []M, dst []float64) []float64 {
	for _, m := range moves {
		s.game.Play(m)
		v := s.Expectation()
		if s.game.ToMove() == 1 {
			v = -v
		}
		dst = append(dst, v)
		s.game.Undo(m)
	}
	return dst
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
	return &outcomes{ply.EvaluatorOf(g)}, true
}
