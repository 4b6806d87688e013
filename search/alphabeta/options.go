package alphabeta

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Options choose how far a search looks ahead, when it stops, and which techniques it uses. The zero value searches
// to the end of the game without a table.
//
// Most options change how long a search takes but not the value that it finds, which is that of [Minimax]. The
// exceptions are Alpha and Beta, Table without EqualDepth, Bounds, and all options from Quiescence on. Each describes
// its effect.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250, including passes. At that depth positions are
	// evaluated ([ply.EvaluatorOf]). 0 means no limit: every line is followed to its end, and the game must be
	// [ply.Acyclic] or Repetitions must be set.
	Depth int

	// Deepen searches to a depth of one move, then of two, and so on up to Depth, or until every line has
	// reached its end. Each search helps the next with what it leaves in the table and in the statistics that
	// order moves. If the search is cut short, the result is that of the last depth finished.
	Deepen bool

	// Alpha and Beta are the search window, with Alpha < Beta. If the value lies outside the window, the search
	// returns only a bound on it. If both are 0, the window is unlimited. A window from -1 to 1 tells only who wins,
	// or that it is a draw, and can take far fewer nodes.
	Alpha, Beta int

	// MaxNodes stops the search after that number of nodes, or a few more. 0 means no limit.
	MaxNodes int

	// MaxTime stops the search after about that time. The search looks at the clock about every millisecond, but
	// not within a method of the game. 0 means no limit.
	MaxTime time.Duration

	// Report, if not nil, is called after the search to each depth. Without Deepen, that is once.
	Report func(DepthReport[M])

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. In the middle of a depth, Line begins with the best of the moves that were searched to that
	// depth, and Value is a lower bound. If there is no such move yet, both are those of the depth before.
	// Before the last call the slices of the result belong to the search: Progress must not keep them.
	//
	// Report and Progress are called on the goroutine of the caller or, on lines of more than 16,000 moves, on a
	// goroutine that the caller's waits for. They must not play on the game.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration

	// Workers is the number of goroutines of [Parallel]. 0 means 1. The other searches refuse more than 1.
	Workers int

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own
	// [ply.Evaluator]. If it returns nil, unfinished positions count as even. It is called once before the search
	// begins; [Parallel] calls it once for each worker, with that worker's clone of the game. The evaluator may
	// keep g and call methods that change nothing. Its Evaluate is called with g in the position to evaluate,
	// on the goroutine of that worker, and so is its BestSuccessor if it is a [ply.SuccessorEvaluator].
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Ranker, if not nil, returns what ranks the moves of g, which replaces the game's own [Ranker]. It is called
	// like Evaluator, and may return nil for no ranks.
	Ranker func(g ply.AdversarialGame[M]) Ranker[M]

	// Table stores what the search finds out about positions, under keys derived from their hashes. Nil means no table.
	// It needs a [ply.Hasher].
	//
	// The table may be kept for further searches of the same game, from any position. The options that change
	// values and the types of the game and of its evaluator are part of the keys, so a search finds only
	// entries that answer its own question. A change within these types, such as other weights of an
	// evaluation, is not part of the keys: reset the table after one.
	Table Transpositions

	// TableFrom and OrderFrom are the least remaining depths at which the table is used and moves are ordered. 0
	// means 2, or 3 with a [ply.SuccessorEvaluator]: just before the end of Depth both cost more than they gain,
	// unless evaluating a position takes long. 1 means everywhere. TableFrom needs a Table.
	TableFrom, OrderFrom int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up in the table before
	// the first is searched, as one of them may be known to be good enough (enhanced transposition cutoffs: Schaeffer
	// and Plaat 1996). 0 means 5: nearer to the end of Depth it costs more than it gains. It needs a Table, and is done
	// only above TableFrom, in searches to a depth, and without Extend, Repetitions and Width.
	EnhancedFrom int

	// EqualDepth uses only those entries of the table that tell what a search of exactly the required depth would
	// find. By default, entries of deeper searches are used as well: they are more accurate, but the value may
	// then differ from that of [Minimax]. It needs a Table.
	EqualDepth bool

	// Symmetric stores positions that are images of one another under the same key. It needs a Table and a
	// [ply.Symmetric].
	Symmetric bool

	// Ordering is the set of techniques for ordering moves that the search uses. 0 means TableMove and Ranks or,
	// without a [Ranker], TableMove and Killers.
	Ordering Ordering

	// Bounds calls Bounds of the game ([ply.Bounder]) in every position except the start and those at the end of
	// Depth, before the table is consulted. The values are those of the game played to its end, and may differ
	// from those of a search to a limited depth.
	Bounds bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. The
	// side to move gets the value of the best noisy move or the evaluation of the position as it is, whichever
	// is greater. 0 means none.
	Quiescence int

	// NullMove, if not 0, is the reduction of null-move pruning: if giving the turn to the other side ([ply.Passer])
	// still leads to a value of beta or more, by a search whose depth is reduced by NullMove, the position is
	// assumed to be worth beta or more. Two null moves never follow one another (Beal 1989; Donninger 1993).
	NullMove int

	// Unverified accepts the result of a null move at once. By default, a search of the same reduced depth with
	// real moves must confirm it (Tabibi and Netanyahu 2002). It needs NullMove.
	Unverified bool

	// Extend lets the game choose which moves are searched deeper or shallower ([Extender]). If a move that was
	// searched shallower turns out better than alpha, it is searched again to full depth. Lines end after 1000
	// moves.
	Extend bool

	// Width, if not 0, limits the number of moves that are searched in positions where side WidthSide is to move,
	// to the first ones in the order of the search. The other side's moves are all searched (Cazenave and
	// Helmstetter 2006, section 7.3.7). What side WidthSide is found to reach is then certain; what it is not
	// found to reach is not, and the Bound of the result tells so. WidthSide needs a Width.
	Width     int
	WidthSide int

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the game's [Repeater]
	// reports it or, for other games, if its hash already occurs on the current line; to find that out
	// takes time in proportion to the length of the line. Scores that depend on a
	// repetition are not stored in Table. Unless the hash includes the positions since the last
	// irreversible move, a Table can still return scores that belong to another line; the result
	// is then exact only if Repeated is 0.
	Repetitions bool
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("alphabeta: Depth is %d, want 1 to %d moves, or 0 for no limit", o.Depth, mostDepth)
	case (o.Alpha != 0 || o.Beta != 0) && (o.Alpha >= o.Beta || o.Alpha < -ply.MaxValue-1 || o.Beta > ply.MaxValue+1):
		return fmt.Errorf("alphabeta: Alpha %d and Beta %d are no window: want Alpha < Beta, within a range of ±%d", o.Alpha, o.Beta, ply.MaxValue+1)
	case o.MaxNodes < 0:
		return fmt.Errorf("alphabeta: MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
	case o.MaxTime < 0:
		return fmt.Errorf("alphabeta: MaxTime is %v, want a duration or 0 for no limit", o.MaxTime)
	case o.ProgressEvery < 0:
		return fmt.Errorf("alphabeta: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.Workers < 0:
		return fmt.Errorf("alphabeta: Workers is %d, want a number of goroutines or 0 for one", o.Workers)
	case o.Ordering >= orderings, o.Ordering&Unordered != 0 && o.Ordering != Unordered:
		return fmt.Errorf("alphabeta: Ordering is %#x, want a sum of what orders moves, or Unordered", uint8(o.Ordering))
	case o.TableFrom < 0:
		return fmt.Errorf("alphabeta: TableFrom is %d, want a number of moves", o.TableFrom)
	case o.EnhancedFrom < 0:
		return fmt.Errorf("alphabeta: EnhancedFrom is %d, want a number of moves", o.EnhancedFrom)
	case o.OrderFrom < 0:
		return fmt.Errorf("alphabeta: OrderFrom is %d, want a number of moves", o.OrderFrom)
	case o.Quiescence < 0 || o.Quiescence > mostQuiet:
		return fmt.Errorf("alphabeta: Quiescence is %d, want 1 to %d moves, or 0 for none", o.Quiescence, mostQuiet)
	case o.NullMove < 0:
		return fmt.Errorf("alphabeta: NullMove is %d, want a number of moves or 0 for none", o.NullMove)
	case o.Width < 0:
		return fmt.Errorf("alphabeta: Width is %d, want a number of moves or 0 for all", o.Width)
	case o.WidthSide != 0 && o.WidthSide != 1:
		return fmt.Errorf("alphabeta: WidthSide is %d, want 0 or 1", o.WidthSide)
	case o.Table != nil && guard.IsNil(o.Table):
		return errNoTable
	}
	for _, dependent := range []struct {
		set           bool
		option, needs string
		has           bool
	}{
		{o.TableFrom > 0, "TableFrom", "Table", o.Table != nil},
		{o.EnhancedFrom > 0, "EnhancedFrom", "Table", o.Table != nil},
		{o.EqualDepth, "EqualDepth", "Table", o.Table != nil},
		{o.Symmetric, "Symmetric", "Table", o.Table != nil},
		{o.Unverified, "Unverified", "NullMove", o.NullMove > 0},
		{o.WidthSide > 0, "WidthSide", "Width", o.Width > 0},
	} {
		if dependent.set && !dependent.has {
			return fmt.Errorf("alphabeta: %s is set without %s, which it needs", dependent.option, dependent.needs)
		}
	}
	return nil
}

// salt returns what tells the keys of a search from those of all searches that may find other values: those with
// other options that change values, or of another type of game, which may have another evaluation.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	question := fmt.Sprintf("%T evaluated by %T quiescence %d null %d %t extend %t width %d %d repetitions %t bounds %t symmetric %t", game, evaluator,
		o.Quiescence, o.NullMove, o.Unverified, o.Extend, o.Width, o.WidthSide, o.Repetitions, o.Bounds, o.Symmetric)
	return transposition.Hash([]byte(question))
}
