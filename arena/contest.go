package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/stop"
)

// A contest plays sets of games with several workers. A set has one opening, and a game for each rotation of the seats.
type contest[G ply.Game[M], M comparable] struct {
	program     program
	opening     func(set int, random *rand.Rand) (G, error)
	players     []func() Player[G, M]
	seats       int // players of a game
	seed        [2]uint64
	maxMoves    int
	repetitions bool
	forfeited   func(Forfeit) // or nil

	mu     sync.Mutex
	cancel context.CancelFunc
	err    error
	at     int // the set that err belongs to
}

// A program chooses a contest's games, and records their ends. take, ended and over are called by one goroutine at a time.
type program interface {
	// take returns the number of the next set, or false after the last.
	take() (set int, ok bool)

	// table returns the players of a set, by their seats in its first game. In each further game all move down a seat.
	table(set int) []int

	// wanted reports whether to play a game of a set.
	wanted(set, game int) bool

	// name returns a player's name for errors.
	name(player int) string

	// ended records the values of a game for its seats, and its number of moves.
	ended(set, game int, values []int, moves int) error

	// over reports whether games in progress no longer matter.
	over() bool
}

func seedOf(s rand.Source) (seed [2]uint64, err error) {
	source, err := random.Source(s)
	if err != nil {
		return seed, fmt.Errorf("arena: %w", err)
	}
	return [2]uint64{source.Uint64(), source.Uint64()}, nil
}

// play plays all games, and regularly calls watch unless it is nil. It returns the error of the first set that failed.
func (c *contest[G, M]) play(ctx context.Context, workers int, watch func()) error {
	playing, cancel := context.WithCancel(ctx)
	c.cancel = cancel
	defer cancel()
	group := guard.Group{Stop: cancel}
	for range workers {
		w := &worker[G, M]{contest: c, game: -1}
		group.Go(w.describe, func() { w.work(context.WithValue(playing, courseKey{}, &w.course)) })
	}
	return cmp.Or(group.Wait(max(stop.Interval(ctx), stop.Every), watch), c.err)
}

func (c *contest[G, M]) take() (set int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.program.take()
}

func (c *contest[G, M]) ended(set, game int, values []int, moves int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.program.ended(set, game, values, moves)
	if c.program.over() {
		c.cancel()
	}
	return err
}

func (c *contest[G, M]) fail(set int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.program.over() && (c.err == nil || set < c.at) {
		c.err, c.at = err, set
	}
	c.cancel()
}

type worker[G ply.Game[M], M comparable] struct {
	*contest[G, M]
	course[M]
	made   []Player[G, M]
	game   int // -1 for none yet
	values []int
	odds   []float64 // scratch

	// Views of the position at the opening of the set's first game, and before and after a player's choice.
	opened, before, after view[M]
}

func (w *worker[G, M]) describe() string { return fmt.Sprint(w.line) }

func (w *worker[G, M]) work(ctx context.Context) {
	if !w.guarded(-1, func() error {
		w.values = make([]int, w.seats)
		for _, newPlayer := range w.players {
			player := newPlayer()
			if player == nil {
				return errors.New("arena: a player is nil")
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

var errStopped = errors.New("arena: stopped")

// guarded calls f for a set of games, and reports whether it neither failed nor panicked.
func (w *worker[G, M]) guarded(set int, f func() error) bool {
	err := guard.Run(w.describe, f)
	var panicked *ply.GamePanic
	if errors.As(err, &panicked) {
		err = &playerPanic{*panicked, w.game}
	}
	if err != nil && err != errStopped {
		w.fail(set, err)
	}
	return err == nil
}

func (w *worker[G, M]) playSet(ctx context.Context, set int) error {
	opened := false
	for i := range w.seats {
		if !w.program.wanted(set, i) {
			continue
		}
		w.game, w.line = w.seats*set+i, w.line[:0]
		w.number++
		err := w.play(ctx, set, i, opened)
		switch {
		case err != nil && ctx.Err() != nil:
			return errStopped
		case err != nil:
			return fmt.Errorf("arena: game %d: %w", w.game, err)
		}
		if err := w.ended(set, i, w.values, len(w.line)); err != nil {
			return err
		}
		opened = true
	}
	return nil
}
