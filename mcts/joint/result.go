package joint

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// A Result contains the strategies of the players at the root.
type Result[M comparable] struct {
	// Nodes is the number of simulations of this search. The Status is [ply.OutOfNodes] if all simulations of the limits
	// were made, [ply.OutOfTime] or [ply.Cancelled] if time or the context ended the search, or [ply.Failed] if the
	// search returned an error.
	ply.Report

	// Moves[p] contains the moves of player p at the root, and Probabilities[p] the probability of each of these moves in
	// the strategy of the player. Both are empty for a player who does not move in this round.
	Moves         [][]M
	Probabilities [][]float64

	// Means contains the mean result of each player over the simulations of the tree, from -1 for a loss to 1 for a win.
	// With [RegretMatching], simulations in which a player explored below the root are left out.
	Means []float64
}

// Choose draws a move of a player by the player's strategy. It returns the zero value if the player has no moves.
func (r *Result[M]) Choose(player int, random *rand.Rand) (m M) {
	if player < 0 || player >= len(r.Moves) || len(r.Moves[player]) == 0 {
		return m
	}
	return r.Moves[player][chance.Pick(r.Probabilities[player], random.Float64())]
}

// result returns the mean strategy over all workers, weighted by their simulations.
func (t *Tree[M]) result() Result[M] {
	r, all := t.workers[0].result(), t.workers[0].simulations
	for _, w := range t.workers[1:] {
		all += w.simulations
		share := 0.5
		if all > 0 {
			share = float64(w.simulations) / float64(all)
		}
		r.merge(w.result(), share)
	}
	return r
}

func (r *Result[M]) merge(o Result[M], share float64) {
	mix := func(mine, others []float64) {
		for i := range mine {
			mine[i] += share * (others[i] - mine[i])
		}
	}
	mix(r.Means, o.Means)
	for player := range r.Probabilities {
		mix(r.Probabilities[player], o.Probabilities[player])
	}
}

func (w *worker[M]) result() Result[M] {
	r := Result[M]{Moves: make([][]M, w.players), Probabilities: make([][]float64, w.players), Means: make([]float64, w.players)}
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
			r.Means[player] += (2*root.sums[cell*w.players+player] - float64(root.counts[cell])) / float64(max(count, 1))
		}
	}
	return r
}
