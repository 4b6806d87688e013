package montecarlo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
)

// Options are the options that all searches of this package have in common. The zero value makes a single run, except
// in [IterativeSampling], which then goes on until the puzzle is solved.
//
// A search consists of runs, which are independent of one another: each starts from scratch, with its own random
// stream. The result is the best line of all runs. Each search defines its runs.
//
// The nodes of [ply.Limits] are the playouts of all runs together. Limits and context are checked about every
// millisecond, also in the middle of a playout.
//
// Progress and Checkpoint are called on the goroutine that called the search, never both at a time. The workers go
// on: a slow callback delays only later callbacks and the end of the search.
type Options[M comparable] struct {
	// MaxRuns stops the search after this number of runs. 0 means one run or, with limits, as many runs as these allow.
	MaxRuns int

	// MaxLength ends a playout when the line has this number of moves, counted from the start of the search. 0 means no
	// limit if the game declares itself acyclic ([ply.Acyclic]), and 10 000 otherwise, so that no playout is endless.
	// In games with cycles, set a limit not much greater than the length of the lines that are worth finding.
	MaxLength int

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each works on a separate run, on a clone of the
	// game: more than one need a game that is a [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. A search takes two numbers from it, as the
	// seed of its random streams. The same seed gives the same result for any number of workers, except if time or the
	// context ends the search, or with [AdaptationOptions].ShareBest.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It must not modify
	// Result.Line.
	Progress func(Result[M])

	// Checkpoint, if not nil, is called about every CheckpointEvery, and once at the end, with the state from which the
	// search can be resumed. Function Write of package checkpoint stores it in a file. If Checkpoint returns an error,
	// the search ends with that error and the best line found so far.
	Checkpoint func(state []byte) error

	// CheckpointEvery is the time between two calls of Checkpoint. 0 means one minute.
	CheckpointEvery time.Duration

	// Resume, if not nil, is a state that an earlier search passed to Checkpoint. The search continues from there, and
	// ends as the earlier one would have ended. The game and the options must be the same, except for limits, workers
	// and callbacks; Random is ignored, since the seed is part of the state. Limits count from the start of the first
	// search.
	Resume []byte

	shareBest   bool // of AdaptationOptions, as is the line
	initialLine []M
}

// A Result is the result of a search, final or so far. Nodes counts the playouts. The status is [ply.Solved] if the search
// solved the puzzle, and [ply.Complete] if all runs were made.
type Result[M comparable] struct {
	ply.Report

	// Line is the line with the highest score, from the position where the search began; on ties, the first one found. Found
	// tells whether there is one: a line that was found may be empty.
	Line  []M
	Found bool

	// Score is the score of Line: the score by the [ply.Scorer] or, if the game is not a Scorer, 1 if Line
	// solves the [ply.Puzzle] and 0 if not.
	Score float64

	// Runs is the number of runs that were begun, the one in progress included.
	Runs int
}

// The greatest values of the options that memory must be made for.
const (
	maxWorkers = 1 << 10
	maxLevel   = 100
	maxSize    = 1 << 20
	maxBeam    = 1000 // lines with policies
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
	case o.MaxRuns < 0:
		return fmt.Errorf("montecarlo: MaxRuns is %d, want a number of runs or 0", o.MaxRuns)
	case o.MaxLength < 0:
		return fmt.Errorf("montecarlo: MaxLength is %d, want a number of moves or 0", o.MaxLength)
	case o.Workers < 0 || o.Workers > maxWorkers:
		return fmt.Errorf("montecarlo: Workers is %d, want a number of goroutines up to %d, or 0 for one", o.Workers, maxWorkers)
	case o.CheckpointEvery < 0:
		return fmt.Errorf("montecarlo: CheckpointEvery is %v, want a duration", o.CheckpointEvery)
	}
	return nil
}
