package alphabeta

import "github.com/ply-search/ply"

// isBounded gets bounds on the present position from the game (ply.Bounder), for a window within the search, and
// reports whether they suffice; low is then the value. Certain values end the game, unless Win requires distances.
func (s *negamax[M]) isBounded(level, alpha, beta int) (low, high int, known bool) {
	if s.scale.bits == 0 {
		low, high = s.rules.bounder.Bounds(alpha, beta)
	} else {
		low, high = s.rules.bounder.Bounds(s.scale.below(alpha, level), -s.scale.below(-beta, level))
		low, high = legitimate(low), legitimate(high)
		if low == high && s.scale.win == 0 {
			low = s.scale.rateEnd(low, level)
			return low, low, true
		}
		low, _ = s.scale.span(low, level)
		_, high = s.scale.span(high, level)
	}
	if low < beta && high > alpha && low < high {
		return low, high, false
	}
	if low < beta {
		low = high
	}
	return low, high, true
}

// legitimate limits the result of a faulty game to the range of values.
func legitimate(value int) int { return max(-ply.MaxValue, min(value, ply.MaxValue)) }
