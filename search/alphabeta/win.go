package alphabeta

import (
	"math"

	"github.com/ply-search/ply"
)

// Sooner wins (Options.Win). Within the search a win is worth winNow less the moves from the start to the end of the game,
// and a loss the negative of that, so that a sooner win is worth more, and a later loss. These values are beyond all others.
// rate turns what the game says into them, show turns them back. In the table they count the moves from the position itself,
// so that it does not matter from where a search came: see fromTable and forTable.
const (
	winNow    = math.MaxInt16    // the value of a win at the start
	latestWin = ply.MaxValue + 1 // the value of a win after 766 moves, or more
	infinity  = winNow + 1       // beyond all values
)

// rate returns the value within the search of what the game says of a position at moves from the start.
func (r *rules[M]) rate(value, at int) int {
	if r.win == 0 || value < r.win && value > -r.win {
		return value
	}
	return rateEnd(value, at)
}

// rateEnd is rate of a win or a loss.
func rateEnd(value, at int) int {
	if value > 0 {
		return max(winNow-at, latestWin)
	}
	return -max(winNow-at, latestWin)
}

// show returns the value outside the search of one within it, and the moves to the end of the game if it is a win or a loss.
func (r *rules[M]) show(value int) (shown, distance int) {
	switch {
	case r.win == 0:
		return value, 0
	case value >= latestWin:
		return r.win, winNow - value
	case value <= -latestWin:
		return -r.win, winNow + value
	}
	return value, 0
}

// isEnd reports whether a value within the search is a win or a loss whose distance is known.
func isEnd(value int) bool { return value >= latestWin || value <= -latestWin }

// enough returns what a game that evaluates the positions at moves from the start must find so that it is beta or more.
func (r *rules[M]) enough(beta, at int) int {
	switch {
	case r.win == 0:
		return beta
	case beta > r.win:
		return r.win // no win is sooner than the first found
	case beta > -r.win:
		return beta
	case rateEnd(-r.win, at) >= beta:
		return -ply.MaxValue
	}
	return 1 - r.win
}

// tooLate returns the best that the side to move can reach at moves from the start, if that is no more than alpha, or the
// worst, if that is no less than beta. It reports whether it is.
func (r *rules[M]) tooLate(at, alpha, beta int) (value int, known bool) {
	most := max(winNow-at, latestWin)
	switch {
	case r.win == 0:
		return 0, false
	case alpha >= most:
		return most, true
	case beta <= -most:
		return -most, true
	}
	return 0, false
}

// boundsOf is Bounds of the game, of a position at moves from the start, for a window within the search.
func (r *rules[M]) boundsOf(at, alpha, beta int) (low, high int) {
	if r.win == 0 {
		return r.bounder.Bounds(alpha, beta)
	}
	low, high = r.bounder.Bounds(max(min(alpha, r.win-1), -r.win), min(max(beta, 1-r.win), r.win))
	most := max(winNow-at, latestWin)
	switch {
	case low >= r.win:
		low = latestWin // or sooner
	case low <= -r.win:
		low = -most
	}
	switch {
	case high >= r.win:
		high = most
	case high <= -r.win:
		high = -latestWin
	}
	return low, high
}

// fromTable returns the value of a position at moves from the start that has a value in the table.
func (r *rules[M]) fromTable(value int16, at int) int {
	v := int(value)
	if r.win == 0 || !isEnd(v) {
		return v
	}
	if v > 0 {
		return max(v-at, latestWin)
	}
	return min(v+at, -latestWin)
}

// forTable returns what the table keeps of a value. Of a win after 766 moves or more it is not known how soon it
// is, seen from the position.
func (r *rules[M]) forTable(value, at int, bound ply.Bound) (int16, ply.Bound) {
	if r.win == 0 || !isEnd(value) {
		return int16(value), bound
	}
	if value < 0 {
		v, b := r.forTable(-value, at, bound.Flip())
		return -v, b.Flip()
	}
	if value == latestWin && bound != ply.AtMost {
		return latestWin, ply.AtLeast
	}
	return int16(min(value+at, winNow)), bound
}
