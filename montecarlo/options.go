package montecarlo

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/random"
)

// Options are the options common to all searches of this package. The zero value makes one run; only [IterativeSampling]
// continues until the puzzle is solved.
//
// A search consists of independent runs with separate random numbers; the comment of each search defines its runs. The
// result is the best line of all runs. [ply.Limits].Nodes limits the number of playouts of all runs together. Limits and
// context are checked about every millisecond, also within a playout.
//
// Progress and the methods of Checkpoint are called on the caller's goroutine. A slow call delays only later calls and
// the end of the search.
type Options[M comparable] struct {
	// MaxRuns ends the search after this number of runs. If the search has limits, 0 means that only the limits end the
	// search. If the search has no limits, 0 means one run.
	MaxRuns int

	// MaxLength ends a playout after this number of moves from the start of the search. 0 means no limit for a
	// [ply.Acyclic] game, and 10 000 for others. In a game with cycles, choose a MaxLength that is not much greater than
	// the length of good lines.
	MaxLength int

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each worker makes one run at a time, on a clone of the
	// game. With more than one worker, the game must be a [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. A search reads two numbers from it as its seed.
	// The same seed gives the same result for any number of workers, unless time or the context ends the search, or
	// [AdaptationOptions].ShareBest is set.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress].
	// Unless the search returns an error, it is called once more with the final result. Progress must not modify
	// [Result].Line.
	Progress func(Result[M])

	// Checkpoint, if not nil, stores the state of the search, for example in a [checkpoint.File]. A search that
	// continues an interrupted search has the same final result as an uninterrupted search. Limits apply to the
	// interrupted searches and the present one together. The game, MaxLength, the numbers that Random returns and the
	// options of the search method, such as its level, must be the same as in the interrupted search. An error of
	// Checkpoint ends the search, which then returns the best line so far and the error.
	Checkpoint checkpoint.Store

	shareBest   bool // of AdaptationOptions, as is the line
	initialLine []M
}

// A Result is a final result or a result so far. Nodes is the number of playouts. The status is [ply.Solved] if the
// puzzle was solved, [ply.Complete] if all runs were made, and otherwise the reason why the search ended.
type Result[M comparable] struct {
	ply.Report

	// Line is the line with the highest score. Of several such lines, it is the first found. Found is false if no
	// playout was finished.
	Line  []M
	Found bool

	// Score is the score of Line. If the game is no [ply.Scorer], Score is 1 if Line solves the [ply.Puzzle], and
	// otherwise 0.
	Score float64

	// Runs is the number of runs that have begun, including runs in progress.
	Runs int
}

// Bounds of options that determine memory.
const (
	maxWorkers = 1 << 10
	maxLevel   = 100
	maxSize    = 1 << 20
	maxBeam    = 1000 // lines with policies
)

func checkSize(option string, value, most, usual int) error {
	if value < 0 || value > most {
		return fmt.Errorf("montecarlo: %s is %d, want a number from 1 to %d, or 0 for %d", option, value, most, usual)
	}
	return nil
}

func (o *Options[M]) seed() ([2]uint64, error) {
	source, err := random.Source(o.Random)
	if err != nil {
		return [2]uint64{}, fmt.Errorf("montecarlo: %w", err)
	}
	return [2]uint64{source.Uint64(), source.Uint64()}, nil
}

func (o *Options[M]) check() error {
	switch {
	case o.MaxRuns < 0:
		return fmt.Errorf("montecarlo: MaxRuns is %d, want a number of runs or 0", o.MaxRuns)
	case o.MaxLength < 0:
		return fmt.Errorf("montecarlo: MaxLength is %d, want a number of moves or 0", o.MaxLength)
	case o.Workers < 0 || o.Workers > maxWorkers:
		return fmt.Errorf("montecarlo: Workers is %d, want a number of goroutines up to %d, or 0 for one", o.Workers, maxWorkers)
	}
	return nil
}
