package flat

import (
	"math"

	"github.com/ply-search/ply/internal/interval"
	"github.com/ply-search/ply/internal/sampling"
)

func (w *worker[M]) number(m M) int32 { return int32(w.numberer.Number(m)) }

// renumbered returns a worker's statistics by the first one's numbers (they differ without a Numberer), and adds its moves.
func (w *worker[M]) renumbered(first *worker[M]) table {
	if w == first || !w.learns {
		return w.table
	}
	t := w.table
	translated := func(from []tally) (to []tally) {
		for n, t := range from {
			if t.count > 0 {
				number := int32(n)
				if !first.numbered {
					number = first.number(w.moveOf[n])
				}
				*sampling.At(&first.moveOf, number) = w.moveOf[n]
				*sampling.At(&to, number) = t
			}
		}
		return to
	}
	for side := range t.first {
		t.first[side] = translated(w.first[side])
	}
	t.pairs = make([][]tally, len(w.pairs))
	for i := range w.pairs {
		t.pairs[i] = translated(w.pairs[i])
	}
	return t
}

func (w *worker[M]) note(side int, m M) {
	if w.learns {
		w.steps = append(w.steps, Step[M]{m, side})
	}
}

// record counts a playout that began with an opening, or -1.
func (w *worker[M]) record(opening int32, score float64) {
	w.all.add(score)
	if opening >= 0 {
		sampling.At(&w.cells, opening).add(score)
	}
	for goal, reached := range w.reached {
		if reached != w.listed[goal].Prevented {
			w.goals[goal].add(score)
		}
	}
	if !w.learns {
		return
	}
	w.mine, w.theirs = w.mine[:0], w.theirs[:0]
	for _, step := range w.steps {
		if step.Side < 0 {
			continue
		}
		n := w.number(step.Move)
		by := 0
		if w.opt.Retaken {
			by = step.Side
		}
		seen := sampling.At(&w.seen[by], n)
		if *seen == w.playout {
			continue
		}
		*seen = w.playout
		*sampling.At(&w.moveOf, n) = step.Move
		sampling.At(&w.first[step.Side], n).add(score)
		if w.pairs == nil {
			continue
		}
		if step.Side != w.side {
			w.theirs = append(w.theirs, n)
		} else if int(n) < len(w.root) && w.root[n] > 0 {
			w.mine = append(w.mine, w.root[n]-1)
		}
	}
	for _, mine := range w.mine {
		for _, reply := range w.theirs {
			sampling.At(&w.pairs[mine], reply).add(score)
		}
	}
}

type tally struct{ count, sum, squares float64 }

func (t *tally) add(score float64) {
	t.count++
	t.sum += score
	t.squares += score * score
}

func (t *tally) merge(u tally) {
	t.count += u.count
	t.sum += u.sum
	t.squares += u.squares
}

func (t *tally) mean() float64 {
	if t.count == 0 {
		return 0
	}
	return t.sum / t.count
}

// deviation returns the sample standard deviation. Outcomes are integers below 2¹⁵, so sums are exact.
func (t *tally) deviation() float64 {
	if t.count < 2 {
		return 0
	}
	return math.Sqrt(max(0, t.squares-t.sum*t.sum/t.count) / (t.count - 1))
}

// interval returns the 95 % interval of the mean.
func (t *tally) interval() (low, high float64) {
	return interval.Mean(t.mean(), t.deviation(), t.count, 0.95)
}

type table struct {
	all   tally      // all playouts
	cells []tally    // by opening
	first [2][]tally // of each side, all moves as first by their numbers, for the side that moves at the root
	pairs [][]tally  // all pairs as first, by the move at the root and the number of the reply
	goals []tally
}

func mergeAll(to *[]tally, from []tally) {
	for i := range from {
		sampling.At(to, int32(i)).merge(from[i])
	}
}

func (t *table) merge(u *table) {
	t.all.merge(u.all)
	mergeAll(&t.cells, u.cells)
	for side := range t.first {
		mergeAll(&t.first[side], u.first[side])
	}
	for i := range u.pairs {
		mergeAll(sampling.At(&t.pairs, int32(i)), u.pairs[i])
	}
	mergeAll(&t.goals, u.goals)
}
