package flat

import (
	"math"

	"github.com/ply-search/ply/internal/interval"
)

// A tally is the statistics of the playouts that count for something.
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

// deviation returns the sample standard deviation. Outcomes are whole numbers below 2¹⁵, so sums are exact.
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

// A table is the statistics that a worker keeps, each kind only if an option needs it.
type table struct {
	all   tally      // all playouts
	cells []tally    // by opening
	first [2][]tally // of each side, all moves as first by their numbers, for the side that moves at the root
	pairs [][]tally  // all pairs as first, by the move at the root and the number of the reply
	goals []tally
}

// at returns the element of a slice that grows as needed.
func at[T any](s *[]T, i int32) *T {
	if int(i) >= len(*s) {
		*s = append(*s, make([]T, int(i)+1-len(*s))...)
	}
	return &(*s)[i]
}

func mergeAll(to *[]tally, from []tally) {
	for i := range from {
		at(to, int32(i)).merge(from[i])
	}
}

func (t *table) merge(u *table) {
	t.all.merge(u.all)
	mergeAll(&t.cells, u.cells)
	for side := range t.first {
		mergeAll(&t.first[side], u.first[side])
	}
	for i := range u.pairs {
		mergeAll(at(&t.pairs, int32(i)), u.pairs[i])
	}
	mergeAll(&t.goals, u.goals)
}
