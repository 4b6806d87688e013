package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply"
)

// Sooner wins and later losses. Unless Win is AnyDistance, a value within the search is a multiple of unit, and the end
// of the game adds a part of a unit to a win, and subtracts it from a loss: soonest at the start, one less with each
// move, 1 after 766 moves or more. Values are therefore compared by the outcome or evaluation first, and then by
// distance. Draws have no such part, nor have positions evaluated at the end of Depth: an end found before is sooner.
//
// rate and rateEnd turn evaluations and outcomes into values within the search, show turns them back. In the table,
// distances are counted from the position itself (fromTable, forTable).
const (
	unitBits = 10
	unit     = 1 << unitBits
	soonest  = math.MaxInt16 - ply.MaxValue // 767
	infinity = (ply.MaxValue + 2) * unit    // beyond all values
	farthest = math.MaxUint8                // the greatest distance in an entry of the table
)

type scale struct {
	unit int  // 1 within the search
	bits uint // the binary logarithm of unit
	win  int  // the least outcome that is a win; 0 if wins differ
	won  int  // the least evaluation that counts as a win
	top  int  // the value of the best possible outcome, without its distance

	lowest, highest int // the window of the whole search
}

func newScale(win int, window [2]int) scale {
	s := scale{unit: unit, bits: unitBits, win: win, won: cmp.Or(win, infinity), top: cmp.Or(win, ply.MaxValue) * unit}
	if win == AnyDistance {
		s = scale{unit: 1, won: infinity, top: infinity}
	}
	if window == [2]int{} {
		window = [2]int{-ply.MaxValue - 1, ply.MaxValue + 1}
	}
	s.lowest, s.highest = s.within(window[0], window[1])
	return s
}

// sooner returns the part that the end of the game at a level adds to a win.
func sooner(level int) int { return max(soonest-level, 1) }

// magnitude splits a value within the search into its sign, its outcome, and the part for the distance, or 0.
func magnitude(value int) (sign, outcome, soon int) {
	sign = 1
	if value < 0 {
		sign, value = -1, -value
	}
	return sign, value >> unitBits, value & (unit - 1)
}

// rate returns the value within the search of an evaluation at a level.
func (s *scale) rate(value, level int) int {
	if value >= s.won || value <= -s.won {
		return s.rateEnd(value, level)
	}
	return value * s.unit
}

// rateEnd returns the value within the search of an outcome at a level. Not inlining it lets the compiler inline rate.
//
//go:noinline
func (s *scale) rateEnd(value, level int) int {
	if s.win > 0 {
		if value < s.win && value > -s.win {
			return value * unit
		}
		value = max(-s.win, min(value, s.win))
	}
	switch {
	case s.bits == 0 || value == 0:
		return value
	case value > 0:
		return value*unit + sooner(level)
	}
	return value*unit - sooner(level)
}

// show converts a value within the search back, and returns the moves to the end of the game if known.
func (s *scale) show(value int) (shown, distance int) {
	if s.bits == 0 {
		return value, 0
	}
	sign, outcome, soon := magnitude(value)
	switch {
	case soon == 0 && (s.win == 0 || outcome < s.win):
		return sign * outcome, 0
	case soon == 0:
		soon = 1
	}
	return sign * outcome, soonest - soon
}

// reachable returns the least value from this one on that a search can find.
func (s *scale) reachable(value int) int {
	for v := value >> (s.bits & 63); ; v++ {
		if least, most := s.span(v, 0); value <= most {
			return max(value, least)
		}
	}
}

func (s *scale) isEnd(value int) bool { return value > s.top || value < -s.top }

// span returns the least and the greatest value within the search of a value at a level whose distance is unknown.
func (s *scale) span(value, level int) (least, most int) {
	switch {
	case s.bits == 0 || value == 0:
		return value, value
	case value < 0:
		least, most = s.span(-value, level)
		return -most, -least
	case value < s.win:
		return value * unit, value * unit
	case s.win > 0:
		return s.win*unit + 1, s.win*unit + sooner(level)
	}
	return value * unit, value*unit + sooner(level)
}

// within converts a window to values within the search. Values beyond its ends need not be distinguished from the ends.
func (s *scale) within(alpha, beta int) (lowest, highest int) {
	_, lowest = s.span(alpha, 0)
	highest, _ = s.span(beta, 0)
	if s.win > 0 && alpha < -s.win {
		lowest = -infinity
	}
	if s.win > 0 && beta > s.win {
		highest = infinity
	}
	if beta == alpha+1 {
		highest = lowest + 1 // nothing lies between, and a null window is faster
	}
	return lowest, highest
}

// enough returns the least evaluation at a level that is beta or more.
func (s *scale) enough(beta, level int) int {
	if s.win > 0 {
		return s.enoughToWin(beta, level)
	}
	return (beta + s.unit - 1) >> (s.bits & 63)
}

func (s *scale) enoughToWin(beta, level int) int {
	switch least := (beta + unit - 1) >> unitBits; {
	case least > s.win:
		return s.win // no win is sooner than the first found
	case least > -s.win:
		return least
	case s.rateEnd(-s.win, level) >= beta:
		return -ply.MaxValue
	default:
		return 1 - s.win
	}
}

// tooLate reports whether the best reachable value at a level is at most alpha, or the worst at least beta.
func (s *scale) tooLate(level, alpha, beta int) (value int, known bool) {
	if alpha < s.top && beta > -s.top {
		return 0, false
	}
	switch most := s.top + sooner(level); {
	case alpha >= most:
		return most, true
	case beta <= -most:
		return -most, true
	}
	return 0, false
}

// below returns the greatest value of the game at a level that is, for any distance, at most one within the search.
func (s *scale) below(value, level int) int {
	v := value >> unitBits
	switch {
	case s.win > 0:
		return max(min(v, s.win-1), -s.win)
	case v > 0 && value&(unit-1) < sooner(level):
		return v - 1
	}
	return v
}

func (s *scale) fromTable(e entry, level int) int {
	if e.Distance == 0 && s.win == 0 {
		return int(e.Value) * s.unit
	}
	return s.endFromTable(e, level)
}

func (s *scale) endFromTable(e entry, level int) int {
	switch v := int(e.Value); {
	case s.bits == 0:
		return v
	case v > ply.MaxValue:
		return s.win*unit + max(v-ply.MaxValue-level, 1)
	case v < -ply.MaxValue:
		return -s.win*unit - max(-v-ply.MaxValue-level, 1)
	case e.Distance == 0:
		return v * unit
	default:
		return s.rateEnd(v, level+int(e.Distance))
	}
}

// forTable stores a value at a level, and its bound, in an entry. Wins of Win are stored beyond MaxValue, by distance;
// a win too late to store its distance is stored as a bound.
func (s *scale) forTable(e *entry, value, level int, bound ply.Bound) {
	if s.win == 0 && value&(s.unit-1) == 0 {
		e.Value, e.Bound = int16(value>>(s.bits&63)), bound
		return
	}
	s.endForTable(e, value, level, bound)
}

func (s *scale) endForTable(e *entry, value, level int, bound ply.Bound) {
	sign, outcome, soon := magnitude(value)
	if sign < 0 {
		bound = bound.Flip()
	}
	distance := soonest - soon - level // from the position
	switch e.Value = int16(sign * outcome); {
	case s.win > 0 && outcome == s.win:
		e.Value = int16(sign * (ply.MaxValue + min(max(soon, 1)+level, soonest)))
		if soon <= 1 && bound != ply.AtMost {
			e.Value, bound = int16(sign*(ply.MaxValue+1)), ply.AtLeast
		}
	case soon == 0:
	case (soon == 1 || distance > farthest) && bound != ply.AtMost:
		bound = ply.AtLeast
	default:
		e.Distance = uint8(min(max(distance, 1), farthest))
	}
	if e.Bound = bound; sign < 0 {
		e.Bound = bound.Flip()
	}
}
