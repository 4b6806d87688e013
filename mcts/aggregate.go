package mcts

import "slices"

// Several playouts of one position count as one simulation: their mean or another [Aggregate] of their results.

// share plays every n-th of the playouts of a simulation, from number i on, from the present position. For RAVE they
// count as one. See playout for its results.
func (w *worker[M]) share(i, n, most int) (over, ok bool) {
	for p := range w.results {
		w.results[p] = w.results[p][:0]
	}
	for ; i < w.opt.playouts.N; i += n {
		if w.watch.over() {
			return false, false
		}
		if over, ok = w.playout(most); !ok {
			return false, false
		}
		for p, outcome := range w.outcomes {
			w.results[p] = append(w.results[p], int32(w.step(outcome)))
		}
		if over {
			break
		}
	}
	return over, true
}

// aggregate sets the points for the results of several playouts, after a move of the last player.
func (w *worker[M]) aggregate(toMove, last int) {
	if w.opt.playouts.Aggregate == Max {
		best := 0
		for i, result := range w.results[last] {
			if result > w.results[last][best] {
				best = i
			}
		}
		for p, results := range w.results {
			w.points[p] = w.pointsOf(int(results[best]))
		}
		return
	}
	for p, results := range w.results {
		n := len(results)
		// What lies between two is not rounded the same way for all, so that the results of two sides
		// always make 1.
		lower, upper := (n-1)/2, n/2
		if p != toMove {
			lower, upper = upper, lower
		}
		if w.opt.playouts.Aggregate == Median {
			slices.Sort(results)
			w.points[p] = w.pointsOf(int(results[lower]))
			continue
		}
		sum := 0
		for _, r := range results {
			sum += int(r) + w.utility
		}
		w.points[p] = uint64((sum*int(w.perStep) + upper) / n)
	}
}

// An Aggregate combines the results of the playouts of one simulation, if there are several. See [Playouts].
type Aggregate uint8

const (
	// Mean takes the mean of the results.
	Mean Aggregate = iota

	// Median takes the median. Of two results in the middle, it takes the lower one for the player to move and the
	// upper one for other players.
	Median

	// Max takes the result of the playout that is best for the player who moved last, whose move the simulation
	// evaluates.
	Max

	aggregates
)
