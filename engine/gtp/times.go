package gtp

import (
	"time"

	"github.com/ply-search/ply/engine"
)

// times are the clocks of both sides, as time_settings, kgs-time_settings and time_left tell them. The zero value is a game
// without limits.
type times struct {
	limited bool
	main    time.Duration
	period  time.Duration // after the main time, again and again,
	moves   int           // for this number of moves
	byoyomi bool          // time_left counts periods, each for a move, in place of moves
	clocks  [2]clock
}

type clock struct {
	left  time.Duration
	moves int // for which it is left, or 0 for main time
}

// set sets the times as time_settings does. A period for no moves means that there is no limit.
func (t *times) set(main, period time.Duration, moves int) {
	*t = times{limited: moves > 0 || period == 0, main: main, period: period, moves: moves}
	t.newGame()
}

// setByoYomi gives each side main time, and then a number of periods, of which one is lost only by a move that takes longer.
func (t *times) setByoYomi(main, period time.Duration, periods int) {
	*t = times{limited: true, main: main, byoyomi: true}
	if periods > 0 && period > 0 {
		t.period, t.moves = period, 1
	}
	t.newGame()
}

// setLeft sets the clock of a side as time_left does.
func (t *times) setLeft(c Colour, left time.Duration, moves int) {
	t.limited = true
	if t.byoyomi {
		moves = min(moves, 1)
	}
	t.clocks[c] = clock{left, moves}
}

// newGame gives both sides the time that they have at the beginning.
func (t *times) newGame() {
	start := clock{left: t.main}
	if t.main == 0 {
		start = clock{t.period, t.moves}
	}
	t.clocks = [2]clock{start, start}
}

// of returns the clock of a side for its next move. Of a period that is for a single move a tenth is kept back, since it is lost
// if the move comes too late and what is left of it would be of no use.
func (t *times) of(c Colour) engine.Clock {
	if !t.limited {
		return engine.Clock{}
	}
	at := t.clocks[c]
	left := max(at.left, time.Millisecond) // a clock that has run out is not one without a limit
	switch {
	case at.moves == 1:
		return engine.Clock{Period: left - left/10}
	case at.moves == 0 && t.moves > 0:
		period := t.period / time.Duration(t.moves)
		return engine.Clock{Left: left, Period: period - period/10}
	}
	return engine.Clock{Left: left, Moves: at.moves}
}

// spend takes the time of a move off a clock, as far as the other side does not tell it by time_left.
func (t *times) spend(c Colour, d time.Duration) {
	if !t.limited {
		return
	}
	at := &t.clocks[c]
	at.left -= d
	if at.moves > 0 {
		if at.moves--; at.moves == 0 {
			*at = clock{t.period, t.moves}
		}
	} else if at.left <= 0 && t.moves > 0 {
		*at = clock{t.period, t.moves}
	}
	at.left = max(at.left, 0)
}
