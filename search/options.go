package search

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// Options bound a search and say what is asked of it. The zero value searches the whole space.
type Options struct {
	// MaxNodes stops the search after so many nodes. 0 is no bound.
	MaxNodes int

	// MaxTime stops the search after about that time: it looks at the clock about every
	// millisecond, but not within a call of the game. 0 is no bound.
	MaxTime time.Duration

	// MaxDepth leaves out the moves of positions so many moves from the start. 0 is no bound.
	// Searches other than [BreadthFirst] can only bound a space so that remembers no positions.
	MaxDepth int

	// StopAtSolution stops the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Best says which line of play the result holds.
	Best Criterion

	// Visit, if not nil, is called at every node, with the game in that position and the number
	// of moves from the start. It may look at the game, not change it.
	Visit func(depth int)

	// Progress, if not nil, is called from time to time, and once at the end.
	Progress func(Progress)

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// A Criterion says which line of play is the best.
type Criterion uint8

const (
	// FirstSolution is the first line met that ends in a solved position.
	FirstSolution Criterion = iota

	// ShortestSolution is the shortest line met that ends in a solved position, the first of
	// equals. In a space that remembers positions not all lines to a position are met; there
	// [BreadthFirst] finds the shortest.
	ShortestSolution

	// Longest is the longest line met, solved or not, the first of equals.
	Longest

	// HighestScore is the line met whose last position has no moves and the highest score of
	// its [ply.Scorer], the first of equals.
	HighestScore

	criteria
)

// Progress is how far a search has come.
type Progress struct {
	Nodes     int           // visited up to now
	Depth     int           // of the deepest
	Solutions int           // met up to now
	Done      float64       // a guess at the part of the space that is done, from 0 to 1
	Elapsed   time.Duration // since the search began
}

// A Result is what a search found and what that took.
type Result[M comparable] struct {
	// Status says why the search ended. Cut short, the rest is what was found up to then.
	Status ply.Status

	// Nodes counts the positions whose moves were generated, the start included. A position
	// that memory or an incremental transposition has cut off is none.
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

	// Line is the best line of play by [Options.Best]. Found says whether there is one: a line
	// may be empty.
	Line  []M
	Found bool

	// Cost is the cost of Line, for the searches that look for the cheapest line.
	Cost int

	// Score is the score of the position at the end of Line, if that is best by HighestScore.
	Score float64

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

var errDepthOfGraph = errors.New("search: MaxDepth needs a space that remembers no positions: " +
	"one remembered may have been reached with fewer moves left")

// check returns an error that names the option at fault.
func (o *Options) check() error {
	switch {
	case o.MaxNodes < 0:
		return fmt.Errorf("search: MaxNodes is %d, want a number of nodes or 0 for no bound", o.MaxNodes)
	case o.MaxTime < 0:
		return fmt.Errorf("search: MaxTime is %v, want a duration or 0 for no bound", o.MaxTime)
	case o.MaxDepth < 0:
		return fmt.Errorf("search: MaxDepth is %d, want a number of moves or 0 for no bound", o.MaxDepth)
	case o.ProgressEvery < 0:
		return fmt.Errorf("search: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.Best >= criteria:
		return fmt.Errorf("search: unknown criterion %d for the best line", o.Best)
	}
	return nil
}

// checkGame returns an error if the game lacks what the options ask of it.
func (o *Options) checkGame(game any) error {
	if _, ok := game.(ply.Scorer); o.Best == HighestScore && !ok {
		return fmt.Errorf("search: the best line by score needs a ply.Scorer, which %T is not", game)
	}
	if _, ok := game.(ply.Puzzle); o.StopAtSolution && !ok {
		return fmt.Errorf("search: StopAtSolution needs a ply.Puzzle, which %T is not", game)
	}
	return nil
}

// A budget tells a search when to stop.
type budget struct {
	ctx      context.Context
	start    time.Time
	deadline time.Time // zero for none
	maxNodes int
	total    *atomic.Int64 // nodes of all searches that share maxNodes; nil for this one alone
	added    int           // nodes of this one in total

	report   func(Progress)
	every    time.Duration
	reported time.Time

	pollAt int // the number of nodes at which poll is to be called next
	last   time.Time
	stride int
}

// A search looks at the clock and at its context about every pollEvery, and at least every
// maxStride nodes.
const (
	pollEvery = time.Millisecond
	maxStride = 4096
)

func newBudget(ctx context.Context, opt *Options) budget {
	now := time.Now()
	b := budget{
		ctx:      ctx,
		start:    now,
		maxNodes: opt.MaxNodes,
		report:   opt.Progress,
		every:    opt.ProgressEvery,
		reported: now,
		last:     now,
		stride:   1,
	}
	if opt.MaxTime > 0 {
		b.deadline = now.Add(opt.MaxTime)
	}
	if b.every == 0 {
		b.every = 100 * time.Millisecond
	}
	return b
}

// poll returns why the search must stop after so many nodes, or Complete if it may go on until the
// next call is due. progress is asked only if a report is.
func (b *budget) poll(nodes int, progress func() Progress) ply.Status {
	spent := nodes
	if b.total != nil {
		spent = int(b.total.Add(int64(nodes - b.added)))
		b.added = nodes
	}
	if b.maxNodes > 0 && spent >= b.maxNodes {
		return ply.OutOfNodes
	}
	if status := stop.Status(b.ctx, b.deadline); status != ply.Complete {
		return status
	}
	now := time.Now()
	if b.report != nil && now.Sub(b.reported) >= b.every {
		b.reported = now
		b.report(progress())
	}
	// Nodes cost nanoseconds in one game and milliseconds in another.
	switch passed := now.Sub(b.last); {
	case passed < pollEvery/2:
		b.stride = min(2*b.stride, maxStride)
	case passed > 2*pollEvery:
		b.stride = max(1, b.stride/2)
	}
	b.last = now
	b.pollAt = nodes + b.stride
	if b.maxNodes > 0 {
		b.pollAt = min(b.pollAt, nodes+b.maxNodes-spent)
	}
	return ply.Complete
}

func (b *budget) elapsed() time.Duration { return time.Since(b.start) }
