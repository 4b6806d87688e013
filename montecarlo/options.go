package montecarlo

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/random"
)

// Options are common to all searches of this package. The zero value makes a single run, except in
// [IterativeSampling], which continues until the puzzle is solved.
//
// A search consists of independent runs with separate random streams; each search defines its runs. The result is the
// best line of all runs. The nodes of [ply.Limits] are the playouts of all runs together. Limits and context are
// checked about every millisecond, also within a playout.
//
// Progress and the methods of Checkpoint are called on the caller's goroutine. Slow ones delay only later calls and the
// search's end.
type Options[M comparable] struct {
	// MaxRuns stops the search after this number of runs. 0 means one run or, with limits, as many as these allow.
	MaxRuns int

	// MaxLength ends a playout after this number of moves from the start of the search. 0 means no limit for a [ply.Acyclic]
	// game, and 10 000 for others. In games with cycles, set it not much greater than the length of good lines.
	MaxLength int

	// Workers is the number of goroutines, up to 1024, each with a run on a clone. 0 means 1. Several need a [ply.Cloner].
	Workers int

	// Random is the source of randomness, of which a search takes two numbers as its seed. Nil means a PCG seeded with
	// 0. The same seed gives the same result for any number of workers, unless time or the context ends the search, or
	// [AdaptationOptions].ShareBest is set.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result so far and Status [ply.InProgress], and
	// once with the final result unless the search fails. It must not modify Result.Line.
	Progress func(Result[M])

	// Checkpoint, if not nil, keeps the state of the search, such as in a [checkpoint.File]. An interrupted search goes on from
	// there to the same final result. Limits include the interrupted searches. The game, MaxLength, the numbers of Random and the
	// options of the method must be the same. An error of Checkpoint ends the search, with the best line so far.
	Checkpoint checkpoint.Store

	shareBest   bool // of AdaptationOptions, as is the line
	initialLine []M
}

// A Result is a final or present result. Nodes counts the playouts. The status is [ply.Solved] if the puzzle was
// solved, and [ply.Complete] if all runs were made.
type Result[M comparable] struct {
	ply.Report

	// Line has the highest score, the first found on ties. Found distinguishes an empty line from none.
	Line  []M
	Found bool

	// Score is the score of Line by the [ply.Scorer] or, without one, 1 if Line solves the [ply.Puzzle] and 0 if not.
	Score float64

	// Runs is the number of runs begun, including the one in progress.
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
