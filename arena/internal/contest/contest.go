// Package contest plays the games of matches and leagues.
package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/course"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// A Player is the type under arena.Player.
type Player[G any, M comparable] = func(ctx context.Context, position G, random *rand.Rand) (M, error)

// A Contest plays sets of games with several workers. A set has one opening, and a game for each rotation of the seats.
type Contest[G ply.Game[M], M comparable] struct {
	Program     Program
	Opening     func(set int, random *rand.Rand) (G, error)
	Players     []func() Player[G, M] // make the players, once for each worker
	Seats       int                   // players of a game
	Seed        [2]uint64
	MaxMoves    int // 0 means no limit
	Repetitions bool
	Clock       engine.Clock // of each seat at the beginning of a game; the zero value for none

	// Luck, if not nil, returns the function value for [Luck], for the positions of a game that begins with position.
	Luck func(position G) (value func() float64)

	// Forfeit reports whether a player loses the game by its error; otherwise, the contest ends with the error. It is
	// called by one goroutine at a time.
	Forfeit func(err error, game, player int) bool

	mu     sync.Mutex
	cancel context.CancelFunc
	err    error
	at     int // the set that err belongs to
}

// A Program chooses a contest's games, and records their ends. Take, Ended and Over are called by one goroutine at a time.
type Program interface {
	// Take returns the number of the next set, or false after the last.
	Take() (set int, ok bool)

	// Table returns the players of a set, by their seats in its first game. In each further game all move down a seat.
	Table(set int) []int

	// Wanted reports whether to play a game of a set.
	Wanted(set, game int) bool

	// Name returns a player's name for errors.
	Name(player int) string

	// Ended records the values of a game for its seats, its number of moves, and the luck of seat 0.
	Ended(set, game int, values []int, moves int, luck float64) error

	// Over reports whether games in progress no longer matter.
	Over() bool
}

const maxWorkers = 1 << 10

// Check checks options of matches and leagues. of is the name of the package, for errors.
func Check(of string, maxMoves, workers int) error {
	switch {
	case maxMoves < 0:
		return fmt.Errorf("%s: MaxMoves is %d, want a number of moves or 0 for no limit", of, maxMoves)
	case workers < 0 || workers > maxWorkers:
		return fmt.Errorf("%s: Workers is %d, want a number of games up to %d, or 0 for one", of, workers, maxWorkers)
	}
	return nil
}

// A Panic is the error for a panic of a player, the game, or their makers. It wraps the [ply.GamePanic].
type Panic struct {
	ply.GamePanic
	Game int    // the number of the game, from 0, or -1 while players were being made
	Of   string // the option whose function panicked, or empty
}

// Error returns a message with the game, the moves and the value of the panic.
func (p *Panic) Error() string {
	of := ""
	if p.Of != "" {
		of = " of " + p.Of
	}
	return fmt.Sprintf("panic%s in game %d after %s: %v", of, p.Game, p.Line, p.Value)
}

// Unwrap returns the [ply.GamePanic].
func (p *Panic) Unwrap() error { return &p.GamePanic }

// Play plays all games, and regularly calls watch unless it is nil. It returns the error of the first set that failed.
func (c *Contest[G, M]) Play(ctx context.Context, workers int, watch func()) error {
	playing, cancel := context.WithCancel(ctx)
	c.cancel = cancel
	defer cancel()
	group := guard.Group{Stop: cancel}
	for range workers {
		w := &worker[G, M]{Contest: c, game: -1}
		group.Go(w.describe, func() { w.work(context.WithValue(w.course.In(playing), clockKey{}, &w.stopwatch)) })
	}
	return cmp.Or(group.Wait(max(stop.Interval(ctx), stop.Every), watch), c.err)
}

func (c *Contest[G, M]) take() (set int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Program.Take()
}

func (c *Contest[G, M]) ended(set, game int, values []int, moves int, luck float64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.Program.Ended(set, game, values, moves, luck)
	if c.Program.Over() {
		c.cancel()
	}
	return err
}

func (c *Contest[G, M]) fail(set int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.Program.Over() && (c.err == nil || set < c.at) {
		c.err, c.at = err, set
	}
	c.cancel()
}

type worker[G ply.Game[M], M comparable] struct {
	*Contest[G, M]
	stopwatch
	course course.Course[M]
	made   []Player[G, M]
	game   int // -1 for none yet
	values []int
	luck   float64   // of seat 0 in the present game
	of     string    // the option whose function is being called, or empty
	odds   []float64 // scratch

	// Views of the position at the opening of the set's first game, and before and after a player's choice.
	opened, before, after view[M]
}

func (w *worker[G, M]) describe() string { return fmt.Sprint(w.course.Line) }

func (w *worker[G, M]) work(ctx context.Context) {
	if !w.guarded(-1, func() error {
		w.values = make([]int, w.Seats)
		for _, newPlayer := range w.Players {
			player := newPlayer()
			if player == nil {
				return errors.New("a player is nil")
			}
			w.made = append(w.made, player)
		}
		return nil
	}) {
		return
	}
	for {
		set, ok := w.take()
		if !ok || ctx.Err() != nil || !w.guarded(set, func() error { return w.playSet(ctx, set) }) {
			return
		}
	}
}

var errStopped = errors.New("stopped")

// guarded calls f for a set of games, and reports whether it neither failed nor panicked.
func (w *worker[G, M]) guarded(set int, f func() error) bool {
	err := guard.Run(w.describe, f)
	var panicked *ply.GamePanic
	if errors.As(err, &panicked) {
		err = &Panic{*panicked, w.game, w.of}
	}
	if err != nil && err != errStopped {
		w.fail(set, err)
	}
	return err == nil
}

func (w *worker[G, M]) playSet(ctx context.Context, set int) error {
	opened := false
	for i := range w.Seats {
		if !w.Program.Wanted(set, i) {
			continue
		}
		w.game, w.course.Line, w.luck = w.Seats*set+i, w.course.Line[:0], 0
		w.course.Number++
		err := w.play(ctx, set, i, opened)
		switch {
		case err != nil && ctx.Err() != nil:
			return errStopped
		case err != nil:
			return fmt.Errorf("game %d: %w", w.game, err)
		}
		if err := w.ended(set, i, w.values, len(w.course.Line), w.luck); err != nil {
			return err
		}
		opened = true
	}
	return nil
}
