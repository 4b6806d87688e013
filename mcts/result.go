package mcts

import (
	"cmp"
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// A Result is what a search found in the root of its tree.
type Result[M comparable] struct {
	// Status says why the search ended:
	//
	//   - [ply.Solved]: the value of the position is proven.
	//   - [ply.Decided]: the search had a limit of time, and the simulations that were left could not have made another move
	//     the most visited one: there is one legal move, all others are proven to be worse, or too few could follow. It needs
	//     one tree and MostVisits ([Options.Final]).
	//   - [ply.OutOfNodes]: all simulations of [ply.Limits] were made, or the position has so many that no more can be
	//     counted: about 2³¹, or about 2³²/254 if results have many steps ([Options.Scale], [Playouts]).
	//   - [ply.OutOfTime], [ply.Cancelled]: time or the context ended the search.
	//   - [ply.Failed]: the search returned an error.
	//   - [ply.InProgress]: this is a report of [Options.Progress].
	Status ply.Status

	// Move is the best move for the player to move, by the criterion of [Options.Final].
	Move M

	// Value is the mean result of Move, from 0 for a loss to 1 for a win. Low and High are the proven bounds of the
	// value of the position. If they are equal, the position is solved: 0 is lost, ½ drawn and 1 won.
	//
	// In a position of chance, Move is the outcome with the most simulations, Value is the mean result of side or
	// player 0 in all simulations, and Line is empty.
	Value, Low, High float64

	// Distance is the number of plies to the end of the game, moves of chance included, if the position is proven to be
	// won or lost, that is, if Low is 1 or High is 0; otherwise 0. The winner can end the game in that many plies,
	// whatever the loser does. It is an upper bound: the search stops at the first proof, and there may be a shorter win.
	// Distances above 65 535 are not told apart.
	//
	// Where moves are proven, Move is the one with the least distance for the winner, and with the greatest for the loser.
	// If the winner plays it and keeps the tree ([Tree.Play]), Distance falls with each ply, as long as no position was
	// pruned.
	Distance int

	// Means are the mean results of each player in the simulations that this search has added; ½ if there are none.
	Means []float64

	// Line is the principal variation: Move, and then the best move of each following position, as far as these were
	// tried, up to the next position of chance.
	Line []M

	// Moves are the statistics of all moves of the root, in descending order of their simulations.
	Moves []Statistics[M]

	// Simulations is the number of simulations of the root, including those of earlier searches. Added is the number
	// that this search has added.
	Simulations, Added int

	// Nodes is the number of positions in the tree, Memory its size in bytes, and Depth the length of the longest path
	// of a simulation through the tree, in moves.
	Nodes, Memory, Depth int

	// Full reports whether the tree has stopped growing because MaxMemory is used up.
	Full bool

	// Pruned is the number of positions that the tree has discarded because MaxMemory was used up.
	Pruned int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Solved reports whether the value of the position is proven, that is, whether Low equals High.
func (r *Result[M]) Solved() bool { return r.Low == r.High }

// Statistics are the results of a move in a position of the tree, from the view of the player who plays it.
type Statistics[M comparable] struct {
	// Move is the move.
	Move M

	// Visits is the number of simulations that chose the move.
	//
	// If a position below the root reaches the greatest number of simulations that can be counted, as it can with
	// Transpositions, the Visits of all its moves are halved, and the means stay the same.
	Visits int

	// Mean is the mean result of these simulations, from 0 for a loss to 1 for a win; ½ if there are none.
	Mean float64

	// RAVEVisits is the number of simulations of the position in which the player played this move then or later. It is
	// 0 without RAVE.
	RAVEVisits int

	// RAVEMean is the mean result of these simulations; ½ if there are none.
	RAVEMean float64

	// Prior is the prior that the game's [ply.Guide] gave the move, scaled so that the priors of the position sum to 1; 0
	// without a Guide. In a position of chance it is the probability of the outcome.
	Prior float64

	// Low and High are the proven bounds of the result of the move.
	Low, High float64

	// Distance is the number of plies from this move, which is included, to the end of the game, if the move is proven to
	// win or to lose; otherwise 0. See [Result].Distance.
	Distance int
}

// statistics reads an arc.
func (w *worker[M]) statistics(at uint32) Statistics[M] {
	s := w.store
	a := s.arcs.At(at)
	st := Statistics[M]{Move: a.move, Low: w.part(a.bounds.low()), High: w.part(a.bounds.high())}
	st.Visits, st.Mean = w.counted(a.visits, a.points)
	if b := a.bounds; b.exact() && (b.low() == w.utility || b.low() == -w.utility) {
		st.Distance = min(b.distance()+1, mostDistance)
	}
	st.RAVEMean = 0.5
	if s.withRAVE {
		st.RAVEVisits, st.RAVEMean = w.counted(halves(*s.raves.At(at)))
	}
	if s.withPrior {
		st.Prior = float64(*s.priors.At(at))
	}
	return st
}

func (w *worker[M]) counted(visits, points uint32) (int, float64) {
	return int(visits), w.mean(uint64(points), int(visits))
}

// mean returns the mean result of some simulations from the sum of their points.
func (w *worker[M]) mean(points uint64, simulations int) float64 {
	if simulations == 0 {
		return 0.5
	}
	return float64(points) / float64(2*uint64(w.utility)*w.perStep) / float64(simulations)
}

// means returns the mean results of each player in the simulations of a search, given their number.
func (t *Tree[M]) means(simulations int) []float64 {
	means := make([]float64, len(t.workers[0].total))
	for p := range means {
		points := uint64(0)
		for _, w := range t.workers {
			points += w.total[p]
		}
		means[p] = t.workers[0].mean(points, simulations)
	}
	return means
}

// part returns a step as a result from 0 to 1.
func (w *worker[M]) part(step int) float64 { return float64(step+w.utility) / float64(2*w.utility) }

// result sums up what the tree holds.
func (t *Tree[M]) result() Result[M] {
	var r Result[M]
	r.High = 1
	for i, s := range t.stores {
		w := t.workers[i]
		root := s.nodes.At(s.root)
		r.Low, r.High = max(r.Low, w.part(root.bounds.low())), min(r.High, w.part(root.bounds.high()))
		r.Simulations += int(root.visits)
		r.Nodes += s.nodesUsed - firstNode
		r.Memory += s.taken()
		r.Full = r.Full || s.closed
		r.Pruned += s.pruned
	}
	for _, w := range t.workers {
		r.Depth = max(r.Depth, w.deep)
	}
	r.Moves = t.moves()
	best := final(t.opt.Final, r.Moves)
	r.Move, r.Value = best.Move, best.Mean
	if t.workers[0].store.nodes.At(t.workers[0].store.root).chance {
		r.Move, r.Value, r.Distance = r.Moves[0].Move, meanOf(r.Moves), r.longest()
		return r
	}
	if r.Low == 1 || r.High == 0 { // it may take several trees to prove that all moves lose
		r.Distance = best.Distance
	}
	r.Line = t.line(r.Move)
	return r
}

// moves returns the statistics of all moves of the root, in descending order of their simulations. Several trees have
// the same moves in other orders.
func (t *Tree[M]) moves() []Statistics[M] {
	first := t.stores[0]
	moves := t.workers[0].appendStatistics(make([]Statistics[M], 0, first.nodes.At(first.root).count), first.root)
	if len(t.stores) > 1 {
		at := make(map[M]int, len(moves))
		for k, m := range moves {
			at[m.Move] = k
		}
		for i, s := range t.stores[1:] {
			for _, m := range t.workers[i+1].appendStatistics(nil, s.root) {
				if k, ok := at[m.Move]; ok {
					moves[k].merge(m)
				} else {
					at[m.Move] = len(moves)
					moves = append(moves, m)
				}
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b Statistics[M]) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Mean, a.Mean))
	})
	return moves
}

// longest returns the greatest distance of the outcomes of a position of chance that is won or lost, or 0.
func (r *Result[M]) longest() (distance int) {
	if r.Low < 1 && r.High > 0 {
		return 0
	}
	for _, m := range r.Moves {
		if m.Prior > 0 {
			distance = max(distance, m.Distance)
		}
	}
	return distance
}

// meanOf returns the mean result of all simulations of a position.
func meanOf[M comparable](moves []Statistics[M]) float64 {
	var all Statistics[M]
	for _, m := range moves {
		all.merge(m)
	}
	return all.Mean
}

// merge adds the statistics of the same move in another tree.
func (a *Statistics[M]) merge(b Statistics[M]) {
	mean := func(m, n int, x, y float64) float64 {
		if m+n == 0 {
			return 0.5
		}
		return (float64(m)*x + float64(n)*y) / float64(m+n)
	}
	a.Mean = mean(a.Visits, b.Visits, a.Mean, b.Mean)
	a.RAVEMean = mean(a.RAVEVisits, b.RAVEVisits, a.RAVEMean, b.RAVEMean)
	a.Visits += b.Visits
	a.RAVEVisits += b.RAVEVisits
	a.Low, a.High = max(a.Low, b.Low), min(a.High, b.High)
	if a.Distance == 0 || b.Distance > 0 && b.Distance < a.Distance {
		a.Distance = b.Distance // what one of them has proven
	}
}
