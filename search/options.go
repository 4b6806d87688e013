package search

import (
	"context"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// Options are the options of the searches that go through a whole space: [DepthFirst], [BreadthFirst] and [SearchPart]. The
// zero value goes through all of it on one goroutine.
//
// Visit and Progress are called on the goroutine of the caller or, on lines of more than 250,000 moves, on a goroutine
// that the caller's waits for. They must not play on the game. A search looks at the clock between two calls, so at
// most one call, and the last one of Progress, extend it beyond [ply.Limits].Time.
type Options[M comparable] struct {
	// StopAtSolution stops the search at the first solved position. It needs a [ply.Puzzle]. With several workers that is
	// the solution found first, which can differ from run to run.
	StopAtSolution bool

	// Longest makes [Result].Line the longest line of play, whether or not it ends in a solved or finished position.
	Longest bool

	// Workers is the number of goroutines among which [DepthFirst] divides the space. 0 means 1. More than one need a game
	// that is a [ply.Cloner], and exclude Visit and [ExactGraph]. The other searches use one.
	Workers int

	// Visit, if not nil, is called at every node, with the number of moves from the start and the game in that
	// position. It may call methods of the game that change nothing, such as Moves, but must not play on it.
	Visit func(depth int)

	// Progress, if not nil, is called about ten times a second with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. Before that last call the slices of the result belong to the search: Progress must not keep
	// them.
	Progress func(Result[M])
}

// A Result is the answer of a search of a whole space, with its cost. If the search was cut short or failed, it
// holds the results up to then.
//
// Nodes counts the positions visited, including the start. Their moves were generated. Positions cut off by memory or as
// incremental transpositions are not counted.
type Result[M comparable] struct {
	ply.Report

	// Line is the best line of play from the start, of several the one that the search met first. Of a [ply.Puzzle] it is
	// the first that ends in a solved position; of a [ply.Scorer] that is no puzzle, the one that ends without moves and
	// with the highest score; and with [Options].Longest, of any game, the longest. Found tells whether there is one: a
	// line that was found may be empty.
	Line  []M
	Found bool

	// Leaves counts the nodes that have no moves.
	Leaves int

	// Solutions counts the nodes that are solved. It stays 0 if the game is not a [ply.Puzzle].
	Solutions int

	// Depth is the greatest number of moves from the start to a node.
	Depth int

	// MemoryHits counts the positions cut off because they were remembered. IncrementalCuts counts those
	// cut off as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Done estimates the part of the space that was searched, from 0 to 1. It is 1 after a complete search. Before that,
	// depth-first searches keep it up to date only if Progress is set and there is one worker.
	Done float64
}

// A criterion tells which line of play is the best.
type criterion uint8

const (
	firstSolution criterion = iota
	longest
	highestScore
)

// criterion returns which line of a game is the best.
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
	return firstSolution // there is none
}

// check returns an error if the options do not fit the game, or if no search of one player knows what the game has.
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

// checkGame returns an error if a limit is negative, or if the game has what no search of one player knows.
func checkGame[M comparable](game any, limits ply.Limits) error {
	if err := limits.Check(); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if err := sides.CheckDeterministic[M](game); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return nil
}

// newBudget returns the budget of a search whose result up to now is what snapshot returns.
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

// ended completes the result, of which report is a part, of a search that ended with this error, and otherwise reports it as
// the last progress.
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
