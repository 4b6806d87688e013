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
	// The Status is [ply.OutOfNodes] if all simulations were made, [ply.Decided] if there was a limit of time and one
	// legal move, [ply.OutOfTime], [ply.Cancelled], or [ply.Failed] with an error. Nodes are the simulations.
	ply.Report

	// Move is the move with the greatest share, the first one on ties. It is meaningless if the status is Failed.
	Move M

	// Moves are the legal moves, in the order of the game.
	Moves []Choice[M]
}

// A Choice is a move with its statistics.
type Choice[M comparable] struct {
	Move  M
	Share float64 // of the simulations by weight, or of the votes; all sum to 1, or are 0
	Value float64 // the mean result of the player to move, from -1 for a loss to 1 for a win; 0 if it was not tried
}
