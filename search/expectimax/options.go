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

// Options configure a search. With the zero value, a search with a limit looks ever deeper, with its own table. Without a
// limit it searches to the end of the game.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250. Outcomes of chance count as moves: 2 is a move and the
	// throw of the dice after it. At that depth positions are evaluated. 0 means no limit: every line is followed to
	// its end, and the game must be [ply.Acyclic] unless the search deepens.
	Depth int

	// Direct searches to Depth at once, as a search without a limit does. By default, a search with a limit ([ply.Limits], or a
	// deadline of the context) deepens: it searches to a depth of one move, then of two, and so on up to Depth, or until
	// every line has reached its end. Each search helps the next with its entries in the table. If the search is cut
	// short, the result is from the last finished depth.
	//
	// With a limit of time, a search that deepens ends early, with status [ply.Decided], if there is one legal move. A
	// deadline of the context does not have this effect.
	Direct bool

	// Unlikely is a probability less than 1. A position that is reached with a smaller probability, by all outcomes of
	// chance on the line together, is evaluated as if it were at the end of Depth. 0 searches them all. It changes the
	// value found. An entry of a Table is used only where the position is no more likely than it was then,
	// to within a factor of 1.25; the value found then depends on which line leads to it first.
	Unlikely float64

	// Range is the least and the greatest value that any position can have, finished or evaluated, from the point of
	// view of side 0. Searches prune by it, so it should be tight, such as -1 to 1 for a game that
	// is won or lost. A value outside the range is an error. The zero value is ±[ply.MaxValue] or, if there is an
	// [Evaluator], an unknown range: then [Star1] and [Star2] return an error.
	Range [2]float64

	// Progress, if not nil, is called after each depth and about ten times a second with the result of the last
	// finished depth, whose Status is [ply.InProgress], and once more at the end of a search without an error, with the
	// result that the search returns. It is called on the goroutine of the caller or, on lines of more than 16,000
	// moves, on a goroutine that the caller's waits for. It must not play on the game. Before the last call the slices
	// of the result belong to the search: Progress must not keep them.
	Progress func(Result[M])

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own. It is called
	// once, before the search begins, and must not return nil. The evaluator may keep g and call methods that
	// change nothing. Its Expectation is called with g in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) Evaluator

	// Table stores values of positions, under keys derived from their hashes. It needs a [ply.Hasher]. A position takes 24
	// bytes. With the zero Scheme of a table the search takes [transposition.TwoDeep].
	//
	// The table may be kept for further searches of the same game, from any position. Unlikely and the types of the
	// game and of its evaluator are part of the keys, so a search finds only entries that answer its own question. A
	// change within these types, such as other weights of an evaluation, is not part of the keys: reset the table after
	// one.
	//
	// If Table is nil, a search that deepens makes a table for itself, if the game is a Hasher. It has up to 16 MiB, and
	// less where the limits allow few nodes. With a table of 0 bytes a search remembers nothing.
	Table *transposition.Table

	// TableFrom is the least remaining depth at which the table is used. 0 means 2: just before the end of Depth the
	// table costs more than it gains, unless evaluating a position takes long. 1 means everywhere.
	TableFrom int

	// EqualDepth uses only entries of the table whose search had exactly the required depth. By default, entries of deeper
	// searches are used as well: they are more accurate, but the value may then differ from the value without a table.
	EqualDepth bool

	only    []M  // the moves of the start that are searched; nil for all
	deepens bool // even without a limit
}

// An entry is the data that a table keeps for a position. It takes 16 bytes.
type entry struct {
	Value float64   // from the point of view of side 0
	Move  uint16    // the number of the best move in the order of Moves, counted from 1; 0 if it is not known
	Depth uint8     // the number of moves searched, or bottomless
	Bound ply.Bound // what Value is
	Final bool      // whether Value is the value of the game played to its end

	// Rarity tells how unlikely the position was when it was searched, in quarters of a binary order of magnitude; 0
	// if no unlikely positions were left out.
	Rarity uint8
}

// A Result is the answer of a search, with its cost.
type Result[M comparable] struct {
	// Report has the status, the nodes, which are the positions reached, including the start and those that were evaluated,
	// and the time. If the search was cut short, the other fields hold the results until then.
	ply.Report

	// Move is a best move. It is the first of Line.
	Move M

	// Line is a line of best play up to the next position of chance, as far as it is known. It is empty if chance is to
	// move, if the position is finished, or if the search failed.
	Line []M

	// Value is the value of the position for the side to move or, in a position of chance, for side 0: the expected
	// outcome if both sides play best. Bound is [ply.Exact], up to the rounding of sums of floating-point numbers, for
	// a depth that was finished. If the search was cut short before, the value is that of the best move that was
	// searched, and Bound is [ply.AtLeast] or, if there is no such move, [ply.NoBound].
	Value float64
	Bound ply.Bound

	// Final tells whether the value is the value of the game played to its end: no line was broken off.
	Final bool

	// Depth is the number of moves that the search looked ahead. It is 0 if that was not limited.
	Depth int
}

// setMove makes Move the first of Line.
func (r *Result[M]) setMove() {
	if len(r.Line) > 0 {
		r.Move = r.Line[0]
	}
}

// check returns an error that names the option at fault.
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

// salt returns a salt that separates the keys of a search from the keys of all searches that may find other values.
func (o *Options[M]) salt(game any, evaluator Evaluator) uint64 {
	question := fmt.Sprintf("expectimax of %T evaluated by %T unlikely %b", game, evaluator, o.Unlikely)
	if e, ok := evaluator.(*outcomes); ok {
		question += fmt.Sprintf(" by %T", e.evaluator)
	}
	return transposition.Hash([]byte(question))
}

// entryBytes is the size of an entry with its key.
const entryBytes = 24

// settle decides the options that were left to the search: whether it deepens, and whether it has a table.
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

// run makes a search, and returns its results up to its end, or to the error that ended it.
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

// bounds returns the limits of the search, and what reports its progress.
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
