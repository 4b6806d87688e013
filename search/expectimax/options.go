package expectimax

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Options are the options of the searches. With the zero value, a search with a limit deepens and creates its own
// table. A search without a limit continues to the end of the game.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250. Outcomes of chance count as moves: Depth 2 is, for
	// example, a move and the throw of the dice after it. Positions at that depth are evaluated. 0 means no limit:
	// every line is searched to the end of the game. The game must then be [ply.Acyclic], unless the search deepens
	// (see Direct).
	Depth int

	// Direct searches to Depth at once. By default, a search with a limit ([ply.Limits], or a deadline of the context)
	// deepens: it searches to a depth of 1, then 2, and so on up to Depth, or until every line has reached the end of
	// the game. Table entries of each depth make the next depth faster. If the search is cut short, it returns the
	// result of the last finished depth. A search without a limit never deepens.
	//
	// If there is only one legal move, a search that deepens within a time limit ([ply.Limits].Time) ends early, with
	// status [ply.Decided]. A search whose time is limited only by a deadline of the context does not.
	Direct bool

	// Unlikely is a probability less than 1. Positions less probable than Unlikely are evaluated instead of searched,
	// which can change the value found. The probability of a position is the product of the probabilities of the
	// outcomes of chance on its line. 0 means that all positions are searched.
	//
	// With Unlikely and a Table, the value of a position can depend on the line that reached the position first. The
	// table entry stored on this first line is also used on other lines, but only on lines at most 1.25 times as
	// probable as the first.
	Unlikely float64

	// Filter leaves out moves that look bad, which can change the value found. See [Filter].
	Filter Filter

	// Range contains the least and the greatest value for side 0 that any finished or evaluated position can have.
	// Searches use it to prune: a narrow range, such as -1 to 1 for a game that can only be won or lost, prunes more. If a
	// value lies outside Range, the search returns an error. If the game is no [Evaluator], the zero value means
	// ±[ply.MaxValue]. If it is one, the zero value means that the range is unknown: [Star1] and [Star2] then return an
	// error.
	Range [2]float64

	// Progress, if not nil, is called about ten times a second, and after each depth, with the result of the last finished
	// depth. The Status of this result is [ply.InProgress]. Unless the search returns an error, Progress is called once
	// more with the final result. It is called on the goroutine of the caller or, on lines of more than 16,000 moves, on
	// another goroutine. Progress must not play on the game, and must not keep the slices of results whose Status is
	// InProgress.
	Progress func(Result[M])

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own evaluator. It
	// is called once, before the search begins, and must not return nil. The evaluator may keep g and call methods of g
	// that change nothing. Its Expectation is called when g is in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) Evaluator

	// Table stores values of positions, under keys derived from their hashes. The game must be a [ply.Hasher]. A
	// position takes 24 bytes. The default Scheme is [transposition.TwoDeep].
	//
	// The table may be kept for further searches of the same game, from any position. The keys depend on Unlikely, on
	// Filter and on the types of the game and of its evaluator, so a search uses only matching entries. Other changes,
	// such as new weights of an evaluation, are not part of the keys: reset the table after such a change.
	//
	// If Table is nil and the game is a Hasher, a search that deepens creates a table of up to 16 MiB, or less if the
	// limits allow few nodes. A table of size 0 means that the search uses no table.
	Table *transposition.Table

	// Checkpoint, if not nil, stores the state of the search: the table, the counts and the result of the last finished
	// depth. [checkpoint.File] is the usual store. A search that continues from a state repeats the interrupted depth; the
	// table makes the repetition fast. Each run may have other limits. The limits apply to the nodes and the time of all
	// runs together. With Unlikely, or with a Table without EqualDepth, the value found can depend on the interruptions.
	// If Table is nil and the game is a Hasher, a search with a Checkpoint creates a table of 24 MiB.
	Checkpoint checkpoint.Store

	// TableFrom is the least remaining depth at which positions are looked up and stored in the table. 0 means 2: at a
	// lesser remaining depth, a table saves time only if evaluations are slow. 1 means all positions.
	TableFrom int

	// EqualDepth uses only table entries with the result of a search of exactly the required depth. By default, entries
	// of deeper searches are used as well. Entries of deeper searches are more accurate, but the value found can then
	// differ from the value without a table.
	EqualDepth bool

	only    []M  // the moves of the start that are searched; nil for all
	deepens bool // even without a limit
}

type entry struct {
	Value float64   // from the point of view of side 0
	Move  uint16    // the number of the best move in the order of Moves, from 1 on; 0 if unknown
	Depth uint8     // the number of moves searched, or bottomless
	Bound ply.Bound // of Value
	Final bool      // Value is the value of the game played to its end, except for moves left out

	// Rarity is 0 if Value does not depend on [Options].Unlikely. Otherwise Rarity is about 1 - 4·log₂ p, where p is
	// the probability of the position on the line on which the entry was stored.
	Rarity uint8

	Narrowed uint8 // bit s: Value is of searches that left out moves of side s
}

// A Result is the result of a search.
type Result[M comparable] struct {
	// Report has the status, the nodes and the time. Nodes counts the positions reached, including the start and the
	// positions evaluated. If the search was cut short, the other fields hold the results so far.
	ply.Report

	// Move is a best move, the first move of Line.
	Move M

	// Line is a line of best play up to the next position of chance, possibly incomplete. It is empty if chance is to
	// move, if the position is finished, or if the search failed.
	Line []M

	// Value is the expected outcome of best play, for the side to move or, in a position of chance, for side 0. Bound
	// is [ply.Exact] if a depth was finished; except for rounding errors, Value is then the exact value at this depth.
	// If no depth was finished, Value is the value of the best of the moves searched, and Bound is [ply.AtLeast]. If no
	// move was searched, Bound is [ply.NoBound].
	//
	// If [Options].Filter left out moves, Bound is never Exact. It is AtLeast if all of these moves were of the side of
	// Value, AtMost if all of them were of the other side and a depth was finished, and otherwise NoBound.
	Value float64
	Bound ply.Bound

	// Final reports whether Value is the value of the game played to its end: no line was cut off, and no move was left
	// out.
	Final bool

	// Depth is the number of moves that the search looked ahead, or 0 if it had no limit.
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
	return o.Filter.check()
}

func (o *Options[M]) salt(game any, evaluator Evaluator) uint64 {
	question := fmt.Sprintf("expectimax of %T evaluated by %T unlikely %b", game, evaluator, o.Unlikely)
	if e, ok := evaluator.(*outcomes); ok {
		question += fmt.Sprintf(" by %T", e.evaluator)
	}
	if o.Filter != (Filter{}) {
		question += fmt.Sprintf(" filter %d %b", o.Filter.Width, o.Filter.Margin)
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
	kept := !saved.IsOff(o.Checkpoint)
	if kept { // the size must not depend on limits
		size = entryBytes << 20
	}
	if _, ok := g.(ply.Hasher); ok && (kept || !o.Direct) {
		o.Table = transposition.NewTable(size)
	}
}

func run[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M], p pruning) (Result[M], error) {
	opt.settle(ctx, g, limits)
	s, err := search(ctx, g, limits, &opt, p)
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

// search returns the searcher after its search, or nil if none began. Its store and table are closed.
func search[M comparable](
	ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M], p pruning,
) (s *searcher[M], err error) {
	defer func() { s.close(opt) }()
	err = guard.Run(func() string { return s.line() }, func() (err error) {
		if s, err = newSearcher(ctx, g, limits, opt, p); err != nil {
			return err
		}
		if err = s.keep(opt); err != nil {
			return err
		}
		s.deepen(opt, limits.Time > 0)
		return s.fault
	})
	return s, s.saveEnd(err)
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
