package montecarlo

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// Options are what all searches of this package have in common. The zero value does one run of a
// search, or for [IterativeSampling] goes on until the puzzle is solved.
//
// A search is made of runs, which are independent of one another: each begins anew, from a random
// stream of its own. The best of all runs is the result. With the same seed it is the same whatever
// the number of workers, unless a search is cut short by time or by its context, or Share is set.
type Options struct {
	// MaxPlayouts stops the search after so many playouts, of all runs together. 0 is no bound.
	MaxPlayouts int

	// MaxTime stops the search after about that time. 0 is no bound.
	MaxTime time.Duration

	// MaxRuns stops the search after so many runs. 0 means one run or, if MaxPlayouts or MaxTime
	// is set, as many as fit.
	MaxRuns int

	// MaxLength ends a playout so many moves from the start of the search. 0 means no bound if the
	// game declares that it is [ply.Acyclic], and else 10 000, so that no playout goes round for ever. In
	// such games set a bound not much greater than the lines that are worth finding.
	MaxLength int

	// Workers is the number of goroutines, each of which works on a run of its own, on a clone of the
	// game. 0 means GOMAXPROCS, or 1 if the game is no [ply.Cloner].
	Workers int

	// Share lets the highest level of each run of [NestedRolloutPolicyAdaptation], if it is not level 1,
	// take over the best line of all runs. The result then depends on the pace of the workers.
	Share bool

	// Progress, if not nil, is called from time to time, and once at the end.
	Progress func(Progress)

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration

	// Checkpoint, if not nil, is called from time to time, and once at the end, with all that the
	// search needs to go on from there. [WriteCheckpoint] can keep it in a file. If it fails the search
	// ends with that error, and the best line up to there.
	Checkpoint func(state []byte) error

	// CheckpointEvery is the time between two calls of Checkpoint. 0 means a minute.
	CheckpointEvery time.Duration

	// Resume, if not nil, is the state that an earlier search gave to Checkpoint. This one goes on from
	// there, and ends as that one would have. The game and the options must be the same, but for budgets,
	// workers and callbacks; the seed is part of the state. Budgets count from the start of the first
	// search on.
	Resume []byte
}

// Progress is how far a search has come.
type Progress struct {
	Playouts int           // of all runs
	Runs     int           // finished
	Best     float64       // the highest score up to now; 0 while Found is false
	Found    bool          // whether there is one
	Elapsed  time.Duration // since the search began
	Done     float64       // the part of the nearest budget that is spent, from 0 to 1; 0 without budgets
}

// A Result is what a search found and what that took.
type Result[M comparable] struct {
	// Status says why the search ended. Cut short, the rest is what was found up to then.
	Status ply.Status

	// Line is the line of play with the highest score, from the start of the search, the first of
	// equals, and Score its score: that of the [ply.Scorer], or for a game that is none 1 if Line
	// solves the [ply.Puzzle] and 0 if not. Found says whether there is one.
	Line  []M
	Score float64
	Found bool

	// Playouts counts the playouts, and Runs the runs that were begun.
	Playouts, Runs int

	// Moves counts the moves of all playouts since the search began or was resumed. Of several workers,
	// it includes what they did in vain.
	Moves int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// check returns an error that names the option at fault.
func (o *Options) check() error {
	switch {
	case o.MaxPlayouts < 0:
		return fmt.Errorf("montecarlo: MaxPlayouts is %d, want a number of playouts or 0 for no bound", o.MaxPlayouts)
	case o.MaxTime < 0:
		return fmt.Errorf("montecarlo: MaxTime is %v, want a duration or 0 for no bound", o.MaxTime)
	case o.MaxRuns < 0:
		return fmt.Errorf("montecarlo: MaxRuns is %d, want a number of runs or 0", o.MaxRuns)
	case o.MaxLength < 0:
		return fmt.Errorf("montecarlo: MaxLength is %d, want a number of moves or 0", o.MaxLength)
	case o.Workers < 0:
		return fmt.Errorf("montecarlo: Workers is %d, want a number of goroutines or 0 for GOMAXPROCS", o.Workers)
	case o.ProgressEvery < 0:
		return fmt.Errorf("montecarlo: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.CheckpointEvery < 0:
		return fmt.Errorf("montecarlo: CheckpointEvery is %v, want a duration", o.CheckpointEvery)
	}
	return nil
}
