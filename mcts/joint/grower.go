package joint

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
)

// A grower grows the tree of one worker, on a game of its own.
type grower[M comparable] struct {
	opt     *Options[M]
	game    ply.Joint[M]
	dealer  ply.Stochastic[M] // nil for none
	random  *rand.Rand
	players int
	length  int // the most joint moves of a line
	nodes   []node[M]
	memory  int // of the nodes, in bytes

	simulations int
	path        []step
	line        []M // the joint moves on the line, side by side
	sizes       []int
	moves       []M // scratch
	values      []int
	results     []float64
	numbers     []float64 // scratch: probabilities of outcomes
}

// begin makes the root.
func (w *grower[M]) begin() error {
	w.players = w.game.Players()
	w.values, w.results = make([]int, w.players), make([]float64, w.players)
	n, err := w.newNode()
	w.nodes = append(w.nodes, n)
	if err == nil && len(n.shares) == 0 {
		err = errors.New("joint: nobody moves in the position: it is finished, or one of chance")
	}
	return err
}

// sameRoot reports whether the players have the same moves at the roots of two workers, so that strategies can be averaged.
func (w *grower[M]) sameRoot(other *grower[M]) bool {
	a, b := &w.nodes[0], &other.nodes[0]
	return w.players == other.players && slices.Equal(a.moves, b.moves) &&
		slices.EqualFunc(a.shares, b.shares, func(a, b share) bool { return a.player == b.player && a.moves == b.moves })
}
