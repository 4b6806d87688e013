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
// for which the caller's goroutine waits. They must not play on the game. The search does not check the time during a
// call of Visit or Progress, so a slow call can extend it beyond [ply.Limits].Time.
type Options[M comparable] struct {
	// StopAtSolution stops the search at the first solved position that is found. The game must be a [ply.Puzzle]. With
	// several workers, the solution found first can differ from run to run.
	StopAtSolution bool

	// Longest makes [Result].Line the longest line of play, whether or not its last position is finished or solved.
	Longest bool

	// Workers is the number of goroutines of [DepthFirst]. 0 means 1. With more than 1, the game must be a
	// [ply.Cloner], and DepthFirst returns an error if Visit is set or the space is an [ExactGraph]. [BreadthFirst] and
	// [SearchPart] ignore Workers and use one goroutine.
	Workers int

	// Visit, if not nil, is called in every position visited, with the number of moves from the start. It may call
	// methods of the game that change nothing, such as Moves.
	Visit func(depth int)

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is
	// [ply.InProgress]. Unless the search returns an error, it is called once more with the final result. Progress must
	// not keep the slices of a result whose Status is InProgress: the search changes them.
	Progress func(Result[M])

	// Checkpoint, if not nil, stores the state of the search: the results so far, the positions remembered, and the
	// current line. A search that continues from a stored state returns the result of an uninterrupted search, and
	// calls Visit only for the positions visited after the state was stored. In a [Graph], several workers may visit
	// some positions again. While a state is encoded, the search pauses for up to 50 ms at a time. If Checkpoint is
	// set, [SearchPart] returns an error.
	Checkpoint checkpoint.Store
}

// A Result is the result of a search of a space. If the search was cut short or failed, it holds the results so far.
//
// Nodes counts the positions visited, including the start. A position is visited if its moves are generated; positions
// that are skipped as repeated or as incremental transpositions are not included.
type Result[M comparable] struct {
	ply.Report

	// Line is the best line of play from the start; of equally good lines, the first found. With [Options].Longest, the
	// best line is the longest line. Without Longest, the best line depends on the game. For a [ply.Puzzle], it is the
	// first line found that ends in a solved position. For a [ply.Scorer] that is no Puzzle, it is the finished line
	// with the highest score. For all other games, there is no best line.
	//
	// Found reports whether a best line was found. Line is empty if no best line was found, and also if the best line
	// ends at the start.
	Line  []M
	Found bool

	// Leaves counts the nodes that have no moves.
	Leaves int

	// Solutions counts the solved nodes. It is 0 if the game is not a [ply.Puzzle].
	Solutions int

	// Depth is the number of moves from the start to the deepest node.
	Depth int

	// MemoryHits counts the positions skipped because the space remembered them. IncrementalCuts counts the positions
	// skipped as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Done estimates the fraction of the space that was searched, from 0 to 1. It is 1 after a complete search. During
	// a depth-first search it is updated only if Progress is set and there is one worker.
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

// mostStride is the most nodes between two polls, 0 for the default. Tests reduce it.
var mostStride int

func newBudget[R any](ctx context.Context, limits ply.Limits, progress func(R), snapshot func() R) stop.Budget {
	l := stop.Limits{Limits: limits, Stride: mostStride}
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
