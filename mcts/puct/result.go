package puct

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// A Result is what a search found in the root of its tree.
type Result[M comparable] struct {
	// Status says why the search ended:
	//
	//   - [ply.OutOfNodes]: all simulations of [ply.Limits] were made, or there are about 2³¹, which is all that can be counted.
	//   - [ply.Solved]: the value of the position is proven.
	//   - [ply.Decided]: the search had a limit of time, and the simulations that were left could not have made another move
	//     the most visited one: there is one legal move, all others are proven to be worse, or too few could follow. It needs a
	//     [PUCT] without Temperature.
	//   - [ply.OutOfTime], [ply.Cancelled]: time or the context ended the search.
	//   - [ply.Failed]: the search returned an error.
	//   - [ply.InProgress]: this is a report of [Options.Progress].
	Status ply.Status

	// Move is the move to play for the side to move: that with the most simulations or, with a Temperature, one
	// that was drawn. With [Gumbel] and [Halving] it is the best of those with the most simulations of this search, by
	// the criterion by which the halves are chosen. A proven value goes before all that: of proven wins it is the soonest,
	// of proven losses the latest.
	Move M

	// Value is the mean result of Move, from -1 for a loss to 1 for a win, or its proven value. Low and High are the proven
	// bounds of the value of the position. If they are equal, the position is solved.
	Value, Low, High float64

	// Distance is the number of plies in which the winner can end the game, if the position is proven to be won or lost;
	// otherwise 0. It is an upper bound, as the search ends at the first proof. A side that keeps its tree wins in at most
	// that many plies. Distances above 65 535 are not told apart, nor those that are not known (see [Options].Bounds).
	Distance int

	// Mean is the mean result of all simulations and of the evaluation of the position.
	Mean float64

	// Line is the principal variation: Move, and then the most visited move of each following position or, where that is
	// proven to be won or lost, the soonest win or the latest loss.
	Line []M

	// Moves are the statistics of all moves of the root, in descending order of their simulations.
	Moves []Statistics[M]

	// Simulations is the number of simulations of the root, including those of earlier searches. Added is the number
	// that this search has added.
	Simulations, Nodes int

	// Evaluations is the number of positions that this search had evaluated, and Calls in how many calls.
	Evaluations, Calls int

	// Nodes is the number of positions in the tree, Memory its size in bytes, and Depth the length of the longest path
	// of a simulation of this search, in moves.
	Size, Memory, Depth int

	// Full reports whether a position has found no room, because Memory is used up.
	Full bool

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Solved reports whether the value of the position is proven, that is, whether Low equals High.
func (r *Result[M]) Solved() bool { return r.Low == r.High }

// Statistics are the results of a move of the root, from the view of the side that plays it.
type Statistics[M comparable] struct {
	// Move is the move.
	Move M

	// Visits is the number of simulations that chose the move.
	Visits int

	// Mean is the mean result of these simulations; 0 if there are none.
	Value float64

	// Prior is the prior of the move without noise. The priors of all moves sum to 1, unless the search ended before the
	// position was evaluated: then they are 0.
	Prior float64

	// Policy is what an evaluator can learn the priors of the position from; it sums to 1. With [Gumbel] it is the
	// improved policy: the prior times exp(σ), where σ is the result on a scale of 50 and the most simulations of a move, and
	// results of moves not tried are estimated from the others. Otherwise it is the share of the simulations or, before the
	// first, the prior. Without an evaluation all moves are alike.
	Policy float64

	// Low and High are the proven bounds of the result of the move.
	Low, High float64

	// Distance is the number of plies from this move, which is included, to the end of the game, if the move is proven to
	// win or to lose; otherwise 0. See [Result].Distance.
	Distance int
}

// snapshot returns what the tree holds. last allows it to draw the move.
func (t *Tree[G, M]) snapshot(r *run, last bool) Result[M] {
	s := &t.store
	n := s.nodes.At(s.root)
	arcs := s.arcsOf(n)
	result := Result[M]{
		Status:      r.status,
		Low:         float64(n.low) / t.unit,
		High:        float64(n.high) / t.unit,
		Distance:    int(n.distance),
		Mean:        n.mean(),
		Simulations: int(n.visits),
		Nodes:       r.done,
		Evaluations: r.evaluations,
		Calls:       r.calls,
		Size:        s.nodesUsed - firstNode,
		Memory:      s.memory(),
		Depth:       t.deep,
		Full:        s.full,
		Elapsed:     time.Since(r.start),
	}
	policy := t.policy(n, arcs)
	for i := range arcs {
		a := &arcs[i]
		st := Statistics[M]{Move: a.move, Visits: int(a.visits), Prior: float64(a.prior), Policy: policy[i],
			Low: float64(a.low) / t.unit, High: float64(a.high) / t.unit, Distance: int(t.distance(a))}
		if a.visits > 0 {
			st.Value = a.sum / float64(a.visits)
		}
		result.Moves = append(result.Moves, st)
	}
	slices.SortStableFunc(result.Moves, func(a, b Statistics[M]) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	i := t.final(n, arcs, last)
	result.Move, result.Value = arcs[i].move, result.Mean
	if a := &arcs[i]; a.exact() {
		result.Value = float64(a.low) / t.unit
	} else if a.visits > 0 {
		result.Value = a.mean(t.unit)
	}
	result.Line = t.line(n.first + uint32(i))
	return result
}

// policy returns what can be learned from the root.
func (t *Tree[G, M]) policy(n *node, arcs []arc[M]) []float64 {
	if t.opt.improves {
		return t.appendImproved(nil, n, arcs)
	}
	policy := make([]float64, len(arcs))
	for i := range arcs {
		switch {
		case n.visits > 0:
			policy[i] = float64(arcs[i].visits) / float64(n.visits)
		case n.evaluated:
			policy[i] = float64(arcs[i].prior)
		default:
			policy[i] = 1 / float64(len(arcs))
		}
	}
	return policy
}

// final returns the number of the move to play.
func (t *Tree[G, M]) final(n *node, arcs []arc[M], last bool) int {
	ranked := t.opt.scheduled && len(t.top.added) == len(arcs) && t.top.assigned > 0
	if ranked {
		t.scoreTop()
	}
	compare := func(i, j int) int {
		if ranked {
			return cmp.Or(cmp.Compare(t.top.added[i], t.top.added[j]), cmp.Compare(t.top.scores[i], t.top.scores[j]))
		}
		a, b := &arcs[i], &arcs[j]
		return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.sum, b.sum), cmp.Compare(a.prior, b.prior))
	}
	sure, open := -1, -1 // the best of the moves that bring just what is certain, and of those that may bring more
	for i := range arcs {
		switch a := &arcs[i]; {
		case a.high > n.low:
			if open < 0 || compare(i, open) > 0 {
				open = i
			}
		case a.low == n.low:
			if sure < 0 || cmp.Or(t.surer(a, &arcs[sure]), compare(i, sure)) > 0 {
				sure = i
			}
		}
	}
	// A proven loss is nothing to fall back on.
	if sure >= 0 && (open < 0 || int(n.low) > -t.full && (arcs[open].visits == 0 || arcs[open].mean(t.unit) < float64(n.low)/t.unit)) {
		return sure
	}
	if last && t.opt.upper.Temperature > 0 && arcs[open].visits > 0 {
		return t.draw(arcs, n.low, float64(arcs[open].visits))
	}
	return open
}

// draw draws one of the moves that may bring more than floor, given the most simulations of one of these.
func (t *Tree[G, M]) draw(arcs []arc[M], floor int16, most float64) int {
	weights, sum := t.scratch[:0], 0.0
	for i := range arcs {
		weight := 0.0
		if a := &arcs[i]; a.high > floor && a.visits > 0 {
			weight = math.Exp(math.Log(float64(a.visits)/most) / t.opt.upper.Temperature)
		}
		weights = append(weights, weight)
		sum += weight
	}
	t.scratch = weights
	return chance.Pick(weights, t.random.Float64()*sum)
}

// line returns the moves that are to be expected from an arc on.
func (t *Tree[G, M]) line(at uint32) []M {
	var line []M
	for {
		a := t.store.arcs.At(at)
		line = append(line, a.move)
		if a.node < firstNode {
			return line
		}
		n := t.store.nodes.At(a.node)
		arcs, best := t.store.arcsOf(n), 0
		for i := range arcs {
			if t.expected(n, &arcs[i], &arcs[best]) {
				best = i
			}
		}
		if arcs[best].visits == 0 {
			return line
		}
		at = n.first + uint32(best)
	}
}

// expected reports whether a move is to be expected more than another one of the same position.
func (t *Tree[G, M]) expected(n *node, a, b *arc[M]) bool {
	if t.certain(n.low, n.high) {
		if sure, known := a.low == n.low, b.low == n.low; !sure || !known {
			return sure && !known
		}
		return cmp.Or(t.surer(a, b), cmp.Compare(a.visits, b.visits)) > 0
	}
	return a.visits > b.visits
}
