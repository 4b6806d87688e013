package search

import (
	"context"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// Options are the options of [DepthFirst], [BreadthFirst] and [SearchPart]. The zero value searches the whole space.
//
// Visit and Progress are called on the goroutine of the caller or, on lines of more than 250,000 moves, on a goroutine
// for which it waits. They must not play on the game. A search looks at the clock between two calls, so at most one
// call, and the last one of Progress, extend it beyond [ply.Limits].Time.
type Options[M comparable] struct {
	// StopAtSolution stops the search at the first solved position. It needs a [ply.Puzzle]. With several workers this is
	// the solution found first, which can differ from run to run.
	StopAtSolution bool

	// Longest makes [Result].Line the longest line of play, wherever it ends.
	Longest bool

	// Workers is the number of goroutines among which [DepthFirst] divides the space. 0 means 1. More than 1 requires a
	// [ply.Cloner], and excludes Visit and [ExactGraph]. The other searches use one.
	Workers int

	// Visit, if not nil, is called at every node, with the number of moves from the start and the game in that position.
	// It may call methods of the game that change nothing, such as Moves.
	Visit func(depth int)

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is [ply.InProgress],
	// and once more with the final result, unless the search returns an error. Before that last call the slices of the
	// result belong to the search: Progress must not keep them.
	Progress func(Result[M])

	// Checkpoint, if not nil, keeps the state of the search: the findings, the positions remembered, and the line. A resumed
	// search continues exactly: it has the result of an uninterrupted search, and calls Visit for the remaining positions. In
	// a [Graph], several workers may visit some positions again. While a state is encoded, the search pauses for up to 50 ms
	// at a time. [SearchPart] returns an error.
	Checkpoint checkpoint.Store
}

// A Result is the result of a search of a whole space. If cut short or failed, it holds the findings so far.
//
// Nodes counts the positions visited, including the start: those whose moves were generated. It excludes positions cut
// off by memory or as incremental transpositions.
type Result[M comparable] struct {
	ply.Report

	// Line is the best line of play from the start, on ties the first found. For a [ply.Puzzle] it is the first that ends
	// in a solved position; for a [ply.Scorer] that is no puzzle, the finished line with the highest score; with
	// [Options].Longest, for any game, the longest. Found tells whether there is one: a line that was found may be empty.
	Line  []M
	Found bool

	// Leaves counts the nodes that have no moves.
	Leaves int

	// Solutions counts the solved nodes. It stays 0 if the game is not a [ply.Puzzle].
	Solutions int

	// Depth is the greatest number of moves from the start to a node.
	Depth int

	// MemoryHits counts positions cut off by memory, IncrementalCuts those cut off as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Done estimates the part of the space that was searched, from 0 to 1. It is 1 after a complete search. Before that,
	// depth-first searches update it only if Progress is set and there is one worker.
	Done float64
}

type criterion uint8

const (
	firstSolution criterion = iota
	longest
	highestScore
)

func (o *Options[M]) criterion(game ply.Game[M]) criterion {
	if o.Longest {
		return longest
	}
	if _, ok := game.(ply.Puzzle); ok {
		return firstSolution
	}
	if _, ok := game.(ply.Scorer); ok {
		return highestScore
	}
	return firstSolution // there is no best line
}

func (o *Options[M]) check(game ply.Game[M], limits ply.Limits) error {
	if err := checkGame[M](game, limits); err != nil {
		return err
	}
	if _, ok := game.(ply.Puzzle); o.StopAtSolution && !ok {
		return fmt.Errorf("search: StopAtSolution needs a ply.Puzzle, which %T is not", game)
	}
	if o.Workers < 0 {
		return fmt.Errorf("search: Workers is %d, want a number of goroutines or 0 for one", o.Workers)
	}
	return nil
}

func checkGame[M comparable](game any, limits ply.Limits) error {
	if err := limits.Check(); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if err := sides.CheckDeterministic[M](game); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return nil
}

func newBudget[R any](ctx context.Context, limits ply.Limits, progress func(R), snapshot func() R) stop.Budget {
	l := stop.Limits{Limits: limits}
	if progress != nil {
		l.Report = func() {
			r := snapshot()
			guard.Callback(func() { progress(r) })
		}
	}
	return stop.NewBudget(ctx, l)
}

// ended completes the result and its report of a search that ended with err. If nil, it calls progress.
func ended[R any](progress func(R), r *R, report *ply.Report, elapsed time.Duration, err error) (R, error) {
	report.Elapsed = elapsed
	switch {
	case err != nil:
		report.Status = ply.Failed
	case progress != nil:
		progress(*r)
	}
	return *r, err
}
