package expectimax

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Options configure a search. The zero value deepens, with its own table, or without a limit searches to the end.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250. Outcomes of chance count as moves: 2 is a move and the
	// throw of the dice after it. At that depth positions are evaluated. 0 means no limit: every line is followed to its
	// end, and the game must be [ply.Acyclic] unless the search deepens.
	Depth int

	// Direct searches to Depth at once, as without a limit. By default, a limited search ([ply.Limits], or a deadline of
	// the context) deepens: it searches to a depth of 1, then 2, and so on up to Depth, or until every line has reached
	// its end. Each depth helps the next by its table entries. If cut short, it returns the last finished depth.
	//
	// With a time limit, a search that deepens ends early, with status [ply.Decided], if there is one legal move.
	// Deadlines of contexts have no such effect.
	Direct bool

	// Unlikely is a probability less than 1. A position less likely than that, by all outcomes of chance on its line
	// together, is evaluated as if it were at the end of Depth. 0 searches all. It changes the value found. A Table entry
	// is used only for positions no more likely than the stored one, to within a factor of 1.25; the value then depends on
	// the line that reaches a position first.
	Unlikely float64

	// Range is the least and the greatest value that any position can have, finished or evaluated, for side 0. Searches
	// prune by it, so it should be tight, such as -1 to 1 for a game that is won or lost. A value outside the range is an
	// error. The zero value is ±[ply.MaxValue] or, with an [Evaluator], an unknown range, an error in [Star1] and [Star2].
	Range [2]float64

	// Progress, if not nil, is called after each depth and about ten times a second with the result of the last finished
	// depth, whose Status is [ply.InProgress], and once more with the final result, unless the search returns an error. It
	// is called on the goroutine of the caller or, on lines of more than 16,000 moves, on another one. It must not play on
	// the game. It must not keep the slices of earlier results.
	Progress func(Result[M])

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own. It is called
	// once, before the search begins, and must not return nil. The evaluator may keep g and call methods that change
	// nothing. Its Expectation is called with g in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) Evaluator

	// Table stores values of positions, under keys derived from their hashes. It needs a [ply.Hasher]. A position takes 24
	// bytes. With the zero Scheme of a table the search takes [transposition.TwoDeep].
	//
	// The table may be kept for further searches of the same game, from any position. The keys depend on Unlikely and the
	// types of the game and its evaluator, so a search finds only matching entries. Other changes, such as new weights of
	// an evaluation, are not part of the keys: reset the table after one.
	//
	// If Table is nil and the game is a Hasher, a search that deepens makes a table of up to 16 MiB, less if the limits
	// allow few nodes. A table of 0 bytes turns memory off.
	Table *transposition.Table

	// TableFrom is the least remaining depth at which the table is used. 0 means 2: nearer to the end of Depth the table
	// costs more than it gains, unless evaluations are slow. 1 means everywhere.
	TableFrom int

	// EqualDepth uses only table entries whose search had exactly the required depth. By default, entries of deeper
	// searches are used as well: they are more accurate, but the value may then differ from the value without a table.
	EqualDepth bool

	only    []M  // the moves of the start that are searched; nil for all
	deepens bool // even without a limit
}

type entry struct {
	Value float64   // from the point of view of side 0
	Move  uint16    // the number of the best move in the order of Moves, from 1 on; 0 if unknown
	Depth uint8     // the number of moves searched, or bottomless
	Bound ply.Bound // of Value
	Final bool      // Value is the value of the game played to its end

	// Rarity is how unlikely the position was, in quarters of a binary order of magnitude; 0 if none was left out.
	Rarity uint8
}

// A Result is the result of a search.
type Result[M comparable] struct {
	// Report has the status, the nodes, which are the positions reached, including the start and those evaluated, and the
	// time. If the search was cut short, the other fields hold the results so far.
	ply.Report

	// Move is a best move. It is the first of Line.
	Move M

	// Line is a line of best play up to the next position of chance, as long as it is known. It is empty if chance is to
	// move, if the position is finished, or if the search failed.
	Line []M

	// Value is the value of the position for the side to move or, in a position of chance, for side 0: the expected
	// outcome of best play. Bound is [ply.Exact] for a finished depth, up to rounding. If no depth was finished, Value is
	// the value of the best move searched and Bound is [ply.AtLeast] or, if there is no such move, [ply.NoBound].
	Value float64
	Bound ply.Bound

	// Final tells whether the value is the value of the game played to its end: no line was broken off.
	Final bool

	// Depth is the number of moves that the search looked ahead, or 0 without a limit.
	Depth int
}

func (r *Result[M]) setMove() {
	if len(r.Line) > 0 {
		r.Move = r.Line[0]
	}
}

func (o *Options[M]) check() error {
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("expectimax: Depth is %d, want 1 to %d moves, or 0 for no limit", o.Depth, mostDepth)
	case !(o.Unlikely >= 0 && o.Unlikely < 1):
		return fmt.Errorf("expectimax: Unlikely is %v, want a probability of 0 or more and less than 1", o.Unlikely)
	case o.Range != [2]float64{} && !(o.Range[0] < o.Range[1]) || math.IsInf(o.Range[1]-o.Range[0], 0):
		return fmt.Errorf("expectimax: Range is %v, want finite numbers, the least first", o.Range)
	case o.TableFrom < 0:
		return fmt.Errorf("expectimax: TableFrom is %d, want a number of moves", o.TableFrom)
	}
	return nil
}

func (o *Options[M]) salt(game any, evaluator Evaluator) uint64 {
	question := fmt.Sprintf("expectimax of %T evaluated by %T unlikely %b", game, evaluator, o.Unlikely)
	if e, ok := evaluator.(*outcomes); ok {
		question += fmt.Sprintf(" by %T", e.evaluator)
	}
	return transposition.Hash([]byte(question))
}

const entryBytes = 24

func (o *Options[M]) settle(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits) {
	size, limited := hashtable.OwnBytes(ctx, limits, entryBytes)
	o.Direct = o.Direct || !limited && !o.deepens
	if o.Table != nil {
		if hashtable.IsNone(o.Table) {
			o.Table = nil
		}
		return
	}
	if _, ok := g.(ply.Hasher); ok && !o.Direct {
		o.Table = transposition.NewTable(size)
	}
}

func run[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M], p pruning) (Result[M], error) {
	opt.settle(ctx, g, limits)
	var s *searcher[M]
	err := guard.Run(func() string { return s.line() }, func() (err error) {
		if s, err = newSearcher(ctx, g, limits, &opt, p); err != nil {
			return err
		}
		if s.table != nil {
			defer hashtable.Close(opt.Table)
		}
		s.deepen(&opt, limits.Time > 0)
		return s.fault
	})
	if s == nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	s.result.Nodes, s.result.Elapsed = s.nodes, s.Elapsed()
	switch {
	case err != nil:
		s.result.Status = ply.Failed
	case opt.Progress != nil:
		opt.Progress(s.result)
	}
	return s.result, err
}

func (s *searcher[M]) bounds(limits ply.Limits, opt *Options[M]) stop.Limits {
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		s.report = func() {
			r := s.result
			r.Report = ply.Report{Status: ply.InProgress, Nodes: s.nodes, Elapsed: s.Elapsed()}
			r.setMove()
			guard.Callback(func() { opt.Progress(r) })
		}
		l.Report = s.report
	}
	return l
}
