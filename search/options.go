package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// Options limit a search and choose what it returns. The zero value searches the whole space. A search
// refuses an option that it does not heed with an error that names the option.
//
// Visit and Progress are called on the goroutine of the caller or, on lines of more than 250,000 moves, on
// one that the caller's goroutine waits for. A search looks at the clock between two calls, so one call at
// most, and the last one of Progress, lengthen it beyond MaxTime.
type Options[M comparable] struct {
	// MaxNodes stops the search after MaxNodes nodes. 0 means no limit but the greatest int.
	MaxNodes int

	// MaxTime stops the search after about that time: it looks at the clock about every
	// millisecond, but not within a call of the game. 0 means no limit.
	MaxTime time.Duration

	// MaxDepth cuts lines of play after MaxDepth moves. 0 means no limit. In a Space that remembers
	// positions only [BreadthFirst] supports it.
	MaxDepth int

	// StopAtSolution stops the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Best chooses the line of play that the result holds.
	Best Criterion

	// Continue accepts a memory that already holds positions. These positions are left out: the
	// result covers what can be reached from the start without passing through them. Several
	// starts can be searched with one memory this way. Without Continue, a memory that is not
	// empty is refused, where it can tell ([Memory]).
	Continue bool

	// Visit, if not nil, is called at every node, with the game in that position and the number
	// of moves from the start. It may look at the game but must not change it.
	Visit func(depth int)

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail. The slices of the result are the
	// search's own until then: Progress must not keep them.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// A Criterion tells which line of play is the best. On ties the line met first is.
type Criterion uint8

const (
	// FirstSolution is the first line met that ends in a solved position.
	FirstSolution Criterion = iota

	// ShortestSolution is the shortest line met that ends in a solved position. In a space that
	// remembers positions not all lines to a position are met; there [BreadthFirst] finds the
	// shortest.
	ShortestSolution

	// Longest is the longest line met, solved or not.
	Longest

	// HighestScore is the line met whose last position has no moves and the highest score of
	// its [ply.Scorer].
	HighestScore

	criteria
)

// A Result is what a search found and what that took.
type Result[M comparable] struct {
	// Status tells why the search ended. If it was cut short or failed, the other fields hold what
	// was found up to then.
	Status ply.Status

	// Nodes counts the positions whose moves were generated, including the start. Positions cut
	// off by memory or as incremental transpositions are not counted.
	Nodes int

	// Leaves counts the nodes without moves.
	Leaves int

	// Solutions counts the solved nodes.
	Solutions int

	// Depth is the greatest number of moves from the start to a node.
	Depth int

	// MemoryHits counts the positions cut off because they were remembered, and
	// IncrementalCuts those cut off as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Line is the best line of play by [Options.Best]. Found tells whether there is one, since a
	// line may be empty.
	Line  []M
	Found bool

	// Cost is the cost of Line, for the searches that look for the cheapest line.
	Cost int

	// Score is the score of the position at the end of Line, if that is best by HighestScore.
	Score float64

	// Done is an estimate of the part of the space that was searched, from 0 to 1.
	Done float64

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

var errDepthOfGraph = errors.New("search: MaxDepth needs a space that remembers no positions: " +
	"one remembered may have been reached with fewer moves left")

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case o.MaxNodes < 0:
		return fmt.Errorf("search: MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
	case o.MaxTime < 0:
		return fmt.Errorf("search: MaxTime is %v, want a duration or 0 for no limit", o.MaxTime)
	case o.MaxDepth < 0:
		return fmt.Errorf("search: MaxDepth is %d, want a number of moves or 0 for no limit", o.MaxDepth)
	case o.ProgressEvery < 0:
		return fmt.Errorf("search: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.Best >= criteria:
		return fmt.Errorf("search: unknown criterion %d for the best line", o.Best)
	}
	return nil
}

// checkGame returns an error if the game lacks a capability that the options need.
func (o *Options[M]) checkGame(game any) error {
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
func newBudget[M comparable](ctx context.Context, opt *Options[M], snapshot func() Result[M]) stop.Budget {
	limits := stop.Limits{Nodes: opt.MaxNodes, Time: opt.MaxTime, ReportEvery: opt.ProgressEvery}
	if opt.Progress != nil {
		limits.Report = func() {
			r := snapshot()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return stop.NewBudget(ctx, limits)
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
