package gtp

import (
	"context"
	"time"
)

// Times keeps the time of both sides, as time_settings, kgs-time_settings and time_left tell it. An engine that embeds
// it is a [Timer]. The zero value is a game without limits.
type Times struct {
	limited bool
	main    time.Duration
	period  time.Duration // after the main time, again and again,
	moves   int           // for this number of moves
	byoyomi bool          // time_left counts periods, each for a move, in place of moves
	clocks  [2]clock
}

type clock struct {
	left  time.Duration
	moves int
}

// TimeSettings implements [Timer].
func (t *Times) TimeSettings(main, period time.Duration, moves int) error {
	*t = Times{limited: moves > 0 || period == 0, main: main, period: period, moves: moves}
	t.NewGame()
	return nil
}

// ByoYomi implements [Timer].
func (t *Times) ByoYomi(main, period time.Duration, periods int) error {
	*t = Times{limited: true, main: main, byoyomi: true}
	if periods > 0 && period > 0 {
		t.period, t.moves = period, 1
	}
	t.NewGame()
	return nil
}

// TimeLeft implements [Timer].
func (t *Times) TimeLeft(c Colour, left time.Duration, moves int) error {
	t.limited = true
	if t.byoyomi {
		moves = min(moves, 1)
	}
	t.clocks[c] = clock{left, moves}
	return nil
}

// NoLimit lifts all limits.
func (t *Times) NoLimit() { *t = Times{} }

// NewGame gives both sides the time that they have at the beginning.
func (t *Times) NewGame() {
	start := clock{left: t.main}
	if t.main == 0 {
		start = clock{t.period, t.moves}
	}
	t.clocks = [2]clock{start, start}
}

// Limited reports whether there is a limit.
func (t *Times) Limited() bool { return t.limited }

// Left returns the time that a side has left, for this number of moves, or for the rest of its main time if that is 0.
func (t *Times) Left(c Colour) (left time.Duration, moves int) {
	return t.clocks[c].left, t.clocks[c].moves
}

// ForMove returns the time to spend on the next move of a side that expects to make this number of moves until the end
// of the game. Of a period that is for this move alone that is nine tenths: what is left of it would be lost. Main time
// is spent at least as fast as the periods after it.
func (t *Times) ForMove(c Colour, expected int) time.Duration {
	at := t.clocks[c]
	spend := part(at.left, at.moves, expected)
	switch {
	case at.moves == 1:
		spend = min(spend, at.left-at.left/10)
	case at.moves == 0 && t.moves > 0:
		spend = max(spend, (t.period-t.period/10)/time.Duration(t.moves))
	}
	return max(spend, time.Millisecond)
}

// part returns the time to spend on the next move, if the time left must suffice for this number of moves, or for the rest of
// the game if that is 0: an even share and, unless it is the last move, at most a third. Expected is the number of moves to the
// end of the game.
func part(left time.Duration, moves, expected int) time.Duration {
	const delay = 20 * time.Millisecond // of the connection
	if expected = max(expected, 1); moves > 0 {
		expected = min(expected, moves)
	}
	left = max(left-delay, 0)
	spend := left / time.Duration(expected)
	if expected > 1 {
		spend = min(spend, left/3)
	}
	return max(spend, time.Millisecond)
}

// Keeps reports whether a side keeps the time that it does not spend on its next move: all but that of a period for this
// move alone.
func (t *Times) Keeps(c Colour) bool { return !t.limited || t.clocks[c].moves != 1 }

// Bound bounds the search for the next move of a side to a time: by the limit that it returns or, if the side does not keep
// the rest of the time, by a deadline of the context, before which a search does not end.
func (t *Times) Bound(ctx context.Context, c Colour, d time.Duration) (context.Context, time.Duration, context.CancelFunc) {
	if t.Keeps(c) {
		return ctx, d, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	return ctx, 0, cancel
}

// Spend takes the time of a move off a clock, as far as the other side does not tell it by time_left.
func (t *Times) Spend(c Colour, d time.Duration) {
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
