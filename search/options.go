package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// Options limit a search and choose what it returns. The zero value searches the whole space without limits. If an
// option is set that a search does not support, the search returns an error that names the option.
//
// Visit and Progress are called on the goroutine of the caller or, on lines of more than 250,000 moves, on a goroutine
// that the caller's waits for. They must not play on the game. A search looks at the clock between two calls, so at
// most one call, and the last one of Progress, extend it beyond [ply.Limits].Time.
type Options[M comparable] struct {
	// MaxDepth cuts off lines of play after that number of moves. 0 means no limit. In a Space that remembers
	// positions only [BreadthFirst] supports it.
	MaxDepth int

	// StopAtSolution stops the search at the first solved position. It needs a [ply.Puzzle].
	StopAtSolution bool

	// Best chooses the line of play that the search returns as [Result.Line].
	Best Criterion

	// Continue keeps the positions that the space remembers from before. The search does not enter these: its
	// result covers what can be reached from the start without passing through them. So several starts can be
	// searched with the same table. Without Continue, a search forgets them at its beginning, but for a set of
	// [ExactGraph], which must be empty.
	Continue bool

	// Visit, if not nil, is called at every node, with the number of moves from the start and the game in that
	// position. It may call methods of the game that change nothing, such as Moves, but must not play on it.
	Visit func(depth int)

	// Progress, if not nil, is called about ten times a second with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. Before that last call the slices of the result belong to the search: Progress must not keep
	// them.
	Progress func(Result[M])
}

// A Criterion tells which line of play is the best. On ties it is the line that the search met first.
type Criterion uint8

const (
	// FirstSolution chooses the first line that ends in a solved position. If the game is not a [ply.Puzzle],
	// there is none.
	FirstSolution Criterion = iota

	// ShortestSolution chooses the shortest line that ends in a solved position. It needs a [ply.Puzzle]. In a
	// space that remembers positions, [DepthFirst] does not meet all lines to a position; use [BreadthFirst]
	// there.
	ShortestSolution

	// Longest chooses the longest line, whether or not it ends in a solved or finished position.
	Longest

	// HighestScore chooses the line whose last position has no moves and the highest score. It needs a
	// [ply.Scorer].
	HighestScore

	criteria
)

// A Result is what a search found, and how much work it did.
type Result[M comparable] struct {
	// Status tells why the search ended. If it was cut short or failed, the other fields hold what
	// was found up to then.
	Status ply.Status

	// Nodes counts the positions visited, including the start. Their moves were generated. Positions cut off by
	// memory or as incremental transpositions are not counted.
	Nodes int

	// Sure is the part of Nodes before the last rise of the greatest f = cost so far + estimate of a node. If the
	// estimates are consistent and a solution was found, these are the positions whose f is less than its cost, which
	// are surely expanded, however ties are broken (Dechter and Pearl 1985). Only [AStar] sets it.
	Sure int

	// Leaves counts the nodes that have no moves.
	Leaves int

	// Solutions counts the nodes that are solved. It stays 0 if the game is not a [ply.Puzzle].
	Solutions int

	// Depth is the greatest number of moves from the start to a node.
	Depth int

	// MemoryHits counts the positions cut off because they were remembered. IncrementalCuts counts those
	// cut off as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Line is the best line of play by [Options.Best], from the start. Found tells whether there is one: a line
	// that was found may be empty.
	Line  []M
	Found bool

	// Cost is the cost of Line. Only [AStar], [IDAStar], [GreedyBestFirst] and [BreadthFirst] set it.
	Cost int

	// Score is the score of the position at the end of Line. It is set only if Best is HighestScore.
	Score float64

	// Done estimates the part of the space that was searched, from 0 to 1. It is 1 after a complete search. Before
	// that, depth-first searches keep it up to date only if Progress is set, [Parallel] leaves it 0,
	// and [AStar], [IDAStar] and [GreedyBestFirst] always leave it 0.
	Done float64

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

var errDepthOfGraph = errors.New("search: MaxDepth needs a space that remembers no positions: " +
	"one remembered may have been reached with fewer moves left")

// check returns an error that names the option at fault.
func (o *Options[M]) check(limits ply.Limits) error {
	if err := limits.Check(); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	switch {
	case o.MaxDepth < 0:
		return fmt.Errorf("search: MaxDepth is %d, want a number of moves or 0 for no limit", o.MaxDepth)
	case o.Best >= criteria:
		return fmt.Errorf("search: unknown criterion %d for the best line", o.Best)
	}
	return nil
}

// checkGame returns an error if the game lacks a capability that the options need, or has one that no search of one
// player knows.
func (o *Options[M]) checkGame(game any) error {
	if err := sides.Certain[M](game); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if _, ok := game.(ply.Scorer); o.Best == HighestScore && !ok {
		return fmt.Errorf("search: the best line by score needs a ply.Scorer, which %T is not", game)
	}
	if _, ok := game.(ply.Puzzle); !ok {
		switch {
		case o.StopAtSolution:
			return fmt.Errorf("search: StopAtSolution needs a ply.Puzzle, which %T is not", game)
		case o.Best == ShortestSolution:
			return fmt.Errorf("search: ShortestSolution needs a ply.Puzzle, which %T is not", game)
		}
	}
	return nil
}

// refuse returns an error if one of these options is set, which the search of this name does not heed.
func (o *Options[M]) refuse(search string, options ...string) error {
	for _, name := range options {
		if !reflect.ValueOf(*o).FieldByName(name).IsZero() {
			return fmt.Errorf("search: %s does not heed %s, leave it unset", search, name)
		}
	}
	return nil
}

// newBudget returns the budget of a search whose result up to now is what snapshot returns.
func newBudget[M comparable](ctx context.Context, limits ply.Limits, opt *Options[M], snapshot func() Result[M]) stop.Budget {
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		l.Report = func() {
			r := snapshot()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return stop.NewBudget(ctx, l)
}

// ended returns the result of a search that ended with this error, and otherwise reports it as the last progress.
func ended[M comparable](opt *Options[M], r *Result[M], elapsed time.Duration, err error) (Result[M], error) {
	r.Elapsed = elapsed
	switch {
	case err != nil:
		r.Status = ply.Failed
	case opt.Progress != nil:
		opt.Progress(*r)
	}
	return *r, err
}
