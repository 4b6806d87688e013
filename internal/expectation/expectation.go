// Package expectation has slow reference implementations of evaluators of several positions.
package expectation

import (
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

type Evaluator interface{ Expectation() float64 }

// Successors returns an evaluator that plays each move on g, calls the Expectation of e, and takes the move back, even
// if e can value successors in one call.
func Successors[M comparable](g ply.AdversarialGame[M], e Evaluator) fast.SuccessorExpectations[M] {
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

// Replies returns an evaluator that plays each outcome and each reply on g and calls the Expectation of e.
func Replies[M comparable](g ply.AdversarialGame[M], e Evaluator) fast.ReplyExpectations[M] {
	return &replies[M]{successors: successors[M]{e, g}}
}

type replies[M comparable] struct {
	successors[M]
	moves  []M       // scratch
	values []float64 // scratch
}

func (r *replies[M]) EvaluateReplies(outcomes []M, dst []fast.Reply) []fast.Reply {
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
		dst = append(dst, fast.Reply{Value: v, Moves: len(r.moves)})
		r.game.Undo(m)
	}
	return dst
}
