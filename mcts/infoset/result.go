package infoset

import (
	"slices"

	"github.com/ply-search/ply"
)

func resultOf[M comparable](workers []*worker[M]) Result[M] {
	legal := workers[0].legal
	r := Result[M]{Move: legal[0]}
	for _, m := range legal {
		r.Moves = append(r.Moves, Choice[M]{Move: m})
	}
	sums := make([]float64, len(legal))
	greatest := 0.0 // weight of a tree
	for _, w := range workers {
		for i := range w.draws {
			greatest = max(greatest, w.draws[i].weight)
		}
	}
	for _, w := range workers {
		r.Nodes += w.simulations
		w.addRoots(r.Moves, sums, greatest)
	}
	total := 0.0
	for _, m := range r.Moves {
		total += m.Share
	}
	best := 0
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Share > 0 {
			m.Value = 2*sums[i]/m.Share - 1
			m.Share /= total
		}
		if m.Share > r.Moves[best].Share {
			best = i
		}
	}
	r.Move = legal[best]
	return r
}

// addRoots adds each move's trials, as its share, and results, with Determinized relative to the greatest weight.
func (w *worker[M]) addRoots(moves []Choice[M], sums []float64, greatest float64) {
	draw, trail := w.draw, len(w.trail)
	for i := range w.draws {
		w.draw, w.trail = &w.draws[i], w.trail[:0]
		w.name(w.player)
		id, known := w.ids[string(w.key)]
		if !known {
			continue
		}
		vote := 1.0
		if w.opt.View == Determinized {
			vote = w.weight / greatest
		}
		for _, a := range w.nodes.At(uint32(id)).arms {
			if at := slices.Index(w.legal, a.move); at >= 0 {
				moves[at].Share += vote * a.tried
				sums[at] += vote * a.sum
			}
		}
	}
	w.draw, w.trail = draw, w.trail[:trail]
}

// A Result is the result of a search.
type Result[M comparable] struct {
	// Nodes is the number of simulations. The Status is [ply.OutOfNodes] if all simulations of the limits were made,
	// [ply.Decided] if there was a time limit and only one legal move, [ply.OutOfTime] or [ply.Cancelled] if time or the
	// context ended the search, or [ply.Failed] if the search returned an error.
	ply.Report

	// Move is the move with the greatest [Choice].Share, the first one on ties. It has no meaning if the Status is
	// Failed.
	Move M

	// Moves are the legal moves, in the order of the game.
	Moves []Choice[M]
}

// A Choice is a move with its statistics.
type Choice[M comparable] struct {
	Move M

	// Share is the share of the simulations that chose the move. Each simulation counts with the weight of the position
	// drawn for it ([ply.Determinizer]). The sum of all shares is 1, or 0 without simulations.
	Share float64

	// Value is the mean result of the simulations that chose the move, for the player to move, from -1 for a loss to 1 for
	// a win. If the move was not tried, Value is 0.
	Value float64
}
