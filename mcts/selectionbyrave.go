package mcts

import "math"

// bestByRAVE is the same as bestPlain if there are RAVE results, but neither a bonus nor prior results nor a first move
// that is taken at once. Games with many moves spend much of their time here. It computes a score by the same operations
// as bestPlain, so that both choose the same move where scores are nearly equal.
func (w *worker[M]) bestByRAVE(n *node, arcs []arc[M]) int {
	first, perPoint, weight := w.firstPlay, w.perPoint, float32(w.opt.RAVE.Weight)
	floor := w.floor(n)
	raves := w.ravesOf(n)[:len(arcs)]
	best, at := float32(math.Inf(-1)), -1
	for i := range arcs {
		a := &arcs[i]
		if a.bounds.load().high() <= floor {
			continue
		}
		score, k, r := first, a.visits, raves[i]
		if k == 0 { // most moves: as raveScore does, without the conversions of zeros
			if r >= visit {
				score = float32(int64(uint32(r))) * perPoint / float32(int64(r>>32))
			}
		} else {
			sum := float32(int64(a.points)) * perPoint
			if r >= visit {
				score = raveScore(weight, float32(int64(k)), sum, float32(int64(r>>32)), float32(int64(uint32(r)))*perPoint)
			} else {
				score = float32(sum * (1 / float32(int64(k))))
			}
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// floor returns the value that a move must be able to exceed to be worth a simulation.
func (w *worker[M]) floor(n *node) int {
	if w.opt.NoSolver {
		return -w.utility - 1
	}
	return n.bounds.load().low()
}
