package mcts

import "slices"

// Several playouts of one position count as one simulation: the mean or the median of their results.

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

// aggregate sets the points for the results of several playouts.
func (w *worker[M]) aggregate(toMove int) {
	for p, results := range w.results {
		n := len(results)
		// Numbers between two are not all rounded the same way, so the results of two sides always make 1.
		lower, upper := (n-1)/2, n/2
		if p != toMove {
			lower, upper = upper, lower
		}
		if w.opt.playouts.Median {
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
