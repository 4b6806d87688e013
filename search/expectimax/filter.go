package expectimax

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// A Filter chooses the moves that a search looks at, like the move filters of GNU Backgammon. In each position of a
// side from which the search looks two or more moves ahead, it first evaluates the positions after all moves. Then it
// searches only the moves with the best evaluations. The other moves are left out, which can change the value found.
//
// Most of the time of a deep search is spent on moves that look bad at once. A filter is worth its risk if the
// evaluation is good. It also helps Star1 and Star2 to prune: they search the move with the best evaluation first.
//
// The zero value leaves out no moves.
type Filter struct {
	// Width is the greatest number of moves searched. 0 means no limit. Of moves with equal evaluations, the first in
	// the order of Moves are searched.
	Width int

	// Margin is the greatest difference between the evaluation of a move that is searched and the best evaluation, on
	// the scale of the evaluator. 0 means no limit.
	Margin float64
}

func (f *Filter) check() error {
	if f.Width < 0 || !(f.Margin >= 0) {
		return fmt.Errorf("expectimax: Filter is %+v, want a number of moves and a difference of evaluations, or 0 for no limit", *f)
	}
	return nil
}

// filtered removes the moves that the filter leaves out from the moves of a side, which begin at start. It returns the
// number of the move to try first: tabled or, if tabled is 0, the move with the best evaluation.
func (s *searcher[M]) filtered(turn, at, depth, start, tabled int) (first int) {
	n, from := len(s.stack)-start, len(s.values)
	if s.filter == (Filter{}) || depth < 2 || n < 2 || !s.evaluateMoves(turn, at, start) {
		return tabled
	}
	values := s.values[from:]
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	least, ties := s.threshold(values, values[best])
	end := start
	for i, v := range values {
		if v < least || v == least && ties == 0 {
			continue
		}
		if v == least {
			ties--
		}
		if i == best {
			first = end - start
		}
		s.stack[end] = s.stack[start+i]
		end++
	}
	if end < len(s.stack) {
		s.narrowed[turn]++
	}
	s.stack, s.values = s.stack[:end], s.values[:from]
	return cmp.Or(tabled, first)
}

// evaluateMoves pushes the values, for the side to move, of the positions after the moves from start on. It returns
// false if the search fails.
func (s *searcher[M]) evaluateMoves(turn, at, start int) bool {
	from, horizon := len(s.values), s.horizon
	s.level(at) // Star2 has not been here before
	if s.successors == nil {
		for i := start; i < len(s.stack) && !s.stopped; i++ {
			s.values = append(s.values, s.after(i, at, 0, -infinity, infinity, 1))
		}
	} else if s.evaluateSuccessors(at, start) {
		for i, v := range s.values[from:] {
			s.evaluated(v, start+i, 0)
		}
	}
	if s.stopped {
		return false
	}
	s.horizon = horizon // the values decide which moves are searched, and are no part of the result
	if turn == 1 {
		for i := range s.values[from:] {
			s.values[from+i] *= -1
		}
	}
	return true
}

// threshold returns the least value of a move that is searched, and how many moves of this value are searched.
func (s *searcher[M]) threshold(values []float64, best float64) (least float64, ties int) {
	least, ties = math.Inf(-1), len(values)
	if s.filter.Margin > 0 {
		least = best - s.filter.Margin
	}
	if width := s.filter.Width; width > 0 && width < len(values) {
		s.ranked = append(s.ranked[:0], values...)
		slices.Sort(s.ranked)
		better := s.ranked[len(values)-width:]
		if last := better[0]; last >= least {
			least, ties = last, 0
			for ties < width && better[ties] == last {
				ties++
			}
		}
	}
	return least, ties
}

// certain weakens a bound, Exact or AtLeast, on the value of the start for the side to move if moves were left out.
func (s *searcher[M]) certain(b ply.Bound, turn int) ply.Bound {
	mine, others := s.narrowed[0] > 0, s.narrowed[1] > 0
	if turn == 1 {
		mine, others = others, mine
	}
	switch {
	case mine && !others:
		return ply.AtLeast
	case others && !mine && b == ply.Exact:
		return ply.AtMost
	case others:
		return ply.NoBound
	}
	return b
}
