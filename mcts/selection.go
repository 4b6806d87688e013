package mcts

import (
	"math"

	"github.com/ply-search/ply/internal/chance"
)

// choose returns the index of the arc with the highest score, the first on ties. Without a guide, moves are in random order.
func (w *worker[M]) choose(id uint32, n *node, arcs []arc[M]) int {
	if n.chance {
		return chance.Pick(w.store.priors.of(n), float32(chance.Fraction(w.random)))
	}
	limit := len(arcs)
	if w.opt.Widening != (Widening{}) {
		limit = w.opt.Widening.widened(n.visits, limit)
	}
	for ; ; limit++ {
		best := 0
		switch {
		case w.byMean:
			best = w.bestByMean(n, arcs[:limit])
		case w.byRAVE:
			best = w.bestByRAVE(n, arcs[:limit])
		case w.plain:
			best = w.bestPlain(n, arcs[:limit])
		default:
			best = w.best(id, n, arcs[:limit])
		}
		if best >= 0 {
			return best
		}
		// All of these are proven to be no better than a known move; one must be taken in the end.
		if limit == len(arcs) {
			return 0
		}
	}
}

// floor returns a result in steps. Moves that cannot have a greater result get no more simulations. In a game without
// chance, floor is the best proven result. In a game with chance, it is lower, but not lower than a loss, so the best
// proven moves also get simulations. Otherwise all simulations would choose moves that are not proven, and the
// expectation of the outcomes before the position would have the results of these moves, even if they are worse.
func (w *worker[M]) floor(n *node) int {
	low := n.bounds.load().low()
	if w.stochastic != nil {
		return max(low-1, -w.utility)
	}
	return low
}

// best returns the index of the arc with the highest score, or -1 if none is worth a simulation.
func (w *worker[M]) best(id uint32, n *node, arcs []arc[M]) int {
	s, opt := w.store, w.opt
	rave := opt.RAVE.Weight != 0
	floor := w.floor(n)
	w.room(len(arcs))
	scores := w.scores[:len(arcs)]
	visits, means := w.stats.visits[:len(scores)], w.stats.means[:len(scores)]
	var raves []uint64
	if rave {
		raves = w.openRAVE(n)[:len(scores)]
		if from := w.refNode[n.player]; opt.RAVE.Reference != 0 && from != noNode && from != id {
			raves = w.refer(raves, s.numbers.of(n), n.player, from)
		}
	}
	known := s.priorResults.of(n)
	worth := false
	for i := range scores {
		a := &arcs[i]
		if b := a.bounds.load(); b.high() <= floor {
			scores[i], visits[i], means[i] = cutScore, 1, 0.5
			continue
		}
		worth = true
		var mean, score float32
		k, sum := float32(int64(a.visits)), float32(int64(a.points))*w.perPoint
		if i < len(known) {
			k, sum = k+known[i].simulations, sum+known[i].wins
		}
		if k > 0 {
			mean = sum * (1 / k)
			score = mean
		} else {
			if w.eager {
				return i
			}
			mean, score = 0.5, w.firstPlay
		}
		visits[i], means[i] = k, mean
		if rave {
			if r := raves[i]; r >= visit {
				score = raveScore(float32(opt.RAVE.Weight), k, sum, float32(int64(r>>32)), float32(int64(uint32(r)))*w.perPoint)
			}
		}
		scores[i] = score
	}
	if !worth {
		return -1
	}
	stats := w.stats
	stats.visits, stats.means = visits, means
	if w.guide != nil {
		stats.priors = s.priors.of(n)[:len(arcs)]
	}
	if opt.History != 0 {
		w.addHistory(n.player, s.numbers.of(n), visits, means, scores)
	}
	opt.Bandit.bonus(float64(n.visits), stats, scores)
	best, at := float32(math.Inf(-1)), 0
	for i, score := range scores {
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// bestPlain is best for Hoeffding without priors and GRAVE, in one pass, which matters if positions have few moves.
func (w *worker[M]) bestPlain(n *node, arcs []arc[M]) int {
	first, eager := w.firstPlay, w.eager
	rave := float32(w.opt.RAVE.Weight)
	c := sqrt(float32(w.exploration * logAfter(n.visits)))
	floor := w.floor(n)
	perPoint := w.perPoint
	best, at := float32(math.Inf(-1)), -1
	var raves []uint64
	if rave != 0 {
		raves = w.openRAVE(n)[:len(arcs)]
	}
	known := w.store.priorResults.of(n)
	for i := range arcs {
		a := &arcs[i]
		if a.bounds.load().high() <= floor {
			continue
		}
		k, sum := float32(int64(a.visits)), float32(int64(a.points))*perPoint
		if i < len(known) {
			k, sum = k+known[i].simulations, sum+known[i].wins
		}
		score := first
		r := uint64(0)
		if i < len(raves) {
			r = raves[i]
		}
		if r >= visit && (k > 0 || !eager) {
			score = raveScore(rave, k, sum, float32(int64(r>>32)), float32(int64(uint32(r)))*perPoint)
		} else if k > 0 {
			score = float32(sum * (1 / k))
		} else if eager {
			return i
		}
		if c != 0 && k > 0 {
			score += float32(c * sqrt(1/k))
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// bestByRAVE is bestPlain with RAVE results, but without bonus, prior results or an eager first move. It is the hot loop
// of games with many moves. It computes scores by the same operations as bestPlain, so that both choose the same move.
func (w *worker[M]) bestByRAVE(n *node, arcs []arc[M]) int {
	first, perPoint, weight := w.firstPlay, w.perPoint, float32(w.opt.RAVE.Weight)
	floor := w.floor(n)
	raves := w.openRAVE(n)[:len(arcs)]
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

// cutScore is the score of a move that is not worth a simulation, even with the bonus.
const cutScore = -math.MaxFloat32

func (w *worker[M]) room(moves int) {
	if moves > len(w.scores) {
		w.scores = make([]float32, moves)
		w.stats.visits = make([]float32, moves)
		w.stats.means = make([]float32, moves)
	}
}

// firstPlay returns the score of an untried move without RAVE results, and whether the first such move is taken at once.
func (o *plan[M]) firstPlay() (score float32, eager bool) {
	switch {
	case math.IsInf(o.FirstPlay, 1):
		return math.MaxFloat32, true
	case o.FirstPlay == 0:
		return math.MaxFloat32, o.RAVE.Weight == 0 && o.History == 0
	default:
		return float32(o.FirstPlay), false
	}
}

// bestByMean is best for Hoeffding or Greedy alone. It is the hot loop of games with short playouts. It computes
// scores by the same operations as best, bestPlain and Hoeffding.bonus, so that all choose the same move. Converting
// products keeps compilers from fusing them with the sum, which rounds differently on some processors.
func (w *worker[M]) bestByMean(n *node, arcs []arc[M]) int {
	c := sqrt(float32(w.exploration * logAfter(n.visits)))
	floor, perPoint := w.floor(n), w.perPoint
	best, at := float32(math.Inf(-1)), -1
	for i := range arcs {
		a := &arcs[i]
		if a.bounds.load().high() <= floor {
			continue
		}
		score := w.firstPlay
		if a.visits > 0 {
			inverse, root := inverses(a.visits)
			score = float32(float32(int64(a.points))*perPoint*inverse) + float32(c*root)
		} else if w.eager {
			return i
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// inverses returns 1/k and √(1/k) for a positive k, for small ones from a table, since they are needed for each move.
func inverses(k uint32) (inverse, root float32) {
	if k < uint32(len(smallInverses)) {
		return smallInverses[k].inverse, smallInverses[k].root
	}
	inverse = 1 / float32(int64(k))
	return inverse, sqrt(inverse)
}

var smallInverses = func() (table [1024]struct{ inverse, root float32 }) {
	for k := range table {
		table[k].inverse = 1 / float32(k)
		table[k].root = sqrt(table[k].inverse)
	}
	return table
}()

func (w Widening) valid() bool {
	return usable(w.Factor) && usable(w.Power) && (w.Factor == 0) == (w.Power == 0)
}

// widened returns the number of moves that a simulation may choose among, from 1 to all.
func (w *Widening) widened(simulations uint32, all int) int {
	if wide := w.Factor * math.Floor(math.Pow(float64(simulations), w.Power)); wide < float64(all) {
		return max(1, int(wide))
	}
	return all
}
