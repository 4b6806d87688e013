package mcts

import (
	"cmp"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// A Result is the result of a search at the root of its tree. All values in it are from -1 for a loss to 1 for a win,
// with 0 for a draw. The Status says why the search ended:
//
//   - [ply.Solved]: the value of the position is proven.
//   - [ply.Decided]: the search had a time limit ([ply.Limits].Time), and in the remaining time the most visited
//     move could not have changed, for example because it is the only legal move. Searches with [RootTrees] do not
//     end early like this.
//   - [ply.OutOfNodes]: the search has made [ply.Limits].Nodes simulations, or the root has reached the maximal number
//     of simulations. The maximum is about 2³¹. With [Options.Scale] or several [Playouts] in each simulation, it can
//     be as low as 16 million.
//   - [ply.OutOfTime], [ply.Cancelled]: time or the context ended the search.
//   - [ply.Failed]: the search returned an error.
//   - [ply.InProgress]: this is a report of [Options.Progress].
type Result[M comparable] struct {
	ply.Report // Nodes is the number of simulations that this search has added

	// Move is the move with the most simulations and, on ties, the better mean. A move that is proven to win is preferred
	// to all others, and a move that is proven to lose is chosen last. Of several winning moves, Move wins soonest; if
	// all moves lose, Move loses latest.
	Move M

	// Value is the mean result of Move for the player to move. Low and High are the proven bounds of the value of the
	// position. If Low equals High, the position is solved. In a position of chance, Move is the outcome with the most
	// simulations, Value is the mean result of side or player 0 in all simulations, and Line is empty.
	Value, Low, High float64

	// Distance is the number of plies, moves of chance included, in which the winner can end the game against any
	// defence. Distance is 0 unless the position is proven to be won or lost (Low is 1 or High is -1). Distance is an
	// upper bound: the search stops at the first proof, and there may be a shorter win. A distance above 65 535 counts
	// as 65 535.
	//
	// If the winner plays Move and keeps the tree ([Tree.Play]), Distance decreases with each ply, unless positions
	// were pruned.
	Distance int

	// Means contains the mean result of each player in the simulations of this search, or zeros if there were none.
	Means []float64

	// Line is the principal variation: Move, followed by the best moves after it. Line ends before an untried move, and at
	// a position of chance.
	Line []M

	// Moves contains all moves of the root, in descending order of simulations, with their proven bounds. The sum of
	// their Visits is the number of simulations of the root. With Transpositions, the Visits of the moves of a position
	// below the root are halved when the position reaches the maximal number of simulations. They remain halved if the
	// position becomes the root.
	Moves []ply.Choice[M]

	// Depth is the length of the longest path through the tree, in moves.
	Depth int
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

func (w *worker[M]) choice(at uint32) ply.Choice[M] {
	a := w.store.Arcs.At(at)
	c := ply.Choice[M]{Move: a.move, Visits: int(a.visits), Value: w.mean(uint64(a.points), int(a.visits)),
		Low: w.part(a.bounds.low()), High: w.part(a.bounds.high())}
	if b := a.bounds; w.won(b) {
		c.Distance = min(b.distance()+1, mostDistance)
	}
	return c
}

func (w *worker[M]) won(b bounds) bool { return b.low() == w.utility || b.high() == -w.utility }

func (w *worker[M]) mean(points uint64, simulations int) float64 {
	if simulations == 0 {
		return 0
	}
	return float64(points)/float64(uint64(w.utility)*w.perStep)/float64(simulations) - 1
}

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

// part converts a step to a result from -1 to 1.
func (w *worker[M]) part(step int) float64 { return float64(step) / float64(w.utility) }

func (t *Tree[M]) result() Result[M] {
	r := Result[M]{Low: -1, High: 1}
	distance := math.MaxInt // to the end, by one of the trees
	for i, s := range t.stores {
		w, b := t.workers[i], s.Nodes.At(s.Root).bounds
		r.Low, r.High = max(r.Low, w.part(b.low())), min(r.High, w.part(b.high()))
		if w.won(b) {
			distance = min(distance, b.distance())
		}
	}
	for _, w := range t.workers {
		r.Depth = max(r.Depth, w.deep)
	}
	r.Moves = t.moves()
	if t.stores[0].Nodes.At(t.stores[0].Root).chance {
		r.Move, r.Value = r.Moves[0].Move, meanOf(r.Moves)
		if r.Low == 1 || r.High == -1 {
			r.Distance = distance
		}
		return r
	}
	best := r.Moves[sampling.Final(r.Moves, nil)]
	r.Move, r.Value = best.Move, best.Value
	if r.Low == 1 || r.High == -1 { // it may take several trees to prove that all moves lose
		r.Distance = best.Distance
	}
	r.Line = t.line(r.Move)
	return r
}

// moves returns all moves of the root, in descending order of simulations. Several trees have them in different orders.
func (t *Tree[M]) moves() []ply.Choice[M] {
	first := t.stores[0]
	moves := t.workers[0].appendChoices(make([]ply.Choice[M], 0, first.Nodes.At(first.Root).Count), first.Root)
	if len(t.stores) > 1 {
		at := make(map[M]int, len(moves))
		for k, m := range moves {
			at[m.Move] = k
		}
		for i, s := range t.stores[1:] {
			for _, m := range t.workers[i+1].appendChoices(nil, s.Root) {
				if k, ok := at[m.Move]; ok {
					moves[k] = merge(moves[k], m)
				} else {
					at[m.Move] = len(moves)
					moves = append(moves, m)
				}
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b ply.Choice[M]) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	return moves
}

func meanOf[M comparable](moves []ply.Choice[M]) float64 {
	sum, count := 0.0, 0
	for _, m := range moves {
		sum, count = sum+float64(m.Visits)*m.Value, count+m.Visits
	}
	return sum / float64(max(count, 1))
}

func merge[M comparable](a, b ply.Choice[M]) ply.Choice[M] {
	a.Value = meanOf([]ply.Choice[M]{a, b})
	a.Visits += b.Visits
	a.Low, a.High = max(a.Low, b.Low), min(a.High, b.High)
	if a.Distance == 0 || b.Distance > 0 && b.Distance < a.Distance {
		a.Distance = b.Distance // what one of them has proven
	}
	return a
}
