package joint

import (
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// A Result is the strategy at the root.
type Result[M comparable] struct {
	// Status is [ply.OutOfNodes] if all simulations were made, [ply.OutOfTime], [ply.Cancelled], or [ply.Failed] with an
	// error.
	Status ply.Status

	// Moves are the moves of each player in the position, and Probabilities the strategy. A player that does not take
	// part in the round has none.
	Moves         [][]M
	Probabilities [][]float64

	// Means are the mean results of all players, from 0 to 1.
	Means []float64

	// Simulations is the number of simulations of the tree, those of earlier searches included, and Nodes the number of
	// its positions.
	Simulations, Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Choose draws a move of a player by the strategy. It returns the zero value if the player has no moves.
func (r *Result[M]) Choose(player int, random *rand.Rand) (m M) {
	if player < 0 || player >= len(r.Moves) || len(r.Moves[player]) == 0 {
		return m
	}
	return r.Moves[player][chance.Pick(r.Probabilities[player], random.Float64())]
}

// Result returns the strategy as it is: that of all workers, each with the weight of its simulations.
func (t *Tree[M]) Result() Result[M] {
	r := t.growers[0].result()
	for _, w := range t.growers[1:] {
		r.merge(w.result())
	}
	return r
}

// merge adds what another worker has found.
func (r *Result[M]) merge(o Result[M]) {
	share := 0.5
	if all := r.Simulations + o.Simulations; all > 0 {
		share = float64(o.Simulations) / float64(all)
	}
	mix := func(mine, others []float64) {
		for i := range mine {
			mine[i] += share * (others[i] - mine[i])
		}
	}
	mix(r.Means, o.Means)
	for player := range r.Probabilities {
		mix(r.Probabilities[player], o.Probabilities[player])
	}
	r.Simulations += o.Simulations
	r.Nodes += o.Nodes
}

// result returns what the tree has at its root.
func (w *grower[M]) result() Result[M] {
	r := Result[M]{Status: ply.InProgress, Moves: make([][]M, w.players), Probabilities: make([][]float64, w.players),
		Means: make([]float64, w.players), Simulations: w.simulations, Nodes: w.count}
	root := w.nodes.At(0)
	base := 0
	for i := range root.shares {
		s := &root.shares[i]
		r.Moves[s.player] = append([]M(nil), root.moves[base:base+int(s.moves)]...)
		r.Probabilities[s.player] = w.appendStrategy(nil, s)
		base += int(s.moves)
	}
	count := 0
	for _, n := range root.counts {
		count += int(n)
	}
	for cell := range root.counts {
		for player := range w.players {
			r.Means[player] += root.sums[cell*w.players+player] / float64(max(count, 1))
		}
	}
	return r
}
