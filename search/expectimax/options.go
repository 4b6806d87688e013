package expectimax

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Options configure a search. The zero value searches to the end of the game
// without a table.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250. Outcomes of chance count as moves: 2 is a move and the
	// throw of the dice after it. At that depth positions are evaluated. 0 means no limit: every line is followed to
	// its end, and the game must be [ply.Acyclic].
	Depth int

	// Deepen searches to a depth of one move, then of two, and so on up to Depth, or until every line has reached its
	// end. With a Table, each search helps the next. If the search is cut short, the result is from the last finished
	// depth.
	//
	// A search with a limit of time ([ply.Limits]) and without Depth deepens in any case. With a limit of time, a search
	// that deepens ends early, with status [ply.Decided], if there is one legal move. A deadline of the context has
	// neither effect.
	Deepen bool

	// Unlikely is a probability less than 1. A position that is reached with a smaller probability, by all outcomes of
	// chance on the line together, is evaluated as if it were at the end of Depth. 0 searches them all. It changes the
	// value found. An entry of a Table is used only where the position is no more likely than it was then,
	// to within a factor of 1.25; the value found then depends on which line leads to it first.
	Unlikely float64

	// Lowest and Highest are a range that holds the values of all positions, finished or evaluated, from the point of
	// view of side 0. [Star1] and [Star2] prune by them, so the range should be tight, such as -1 to 1 for a game that
	// is won or lost. A value outside the range is an error. If both are 0, the range is ±[ply.MaxValue]; a search
	// that prunes needs them if there is an [Evaluator].
	Lowest, Highest float64

	// Progress, if not nil, is called about ten times a second with the result of the last
	// finished depth, whose Status is [ply.InProgress], and once more at the end of a search without an error, with the
	// result that the search returns. It is called on the goroutine of the caller or, on lines of more than 16,000
	// moves, on a goroutine that the caller's waits for. It must not play on the game. Before the last call the slices
	// of the result belong to the search: Progress must not keep them.
	Progress func(Result[M])

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own. It is called
	// once, before the search begins, and must not return nil. The evaluator may keep g and call methods that
	// change nothing. Its Expectation is called with g in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) Evaluator

	// Table stores values of positions, under keys derived from their hashes. Nil means no
	// table. It needs a [ply.Hasher].
	//
	// The table may be kept for further searches of the same game, from any position. Unlikely and the types of the
	// game and of its evaluator are part of the keys, so a search finds only entries that answer its own question. A
	// change within these types, such as other weights of an evaluation, is not part of the keys: reset the table after
	// one.
	Table Transpositions

	// TableFrom is the least remaining depth at which the table is used. 0 means 2: just before the end of Depth the
	// table costs more than it gains, unless evaluating a position takes long. 1 means everywhere. It needs a Table.
	TableFrom int

	// EqualDepth uses only entries of the table whose search had exactly the required depth. By default, entries of deeper searches are used as well: they are more accurate, but the value may then
	// differ from the value without a table. It needs a Table.
	EqualDepth bool
}

// A Transpositions is a table in which a search stores values of positions, such as a
// [transposition.Table] of [Entry], for which [transposition.TwoDeep] is a good scheme.
//
// Lookup and Store are called while the game is in the position in question. They may call methods of the game that
// change nothing, but must not play on it. The key is derived from the hash of the position and from the options; it is
// not the hash itself. A panic in Lookup or Store counts as one of the game ([ply.GamePanic]).
//
// If the table also has a method Age(), a search calls it once at its beginning (see [transposition.Table.Age]).
type Transpositions interface {
	// Lookup returns the entry stored under key, and whether there is one.
	Lookup(key uint64) (entry Entry, ok bool)

	// Store stores an entry under key. It may replace or drop any entry. weight is the
	// remaining depth or, if the depth is unlimited, the binary logarithm of the number of nodes searched.
	Store(key uint64, entry Entry, weight int)
}

// An Entry is the result of a search of a position, as a [Transpositions] stores it. It takes 16 bytes.
type Entry struct {
	Value float64   // from the point of view of side 0
	Move  uint16    // the number of the best move in the order of Moves, counted from 1; 0 if it is not known
	Depth uint8     // the number of moves searched; 251 if it was not limited
	Bound ply.Bound // what Value is
	Final bool      // whether Value is that of the game played to its end

	// Rarity tells how unlikely the position was when it was searched, in quarters of a binary order of magnitude; 0
	// if no unlikely positions were left out.
	Rarity uint8
}

// A Result is what a search found, and how much work it did.
type Result[M comparable] struct {
	// Status tells why the search ended. If it was cut short, the other fields hold what was found until then.
	Status ply.Status

	// Value is the value of the position for the side to move or, in a position of chance, for side 0: the expected
	// outcome if both sides play best. Bound is [ply.Exact], up to the rounding of sums of floating-point numbers, for
	// a depth that was finished. If the search was cut short before, the value is that of the best move that was
	// searched, and Bound is [ply.AtLeast] or, if there is no such move, [ply.NoBound].
	Value float64
	Bound ply.Bound

	// Final tells whether the value is that of the game played to its end: no line was broken off.
	Final bool

	// Depth is the number of moves that the search looked ahead. It is 0 if that was not limited.
	Depth int

	// Line is a line of best play up to the next position of chance, as far as it is known. Its first move is a best
	// move. It is empty if chance is to move, if the position is finished, or if the search failed.
	Line []M

	// Stats has counts of what the search did.
	Stats

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Move returns the first move of Line. It reports false if there is none, because chance is to move, because the
// position is finished, or because the search failed.
func (r *Result[M]) Move() (m M, ok bool) {
	if len(r.Line) == 0 {
		return m, false
	}
	return r.Line[0], true
}

// Stats counts what a search did.
type Stats struct {
	Nodes      int // positions reached, including the start and those that were evaluated
	Chances    int // nodes of chance whose outcomes were searched
	Leaves     int // nodes that were evaluated
	TableHits  int // nodes found in the table
	TableCuts  int // table hits that made a search of the node unnecessary
	Cutoffs    int // nodes of a side where a move made it unnecessary to search those after it
	ChanceCuts int // nodes of chance where the outcomes searched made it unnecessary to search those after them
	Probes     int // outcomes that Star2 probed
	ProbeCuts  int // nodes of chance where probing made it unnecessary to search (Star2)
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("expectimax: Depth is %d, want 1 to %d moves, or 0 for no limit", o.Depth, mostDepth)
	case !(o.Unlikely >= 0 && o.Unlikely < 1):
		return fmt.Errorf("expectimax: Unlikely is %v, want a probability of 0 or more and less than 1", o.Unlikely)
	case (o.Lowest != 0 || o.Highest != 0) && !(o.Lowest < o.Highest) || math.IsInf(o.Highest-o.Lowest, 0):
		return fmt.Errorf("expectimax: Lowest %v and Highest %v are no range: want finite numbers, Lowest < Highest", o.Lowest, o.Highest)
	case o.TableFrom < 0:
		return fmt.Errorf("expectimax: TableFrom is %d, want a number of moves", o.TableFrom)
	case o.Table != nil && guard.IsNil(o.Table):
		return fmt.Errorf("expectimax: Table is a nil %T", o.Table)
	case o.Table == nil && o.TableFrom > 0:
		return fmt.Errorf("expectimax: TableFrom is set without Table, which it needs")
	case o.Table == nil && o.EqualDepth:
		return fmt.Errorf("expectimax: EqualDepth is set without Table, which it needs")
	}
	return nil
}

// salt returns what tells the keys of a search from those of all searches that may find other values.
func (o *Options[M]) salt(game any, evaluator Evaluator) uint64 {
	question := fmt.Sprintf("expectimax of %T evaluated by %T unlikely %b", game, evaluator, o.Unlikely)
	if e, ok := evaluator.(*outcomes); ok {
		question += fmt.Sprintf(" by %T", e.evaluator)
	}
	return transposition.Hash([]byte(question))
}

// run makes a search, and returns what it found up to its end, or to the error that ended it.
func run[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M], p pruning) (Result[M], error) {
	opt.Deepen = opt.Deepen || opt.Depth == 0 && limits.Time > 0
	var s *searcher[M]
	err := guard.Run(func() string { return s.line() }, func() (err error) {
		if s, err = newSearcher(ctx, g, limits, &opt, p); err != nil {
			return err
		}
		if a, ok := opt.Table.(interface{ Age() }); ok {
			a.Age()
		}
		s.deepen(&opt, limits.Time > 0)
		return s.fault
	})
	if s == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	s.result.Stats, s.result.Elapsed = s.stats, s.Elapsed()
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
		l.Report = func() {
			r := s.result
			r.Status, r.Stats, r.Elapsed = ply.InProgress, s.stats, s.Elapsed()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return l
}
