package contest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply/engine"
)

// ErrTime is wrapped by the error of a player whose time is over.
var ErrTime = errors.New("out of time")

// CheckClock checks the option Clock. of is the name of the package, for errors.
func CheckClock(of string, c engine.Clock) error {
	if min(c.Left, c.Increment, c.Period) < 0 || c.Moves < 0 || c != (engine.Clock{}) && max(c.Left, c.Period) == 0 {
		return fmt.Errorf("%s: Clock is %+v, want Left or Period greater than 0, and no negative field", of, c)
	}
	return nil
}

// Clocks is arena.Clocks.
func Clocks(ctx context.Context) (clocks []engine.Clock, own int) {
	if s, _ := ctx.Value(clockKey{}).(*stopwatch); s != nil {
		return s.clocks, s.own
	}
	return nil, 0
}

// Pause is arena.Pause.
func Pause(ctx context.Context, f func()) {
	if s, _ := ctx.Value(clockKey{}).(*stopwatch); s != nil {
		s.pause(f)
		return
	}
	f()
}

type clockKey struct{}

// A stopwatch measures the time of a move.
type stopwatch struct {
	clocks []engine.Clock // of the seats at the beginning of the move; empty without
	own    int            // the seat of the player that is called
	timer  *time.Timer    // ends the context of the player
	begun  time.Time
	paused time.Duration
}

func (s *stopwatch) used() time.Duration { return time.Since(s.begun) - s.paused }

// most returns the time that the player has.
func (s *stopwatch) most() time.Duration { return s.clocks[s.own].Left + s.clocks[s.own].Period }

func (s *stopwatch) pause(f func()) {
	if len(s.clocks) == 0 {
		f()
		return
	}
	s.timer.Stop()
	begun := time.Now()
	f()
	s.paused += time.Since(begun)
	s.timer.Reset(s.most() - s.used())
}

// startClocks sets the clocks of the seats for a game.
func (w *worker[G, M]) startClocks() {
	if w.clocks = w.clocks[:0]; w.Clock == (engine.Clock{}) {
		return
	}
	for range w.Seats {
		w.clocks = append(w.clocks, w.Clock)
	}
}

// timed calls choose for a seat while its clock runs. The context of choose ends with the time of the seat.
func (w *worker[G, M]) timed(ctx context.Context, seat int, choose func(ctx context.Context) (M, error)) (move M, err error) {
	w.own = seat
	if len(w.clocks) == 0 {
		return choose(ctx)
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	w.begun, w.paused, w.timer = time.Now(), 0, time.AfterFunc(w.most(), cancel)
	defer w.timer.Stop()
	move, err = choose(within)
	used, most := w.used(), w.most()
	if ctx.Err() == nil && (used >= most || within.Err() != nil) {
		return move, fmt.Errorf("%w: a move took %v, and %v was left", ErrTime, used, most)
	}
	spend(&w.clocks[seat], used, w.Clock)
	return move, err
}

// spend takes the time of a move from a clock, which began as initial.
func spend(c *engine.Clock, used time.Duration, initial engine.Clock) {
	c.Left = max(c.Left-used, 0) + c.Increment
	if c.Moves > 1 {
		c.Moves--
	} else if c.Moves == 1 {
		c.Left, c.Moves = c.Left+initial.Left, initial.Moves
	}
}
