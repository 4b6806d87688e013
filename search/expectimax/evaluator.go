package expectimax

import (
	"slices"

	"github.com/ply-search/ply"
)

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

// A ReplyEvaluator is an [Evaluator] that looks one move further than a [SuccessorEvaluator]: in a position of chance, it
// finds what each outcome is worth by the best reply to it, in one call. What the outcomes have in common is computed once
// for all of them. [Search] calls it two moves before the end of the depth. [Star1] and [Star2] do not use it, nor does a
// search with a table for the positions in between ([Options.TableFrom] 1).
//
// Law: EvaluateReplies equals that of [SlowReplyEvaluator] or appends nothing, and changes nothing.
type ReplyEvaluator[M comparable] interface {
	Evaluator

	// EvaluateReplies appends to dst, for each of outcomes, the value of the position after it, and returns the extended
	// slice. outcomes are legal in the present position, which is one of chance. It may append nothing, for a
	// position that it leaves to the search; it must if chance is also to move after one of the outcomes.
	EvaluateReplies(outcomes []M, dst []Reply) []Reply
}

// A Reply tells what a position is worth by its best move.
type Reply struct {
	// Value is the Expectation, from the point of view of side 0, of the position after the move that is best for the side
	// to move or, if there is no move, of the position itself.
	Value float64

	// Moves is the number of moves.
	Moves int
}

// SlowReplyEvaluator returns a [ReplyEvaluator] that plays each outcome and each reply on g and calls the Expectation of e.
// It is the reference for those that are faster.
func SlowReplyEvaluator[M comparable](g ply.AdversarialGame[M], e Evaluator) ReplyEvaluator[M] {
	return &replies[M]{successors: successors[M]{e, g}}
}

type replies[M comparable] struct {
	successors[M]
	moves  []M       // scratch
	values []float64 // scratch
}

func (r *replies[M]) EvaluateReplies(outcomes []M, dst []Reply) []Reply {
	start := len(dst)
	for _, m := range outcomes {
		r.game.Play(m)
		turn := r.game.ToMove()
		if turn == ply.Chance {
			r.game.Undo(m)
			return dst[:start]
		}
		r.moves = r.game.Moves(r.moves[:0])
		r.values = r.EvaluateSuccessors(r.moves, r.values[:0])
		v := 0.0
		switch {
		case len(r.moves) == 0 && turn == 0:
			v = r.Expectation()
		case len(r.moves) == 0:
			v = -r.Expectation()
		case turn == 0:
			v = slices.Max(r.values)
		default:
			v = slices.Min(r.values)
		}
		dst = append(dst, Reply{v, len(r.moves)})
		r.game.Undo(m)
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
