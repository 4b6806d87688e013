package gtp

import (
	"time"

	"github.com/ply-search/ply/engine"
)

// times are the clocks of both sides, as set by time_settings, kgs-time_settings and time_left. The zero value is a
// game without limits.
type times struct {
	limited bool
	main    time.Duration
	period  time.Duration // after the main time, repeatedly
	moves   int           // number of moves in a period
	byoyomi bool          // whether time_left counts periods of one move each, not moves
	clocks  [2]clock
}

type clock struct {
	left  time.Duration
	moves int // number of moves for the time left, or 0 in main time
}

// set handles time_settings. A period for no moves means no limit.
func (t *times) set(main, period time.Duration, moves int) {
	*t = times{limited: moves > 0 || period == 0, main: main, period: period, moves: moves}
	t.newGame()
}

// setByoYomi sets the main time and the number of periods for one move each. Only a move that exceeds a period loses
// it.
func (t *times) setByoYomi(main, period time.Duration, periods int) {
	*t = times{limited: true, main: main, byoyomi: true}
	if periods > 0 && period > 0 {
		t.period, t.moves = period, 1
	}
	t.newGame()
}

func (t *times) setLeft(c Colour, left time.Duration, moves int) {
	t.limited = true
	if t.byoyomi {
		moves = min(moves, 1)
	}
	t.clocks[c] = clock{left, moves}
}

func (t *times) newGame() {
	start := clock{left: t.main}
	if t.main == 0 {
		start = clock{t.period, t.moves}
	}
	t.clocks = [2]clock{start, start}
}

// of returns the clock of a side for its next move. A tenth of a period for a single move is kept in reserve, because
// unused time has no value and a late move loses the period.
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

// spend subtracts the time of a move from a clock that time_left does not set.
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
