package neural

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// ForAlphaBeta returns a function for Options.Evaluator of package alphabeta. The function makes an evaluator for each
// worker of the search. The evaluation of a finished position is its outcome.
//
// win is the least outcome of a won game. It must be at least 100; 0 means [ply.MaxValue]. The network computes a value
// v from -1 to 1 for each unfinished position. The evaluation of the position is v·(win-1), so it is always worse than
// a win.
//
// Each evaluation calls the network for one position. This takes about 100 µs for a small network, so a search makes
// thousands of evaluations a second, not millions. ForAlphaBeta returns an error if the network does not belong to
// the game of d. If a function of d returns invalid inputs, the search ends with an error.
func ForAlphaBeta[G ply.AdversarialGame[M], M comparable](n *Network, d Description[G, M], win int) (func(ply.AdversarialGame[M]) ply.Evaluator, error) {
	if win == 0 {
		win = ply.MaxValue
	}
	if win < 100 || win > ply.MaxValue {
		return nil, fmt.Errorf("neural: an outcome of %d for a won game, want 100 to %d", win, ply.MaxValue)
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	e, err := newEvaluator(n, v, EvaluatorOptions{})
	if err != nil {
		return nil, err
	}
	return func(g ply.AdversarialGame[M]) ply.Evaluator {
		position, ok := any(g).(G)
		if !ok {
			panic(fmt.Errorf("neural: a network of %q for %T", n.Game(), g))
		}
		a := &valuer[G, M]{e: e, win: float64(win - 1)}
		a.leaf.Position = position
		a.leaves = []*puct.Leaf[G, M]{&a.leaf}
		return a
	}, nil
}

type valuer[G ply.AdversarialGame[M], M comparable] struct {
	e      *evaluator[G, M]
	leaf   puct.Leaf[G, M]
	leaves []*puct.Leaf[G, M]
	moves  []M
	win    float64
}

// Evaluate returns the outcome of a finished position, and an evaluation by the network otherwise. It panics with an
// error if the inputs are invalid.
func (a *valuer[G, M]) Evaluate() int {
	if a.moves = a.leaf.Position.Moves(a.moves[:0]); len(a.moves) == 0 {
		return a.leaf.Position.Outcome()
	}
	if err := a.e.evaluate(context.Background(), a.leaves); err != nil { // no moves, and so no priors
		panic(err)
	}
	if math.IsNaN(a.leaf.Value) {
		panic(fmt.Errorf("neural: the value is NaN"))
	}
	return int(math.Round(a.leaf.Value * a.win))
}
