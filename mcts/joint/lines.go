package joint

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ply-search/ply"
)

// All yields the lines of the tree from the root, each with the statistics of its last move. The order is depth first:
// moves are in descending order of visits, and each is followed by the lines that continue from it. Moves with fewer
// than atLeast visits are skipped, and so are the lines below them. The moves of a round are successive moves of a
// line, in the order of the players, as in the serialized game ([github.com/ply-search/ply/rounds.Serialize]).
//
// In the statistics of a move, Visits is the number of simulations that played the move and the moves before it in the
// round. Value is the mean result of these simulations for the player of the move. With [RegretMatching], both leave
// out the simulations in which a player explored in a later position, because a random move there falsifies the result.
// For an outcome of chance, Visits is the number of all simulations of the position after the outcome, and Value is 0.
// Low is always -1 and High is always 1.
//
// A line is valid until the next one is yielded. The tree must not change during the loop. With several Workers, All
// uses the tree of the first worker.
func (t *Tree[M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		w := t.workers[0]
		w.walk(reading[M]{n: w.nodes.At(0)}, atLeast, yield)
	}
}

// A reading is a place in the tree: a position and the moves of the first players of the round.
type reading[M comparable] struct {
	n      *node[M]
	share  int // the next player to move
	cell   int // the number of the moves that are played
	passed int // the index of the next player's moves in n.moves
	line   []M
}

// walk yields the lines from r on, and returns false if yield does.
func (w *worker[M]) walk(r reading[M], atLeast int, yield func([]M, ply.Choice[M]) bool) bool {
	n := r.n
	whole := len(n.outcomes) == 0 && r.share == len(n.shares)
	if whole {
		if len(n.shares) == 0 || n.next[r.cell] == 0 {
			return true
		}
		return w.walk(reading[M]{n: w.nodes.At(uint32(n.next[r.cell])), line: r.line}, atLeast, yield)
	}
	choices := w.choices(r)
	order := make([]int, 0, len(choices))
	for i := range choices {
		if choices[i].Visits >= atLeast {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(choices[j].Visits, choices[i].Visits) })
	for _, i := range order {
		next := reading[M]{n: n, share: r.share + 1, cell: r.cell*len(choices) + i, passed: r.passed + len(choices), line: append(r.line, choices[i].Move)}
		if !yield(next.line, choices[i]) {
			return false
		}
		if len(n.outcomes) > 0 {
			if n.next[i] == 0 {
				continue
			}
			next = reading[M]{n: w.nodes.At(uint32(n.next[i])), line: next.line}
		}
		if !w.walk(next, atLeast, yield) {
			return false
		}
	}
	return true
}

// choices returns the next player's moves, or the outcomes of chance.
func (w *worker[M]) choices(r reading[M]) []ply.Choice[M] {
	n := r.n
	if len(n.outcomes) > 0 {
		choices := make([]ply.Choice[M], len(n.moves))
		for i, m := range n.moves {
			choices[i] = ply.Choice[M]{Move: m, Low: -1, High: 1}
			if next := n.next[i]; next != 0 {
				choices[i].Visits = w.nodes.At(uint32(next)).visits
			}
		}
		return choices
	}
	s := &n.shares[r.share]
	choices := make([]ply.Choice[M], s.moves)
	stride := 1 // the joint moves of the players after this one
	for i := range n.shares[r.share+1:] {
		stride *= int(n.shares[r.share+1+i].moves)
	}
	for i := range choices {
		c := ply.Choice[M]{Move: n.moves[r.passed+i], Low: -1, High: 1}
		sum, first := 0.0, (r.cell*len(choices)+i)*stride
		for cell := first; cell < first+stride; cell++ {
			c.Visits += int(n.counts[cell])
			sum += n.sums[cell*w.players+int(s.player)]
		}
		c.Value = (2*sum - float64(c.Visits)) / float64(max(c.Visits, 1))
		choices[i] = c
	}
	return choices
}
