package montecarlo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
)

// Options are what all searches of this package have in common. The zero value does one run of a
// search, or for [IterativeSampling] goes on until the puzzle is solved.
//
// A search is made of runs, which are independent of one another: each begins anew, from a random
// stream of its own. The best of all runs is the result. With the same seed it is the same whatever
// the number of workers, unless a search is cut short by time or by its context, or Share is set.
//
// A search looks at its bounds and at its context about every millisecond, also in the middle of a playout.
//
// Progress and Checkpoint are called on the goroutine of the caller of the search, one at a time, while the
// workers go on: a call that is slow delays only the calls after it, and the end of the search if it is still
// in progress then.
type Options[M comparable] struct {
	// MaxPlayouts stops the search after this number of playouts, of all runs together. 0 means no limit
	// (but math.MaxInt).
	MaxPlayouts int

	// MaxTime stops the search after about that time. 0 means no limit.
	MaxTime time.Duration

	// MaxRuns stops the search after this number of runs. 0 means one run or, if MaxPlayouts or MaxTime
	// is set, as many as fit.
	MaxRuns int

	// MaxLength ends a playout when the line has this number of moves, counted from the start of the search.
	// 0 means no limit if the game declares that it is [ply.Acyclic], and otherwise 10 000, so that no playout
	// goes round for ever. In such games set a limit not much greater than the lines that are worth finding.
	MaxLength int

	// Workers is the number of goroutines, up to 1024, each of which works on a run of its own, on a clone of
	// the game, which must then be a [ply.Cloner]. 0 means 1.
	Workers int

	// Share lets the highest level of each run of [NestedRolloutPolicyAdaptation] or [IteratedAdaptation]
	// take over the best line of all runs. The result then depends on the pace of the workers. Other searches,
	// and those of level 1, refuse it.
	Share bool

	// Random is the source from which the search takes its seed, two numbers. Nil means one seeded with 0.
	Random rand.Source

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail. Its Line must not be changed.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration

	// Checkpoint, if not nil, is called from time to time, and once at the end, with all that the
	// search needs to go on from there. [WriteCheckpoint] can keep it in a file. If it fails, the search
	// ends with that error and the best line up to then.
	Checkpoint func(state []byte) error

	// CheckpointEvery is the time between two calls of Checkpoint. 0 means a minute.
	CheckpointEvery time.Duration

	// Resume, if not nil, is the state that an earlier search gave to Checkpoint. This search continues from
	// there, and ends as the earlier one would have. The game and the options must be the same, except for
	// budgets, workers and callbacks; the seed is part of the state. Budgets count from the start of the first
	// search.
	Resume []byte
}

// A Result is what a search found and what that took.
type Result[M comparable] struct {
	// Status says why the search ended. If it was cut short, the other fields hold what was found up to then.
	Status ply.Status

	// Line is the line of play with the highest score, from the start of the search; on ties, the first one
	// found. Score is its score: the one of the [ply.Scorer] or, if the game is not a Scorer, 1 if Line solves
	// the [ply.Puzzle] and 0 if not. Found reports whether there is a line.
	Line  []M
	Score float64
	Found bool

	// Playouts counts the playouts, and Runs the runs that were begun.
	Playouts, Runs int

	// Moves counts the moves of all playouts since the search began or was resumed. With several workers,
	// it includes the playouts that turned out not to count. It does not grow beyond math.MaxInt.
	Moves int

	// Done is the part of the nearest of the budgets that is spent, from 0 to 1; 1 if the search ended by itself,
	// and 0 without budgets.
	Done float64

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// spent makes Done the part of a budget that is spent, if that is more. A budget of 0 is none.
func (r *Result[M]) spent(amount, budget float64) {
	if budget > 0 {
		r.Done = min(1, max(r.Done, amount/budget))
	}
}

// The greatest values of the options that memory must be made for.
const (
	maxWorkers = 1 << 10
	maxLevel   = 100
	maxSize    = 1 << 20
)

// checkSize returns an error that names the option unless its value is from 1 to most, or 0 for the usual one.
func checkSize(option string, value, most, usual int) error {
	if value < 0 || value > most {
		return fmt.Errorf("montecarlo: %s is %d, want a number from 1 to %d, or 0 for %d", option, value, most, usual)
	}
	return nil
}

// seed returns two numbers of the source of randomness.
func (o *Options[M]) seed() ([2]uint64, error) {
	source, err := random.Source(o.Random)
	if err != nil {
		return [2]uint64{}, fmt.Errorf("montecarlo: %w", err)
	}
	return [2]uint64{source.Uint64(), source.Uint64()}, nil
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case o.MaxPlayouts < 0:
		return fmt.Errorf("montecarlo: MaxPlayouts is %d, want a number of playouts or 0 for no limit", o.MaxPlayouts)
	case o.MaxTime < 0:
		return fmt.Errorf("montecarlo: MaxTime is %v, want a duration or 0 for no limit", o.MaxTime)
	case o.MaxRuns < 0:
		return fmt.Errorf("montecarlo: MaxRuns is %d, want a number of runs or 0", o.MaxRuns)
	case o.MaxLength < 0:
		return fmt.Errorf("montecarlo: MaxLength is %d, want a number of moves or 0", o.MaxLength)
	case o.Workers < 0 || o.Workers > maxWorkers:
		return fmt.Errorf("montecarlo: Workers is %d, want a number of goroutines up to %d, or 0 for one", o.Workers, maxWorkers)
	case o.ProgressEvery < 0:
		return fmt.Errorf("montecarlo: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.CheckpointEvery < 0:
		return fmt.Errorf("montecarlo: CheckpointEvery is %v, want a duration", o.CheckpointEvery)
	}
	return nil
}
