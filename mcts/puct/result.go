package puct

import (
	"cmp"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// A Result is the result of a search at the root of its tree. The Status says why the search ended:
//
//   - [ply.OutOfNodes]: the search has made [ply.Limits].Nodes simulations, or the root has reached the maximal number
//     of simulations, about 2³¹.
//   - [ply.Solved]: the value of the position is proven.
//   - [ply.Decided]: the search had a time limit ([ply.Limits].Time), and in the remaining time the most visited move
//     could not have changed, for example because it is the only legal move. Only searches with [PUCT] end like this.
//   - [ply.OutOfTime], [ply.Cancelled]: time or the context ended the search.
//   - [ply.Failed]: the search returned an error.
//   - [ply.InProgress]: this is a report of [Options.Progress].
type Result[M comparable] struct {
	ply.Report // Nodes is the number of simulations that this search has added

	// Move is the move with the most simulations. A proven win is preferred to all other moves, and a proven loss is
	// chosen last. Of several wins, Move is the soonest; if all moves lose, Move is the latest loss. In a position of
	// chance, Move is the outcome with the most simulations.
	//
	// With [Gumbel] and [Halving], only the simulations of the latest search decide, not earlier simulations of the
	// tree. Several moves usually have the same, greatest number of simulations. Of these moves, Halving chooses
	// the move with the best mean result. Gumbel chooses the move with the best score, as defined by Danihelka and
	// others (2022).
	Move M

	// Value is the mean result of Move for the side or player to move, from -1 for a loss to 1 for a win, or its proven
	// value. Low and High are the proven bounds of the value of the position. If Low equals High, the position is solved.
	// In a position of chance, Value is the mean result of side or player 0 in all simulations.
	Value, Low, High float64

	// Distance is the number of plies in which the winner can end the game. Distance is 0 unless the position is proven
	// to be won or lost. Distance is an upper bound: the search ends at the first proof, and there may be a shorter
	// win. If the winner always plays Move and keeps the tree ([Tree.Play]), the game ends in at most Distance plies.
	// Distances above 65 535 and unknown distances (see [Options].Bounds) count as 65 535.
	Distance int

	// Means contains the mean result of each side or player in the simulations of this search, or zeros if there were none.
	Means []float64

	// Line is the principal variation: Move, followed by the most visited moves after it. In a position with a proven
	// value, Line continues with the soonest win or the latest loss instead.
	Line []M

	// Moves contains all moves of the root, in descending order of simulations, with their proven bounds.
	Moves []ply.Choice[M]

	// Policy is a probability distribution over Moves, which a network can learn as its priors. With [PUCT] and
	// [Halving], Policy is the share of each move in the simulations of the root or, before the first simulation, the
	// prior of each move. With [Gumbel], Policy is the improved policy of Danihelka and others (2022): the probability
	// of a move is proportional to P·exp(s·v). P is the prior of the move. v is its mean result, from 0 to 1, or an
	// estimate if the move is untried. s is 50 plus the number of simulations of the most visited move. In a position
	// of chance, Policy contains the probabilities of the outcomes.
	Policy []float64

	// Evaluations is the number of positions that this search evaluated.
	Evaluations int
}

// Solved reports whether the value of the position is proven: Low equals High.
func (r *Result[M]) Solved() bool { return r.Low == r.High }

// Visits returns the number of simulations of the root, including earlier searches.
func (r *Result[M]) Visits() (simulations int) {
	for _, m := range r.Moves {
		simulations += m.Visits
	}
	return simulations
}

func (t *Tree[G, M]) snapshot(r *run) Result[M] {
	s := &t.store
	n := s.Nodes.At(s.Root)
	arcs := s.arcsOf(n)
	result := Result[M]{
		Report:      r.Report(r.done),
		Low:         float64(n.low) / t.unit,
		High:        float64(n.high) / t.unit,
		Distance:    int(n.distance),
		Means:       t.means(n),
		Evaluations: t.last.evaluations,
	}
	order := make([]int, len(arcs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(arcs[j].visits, arcs[i].visits), cmp.Compare(arcs[j].value(), arcs[i].value()))
	})
	policy := t.policy(n, arcs)
	for _, i := range order {
		result.Moves = append(result.Moves, t.choice(&arcs[i]))
		result.Policy = append(result.Policy, policy[i])
	}
	if n.byChance {
		result.Move = arcs[order[0]].move
		if result.Value = result.Low; n.low < n.high {
			result.Value = n.sum / float64(max(n.visits, 1))
		}
		return result
	}
	i := t.final(n, arcs)
	result.Move, result.Value = arcs[i].move, n.mean()
	if a := &arcs[i]; a.exact() {
		result.Value = float64(a.low) / t.unit
	} else if a.visits > 0 {
		result.Value = a.mean(t.unit)
	}
	result.Line = t.line(n.First + uint32(i))
	return result
}

func (t *Tree[G, M]) means(root *node) []float64 {
	means := slices.Clone(t.total)
	for p := range means {
		means[p] /= float64(max(root.visits-t.last.before, 1))
	}
	return means
}

func (t *Tree[G, M]) choice(a *arc[M]) ply.Choice[M] {
	return ply.Choice[M]{Move: a.move, Visits: int(a.visits), Value: a.value(),
		Low: float64(a.low) / t.unit, High: float64(a.high) / t.unit, Distance: int(t.distance(a))}
}

func (t *Tree[G, M]) policy(n *node, arcs []arc[M]) []float64 {
	if t.opt.improves && !n.byChance {
		return t.appendImproved(nil, n, arcs)
	}
	policy := make([]float64, len(arcs))
	for i := range arcs {
		switch {
		case n.byChance:
			policy[i] = float64(arcs[i].prior)
		case n.visits > 0:
			policy[i] = float64(arcs[i].visits) / float64(n.visits)
		case t.evaluated:
			policy[i] = float64(arcs[i].prior)
		default:
			policy[i] = 1 / float64(len(arcs))
		}
	}
	return policy
}

// final returns the index of the move to play, by the order of a schedule or by simulations.
func (t *Tree[G, M]) final(n *node, arcs []arc[M]) int {
	ranked := t.opt.scheduled && len(t.top.added) == len(arcs) && t.top.assigned > 0
	if ranked {
		t.scoreTop()
	}
	rows := make([]ply.Choice[M], len(arcs))
	for i := range arcs {
		if rows[i] = t.choice(&arcs[i]); arcs[i].visits > 0 {
			rows[i].Value = arcs[i].mean(t.unit)
		} else {
			rows[i].Value = -1
		}
	}
	return sampling.Final(rows, func(i, j int) bool {
		if ranked {
			return cmp.Or(cmp.Compare(t.top.added[i], t.top.added[j]), cmp.Compare(t.top.scores[i], t.top.scores[j])) > 0
		}
		a, b := &arcs[i], &arcs[j]
		return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.sum, b.sum), cmp.Compare(a.prior, b.prior)) > 0
	})
}

func (t *Tree[G, M]) line(at uint32) []M {
	var line []M
	for {
		a := t.store.Arcs.At(at)
		line = append(line, a.move)
		if a.node < firstNode || len(line) >= t.store.NodesUsed { // different positions with the same hash can form a cycle
			return line
		}
		n := t.store.Nodes.At(a.node)
		if n.byChance {
			return line
		}
		arcs, best := t.store.arcsOf(n), 0
		for i := range arcs {
			if t.expected(n, &arcs[i], &arcs[best]) {
				best = i
			}
		}
		if arcs[best].visits == 0 {
			return line
		}
		at = n.First + uint32(best)
	}
}

func (t *Tree[G, M]) expected(n *node, a, b *arc[M]) bool {
	if t.certain(n.low, n.high) {
		if sure, known := a.low == n.low, b.low == n.low; !sure || !known {
			return sure && !known
		}
		return cmp.Or(t.surer(a, b), cmp.Compare(a.visits, b.visits)) > 0
	}
	return a.visits > b.visits
}
