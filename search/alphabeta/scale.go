package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply"
)

// Sooner wins and later losses. Unless Win is AnyDistance, a value within the search is a multiple of unit, and the
// end of the game adds a part of it to a win, and takes it from a loss: soonest at the start, one less with each move, 1 after
// 766 moves or more. So values are compared by the outcome or evaluation first, and then by the distance of the end. Draws have no
// such part, nor have positions that are evaluated at the end of Depth: an end found before is sooner.
//
// rate and rateEnd turn evaluations and outcomes into values within the search, show turns them back. In the table the moves are
// counted from the position itself, so it does not matter from where a search came: see fromTable and forTable.
const (
	unitBits = 10
	unit     = 1 << unitBits
	soonest  = math.MaxInt16 - ply.MaxValue // 767
	infinity = (ply.MaxValue + 2) * unit    // beyond all values
	farthest = math.MaxUint8                // the greatest distance in an entry of the table
)

// A scale turns values of the game into values within the search, and back.
type scale struct {
	unit int  // what 1 is worth within the search
	bits uint // the binary logarithm of that
	win  int  // the least outcome that is a win; 0 if wins differ
	won  int  // the least evaluation that is as good as that
	top  int  // the value of the best outcome there can be, without its distance

	lowest, highest int // the window of the whole search
}

// newScale returns the scale that the options Win and Window ask for.
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

// sooner returns by how much the end of the game at a level makes a win better.
func sooner(level int) int { return max(soonest-level, 1) }

// magnitude returns the sign of a value within the search, its amount for the game, and how soon the game ends, 0 if that
// is not known.
func magnitude(value int) (sign, outcome, soon int) {
	sign = 1
	if value < 0 {
		sign, value = -1, -value
	}
	return sign, value >> unitBits, value & (unit - 1)
}

// rate returns the value within the search of a position that is evaluated at a level.
func (s *scale) rate(value, level int) int {
	if value >= s.won || value <= -s.won {
		return s.rateEnd(value, level)
	}
	return value * s.unit
}

// rateEnd returns the value within the search of the end of a game at a level. It is not inlined, so that
// rate is, which most positions call.
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

// show returns the value outside the search of one within it, and the moves to the end of the game if they are known.
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

// reachable returns the least value that a search can find of those from one on.
func (s *scale) reachable(value int) int {
	for v := value >> (s.bits & 63); ; v++ {
		if least, most := s.span(v, 0); value <= most {
			return max(value, least)
		}
	}
}

// isEnd reports whether a value within the search is the best win that there can be, or the worst loss.
func (s *scale) isEnd(value int) bool { return value > s.top || value < -s.top }

// span returns the least and the greatest value within the search of a position at a level whose value is
// known, but not how soon the game ends.
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

// within returns the window within the search of a window outside it, whose ends are values that need not be told apart from
// those beyond.
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

// enough returns the least evaluation of a position at a level that is beta or more.
func (s *scale) enough(beta, level int) int {
	if s.win > 0 {
		return s.enoughToWin(beta, level)
	}
	return (beta + s.unit - 1) >> (s.bits & 63)
}

// enoughToWin is enough where all wins are alike except for the distance.
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

// tooLate returns the best that the side to move can reach at a level, if that is no more than alpha, or the
// worst, if that is no less than beta. It reports whether it is.
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

// below returns the greatest value outside the search that is no more than one within it, at a level, however
// soon the game ends.
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

// fromTable returns the value of a position at a level that has an entry in the table.
func (s *scale) fromTable(e entry, level int) int {
	if e.Distance == 0 && s.win == 0 {
		return int(e.Value) * s.unit
	}
	return s.endFromTable(e, level)
}

// endFromTable is fromTable of an entry that may be a win or a loss whose distance is known.
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

// forTable puts a value of a position at a level, and its bound, into an entry of the table. Wins of Win
// have values beyond MaxValue there, by their distance. Of a win so late that its distance cannot be kept, the table has only that
// it is a win.
func (s *scale) forTable(e *entry, value, level int, bound ply.Bound) {
	if s.win == 0 && value&(s.unit-1) == 0 {
		e.Value, e.Bound = int16(value>>(s.bits&63)), bound
		return
	}
	s.endForTable(e, value, level, bound)
}

// endForTable is forTable of a value that may be a win or a loss whose distance is known.
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
