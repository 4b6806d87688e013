package neural

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/mcts/puct"
)

// NewPlayer returns a function that makes players for [arena.Match], or for games of several players. The players
// search with [puct.Search] and a network. If the options are invalid, the players return an error.
//
// limits bound the search for each move. With zero limits there is no search: the player plays the move with the
// greatest prior. evaluation configures the evaluations, and opt the search. The players replace opt.Random by the
// random numbers of the match, and opt.Scale by d.Scale.
func NewPlayer[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](n *Network, d Description[G, M], limits ply.Limits, evaluation EvaluatorOptions, opt puct.Options[M]) func() arena.Player[G, M] {
	v, err := d.view()
	var e *evaluator[G, M]
	if err == nil {
		e, err = newEvaluator(n, v, evaluation)
	}
	return func() arena.Player[G, M] {
		return func(ctx context.Context, g G, random *rand.Rand) (m M, _ error) {
			switch {
			case err != nil:
				return m, err
			case limits == (ply.Limits{}):
				return e.best(ctx, g)
			}
			if moves := g.Moves(nil); len(moves) == 1 {
				return moves[0], ctx.Err()
			}
			o := opt
			o.Random, o.Scale = random, v.Scale
			result, err := puct.Search(ctx, g, e.evaluate, limits, o)
			return result.Move, cmp.Or(err, ctx.Err())
		}
	}
}

func (e *evaluator[G, M]) best(ctx context.Context, g G) (m M, err error) {
	leaf := &puct.Leaf[G, M]{Position: g, Moves: g.Moves(nil)}
	if len(leaf.Moves) == 0 {
		return m, ply.ErrFinished
	}
	leaf.Priors, leaf.Values = make([]float32, len(leaf.Moves)), make([]float64, e.view.shape.Players)
	if err := e.evaluate(ctx, []*puct.Leaf[G, M]{leaf}); err != nil {
		return m, err
	}
	best := 0
	for i, p := range leaf.Priors {
		if p != p {
			return m, fmt.Errorf("neural: the prior of %v is NaN", leaf.Moves[i])
		}
		if p > leaf.Priors[best] {
			best = i
		}
	}
	return leaf.Moves[best], nil
}
