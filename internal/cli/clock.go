package cli

import (
	"errors"
	"flag"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/engine"
)

var errClock = errors.New("want TIME, TIME+INCREMENT or MOVES/TIME, as in 5m, 1s+10ms or 40/2h")

// Clock defines the flag -clock, the clock of each side of a game.
func Clock(flags *flag.FlagSet, c *engine.Clock) {
	const usage = "`clock` of each side instead of a time for each move, as in 5m, 1s+10ms or 40/2h; who uses it up loses"
	flags.Func("clock", usage, func(text string) (err error) {
		*c, err = parseClock(text)
		return err
	})
}

func parseClock(text string) (c engine.Clock, err error) {
	left := text
	if moves, rest, found := strings.Cut(text, "/"); found {
		if c.Moves, err = strconv.Atoi(moves); err != nil || c.Moves < 1 {
			return c, errClock
		}
		left = rest
	}
	left, added, increments := strings.Cut(left, "+")
	if c.Left, err = time.ParseDuration(left); err != nil || c.Left < time.Millisecond || c.Left > LongTime {
		return c, errClock
	}
	if increments {
		if c.Increment, err = time.ParseDuration(added); err != nil || c.Increment < 0 || c.Increment > LongTime {
			return c, errClock
		}
	}
	return c, nil
}
