package infoset

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
)

// A View tells which positions share statistics.
type View uint8

const (
	// MultipleObserver shares the statistics of a player's decision among all positions in which that player has the same
	// information (MO-ISMCTS).
	MultipleObserver View = iota

	// SingleObserver shares the statistics of all decisions among the positions in which the player at the root has the
	// same information and the same player is to move (SO-ISMCTS with partially observable moves).
	SingleObserver

	// Determinized shares nothing among the positions that are drawn: each has a tree of perfect information, and at the
	// end the trees vote with their simulations and their weights.
	Determinized

	views
)

// String returns "multiple observer", "single observer" or "determinized".
func (v View) String() string {
	if v >= views {
		return fmt.Sprintf("View(%d)", uint8(v))
	}
	return [...]string{"multiple observer", "single observer", "determinized"}[v]
}

// Options configure a search. The zero value is multiple-observer search with its usual exploration.
type Options[M comparable] struct {
	// View tells which positions share statistics.
	View View

	// Exploration is the constant C of the term C·√(ln a / n) that is added to the mean result of a move, where results
	// are between 0 and 1, n is how often the move was chosen and a how often it could have been, by weight. 0 means 0.7.
	Exploration float64

	// Draws is the number of positions that Determinized draws. 0 means 40. It is an error with other views, which draw a
	// position for each simulation.
	Draws int

	// Scale is the outcome that counts as a full win; smaller ones count in proportion, and greater ones as much. 0 means
	// that every win is a full win.
	Scale int

	// MaxLength ends a playout when the line has this number of moves, counted from the root, as a draw. 0 means no limit
	// for a game that declares itself [ply.Acyclic], and 10 000 for others.
	MaxLength int

	// MaxMemory limits the memory of the tree in bytes, approximately. 0 means 256 MiB. Memory is allocated as it is
	// needed. When it is used up, the tree stops growing.
	MaxMemory int

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. Each grows trees of its own, for positions
	// that it draws, and the simulations of all are added up at the root. That needs no locks in nodes that are found by
	// their keys; each worker draws other positions, and with Determinized the trees are apart anyway. Workers share the
	// limits on simulations and memory, and Draws.
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed gives the same result, if time and
	// the context do not end the search.
	Random rand.Source

	// Progress, if not nil, is called about every ProgressEvery with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, while no worker is at work.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

const (
	usualDraws = 40
	mostDraws  = 1 << 20
)

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.View >= views:
		return o, fmt.Errorf("infoset: no view has the number %d", o.View)
	case o.Draws < 0 || o.Draws > mostDraws:
		return o, fmt.Errorf("infoset: Draws is %d, want a number up to %d, or 0", o.Draws, mostDraws)
	case o.Draws > 0 && o.View != Determinized:
		return o, fmt.Errorf("infoset: Draws is for Determinized: other views draw a position for each simulation")
	}
	if err := sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.MaxMemory); err != nil {
		return o, fmt.Errorf("infoset: %w", err)
	}
	if err := sampling.CheckWorkers(o.Workers, o.ProgressEvery); err != nil {
		return o, fmt.Errorf("infoset: %w", err)
	}
	o.Workers = cmp.Or(o.Workers, 1)
	source, err := random.Source(o.Random)
	if err != nil {
		return o, fmt.Errorf("infoset: %w", err)
	}
	o.Random = source
	o.Exploration = cmp.Or(o.Exploration, 0.7)
	o.Draws = cmp.Or(o.Draws, usualDraws)
	o.MaxMemory = cmp.Or(o.MaxMemory, sampling.UsualMemory)
	return o, nil
}

// Limits bound a search. At least one of MaxSimulations and MaxTime must be set, unless the context can end.
type Limits struct {
	// MaxSimulations ends the search after this number of simulations. 0 means no limit.
	MaxSimulations int

	// MaxTime ends the search after approximately this time. 0 means no limit.
	MaxTime time.Duration
}

func (l Limits) check(ctx context.Context) error {
	if err := sampling.CheckLimits(l.MaxSimulations, l.MaxTime, ctx.Done() == nil); err != nil {
		return fmt.Errorf("infoset: %w", err)
	}
	return nil
}

// A Result is what a search found.
type Result[M comparable] struct {
	// Status is [ply.OutOfPlayouts] or [ply.OutOfTime] by the limits, [ply.Cancelled], or [ply.Failed] with an error.
	Status ply.Status

	// Move is the move with the greatest share, the first if there are several. It is meaningless if the status is Failed.
	Move M

	// Moves are the legal moves, in the order of the game.
	Moves []Choice[M]

	// Simulations is the number of simulations, and Nodes that of the nodes of all trees.
	Simulations, Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// A Choice is a move and what was found out about it.
type Choice[M comparable] struct {
	Move  M
	Share float64 // of the simulations by weight, or of the votes; all sum to 1, or are 0
	Mean  float64 // the mean result of the player to move, from 0 to 1; 0.5 if it was not tried
}
