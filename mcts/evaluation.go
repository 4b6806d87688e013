package mcts

import "slices"

// evaluate sets the points to the value of the present position, reached by a move of the last player. It returns bounds
// of the value for that player, exact if the game is over and values are proven. ok is false if the search is over.
func (w *worker[M]) evaluate(last int) (known bounds, ok bool) {
	over, ok := false, true
	switch {
	case w.opt.evaluates:
		w.evaluateAll(w.outcomes)
		w.learnPath()
		w.moves = w.game.Moves(w.moves[:0])
		over = len(w.moves) == 0
	case w.team != nil:
		over, ok = w.team.together()
	case w.opt.playouts.N > 1:
		over, ok = w.share(0, 1, w.left())
	default:
		over, ok = w.playout(w.left())
	}
	if !ok {
		return 0, false
	}
	if w.opt.playouts.N > 1 {
		w.aggregate(int(w.toMove()))
	} else {
		w.settleOutcomes()
	}
	if over && !w.opt.NoSolver {
		w.players.Outcomes(w.outcomes)
		value := w.step(w.outcomes[last])
		return boundsOf(value, value), true
	}
	return boundsOf(-w.utility, w.utility), true
}

// playout plays a playout from the present position, a uniform one of at most most moves, and sets w.outcomes. over
// reports whether the game was over before. ok is false if the search is over, without outcomes.
func (w *worker[M]) playout(most int) (over, ok bool) {
	if w.uniform != nil {
		if w.moveStats != nil {
			return w.playAndLearn(most)
		}
		return w.uniform.play(w.lines, w.outcomes, most)
	}
	moves := w.ownPlayout(w.random, w.decisive, w.lines, w.outcomes)
	w.watch.count(moves)
	w.learnPath()
	return moves == 0, true
}

func (w *worker[M]) settleOutcomes() {
	points := w.points[:len(w.outcomes)]
	for p, outcome := range w.outcomes {
		points[p] = w.pointsOf(w.step(outcome))
	}
}

// step returns the points of a value.
func (w *worker[M]) step(value int) int {
	switch scale := w.opt.Scale; {
	case value == 0:
		return 0
	case scale == 0 && value > 0 || value >= scale && scale > 0:
		return w.utility
	case scale == 0 || value <= -scale:
		return -w.utility
	case value > 0:
		return max(1, value*w.utility/scale)
	default:
		return min(-1, value*w.utility/scale)
	}
}

func (w *worker[M]) pointsOf(step int) uint64 { return uint64(step+w.utility) * w.perStep }

// Several playouts of one position count as one simulation, with the mean or the median of their results.

// share plays every n-th playout of a simulation, from number i on. For RAVE they count as one. It returns like playout.
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

func (w *worker[M]) aggregate(toMove int) {
	for p, results := range w.results {
		n := len(results)
		// Rounding depends on the number: the results of two sides always add up to 1.
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
