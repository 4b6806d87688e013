package search

import (
	"context"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// An AdversarialGame is what the searches for two sides search: from the present position on. They
// play on it and leave it as it was.
type AdversarialGame[M comparable] interface {
	ply.Game[M]
	ply.Adversarial
}

// AlphaBetaOptions bound a search of a game of two sides, and say how it is done. The zero value
// searches to the end of the game, with all that orders moves and without a table.
//
// Most options change how long the search takes, and not what it finds: the value is that of
// [Minimax]. Those from Quiescence on do change values, and each says how.
type AlphaBetaOptions struct {
	// Depth is the number of moves to look ahead, at most 250, passes included. There the position
	// is evaluated ([ply.EvaluatorOf]). 0 is no bound: every line is followed to its end.
	Depth int

	// Deepen searches to a depth of one move, of two, and so on up to Depth, or until all lines
	// have come to their end. Each search prepares the next by what it leaves in the table and in
	// the statistics of moves, and cut short, the result is that of the last one finished.
	Deepen bool

	// Alpha and Beta are the window: a value of Alpha or less need only be known to be that, and
	// likewise one of Beta or more. Both 0 stand for no window.
	Alpha, Beta int

	// MaxNodes stops the search after so many nodes, or a few more. 0 is no bound.
	MaxNodes int

	// MaxTime stops the search after about that time. 0 is no bound.
	MaxTime time.Duration

	// Report, if not nil, is called whenever a search to some depth has come to its end.
	Report func(DepthReport)

	// Table remembers what was found of positions, by [ply.Hasher]; nil for none. It can be kept
	// for the next search, of the same game with the same options that change values.
	Table Transpositions

	// TableFrom and OrderFrom are the depths, left to be looked ahead, from which on the table is
	// used and moves are put in order. Where evaluating a position is cheap, that costs more than
	// it gains just before the end of Depth; then 2 is a good choice. 0 is everywhere.
	TableFrom, OrderFrom int

	// EqualDepth uses entries of the table only where they tell what a search of the very depth
	// that is wanted would find. Otherwise those of deeper searches are used as well: they tell
	// more, but not what minimax does.
	EqualDepth bool

	// Symmetric takes symmetric positions for one in the table. It needs a [ply.Symmetric].
	Symmetric bool

	// Without leaves out some of what orders moves.
	Without Ordering

	// Bounds asks the game what it knows of the value of a position ([ply.Bounder]), everywhere but
	// at the start and at the end of Depth, before the table is asked. Such knowledge reaches
	// beyond the depth of the search.
	Bounds bool

	// Quiescence follows noisy moves ([ply.Quiescer]) for up to so many moves beyond Depth. The
	// side to move takes the best of them or the evaluation of the position as it is. 0 is none.
	Quiescence int

	// NullMove, if not 0, takes the value of a position for Beta or more if that is so after giving
	// the turn to the other side ([ply.Passer]), by a search that is shallower by so many moves.
	// Two null moves never follow one another. (Beal 1989; Donninger 1993.)
	NullMove int

	// Unverified believes the null move at once. Otherwise a search with moves, shallower by as
	// many, must confirm it (Tabibi and Netanyahu 2002).
	Unverified bool

	// Extend lets the game say which moves are searched deeper or shallower ([ply.Extender]). A
	// move searched shallower that turns out better than expected is searched again in full depth.
	// Extended lines end after 1000 moves.
	Extend bool

	// Width, if not 0, is the number of moves that are looked at in a position of side WidthSide,
	// the first in the order of the search (Cazenave and Helmstetter 2006, section 7.3.7; the
	// other side's moves are all looked at). What this side can reach is then certain, what it
	// cannot reach is not, and the Bound of the result says so.
	Width     int
	WidthSide int

	// Repetitions takes a position that is repeated for a draw, of value 0. Whether it is, a
	// [ply.Repeater] says; of other games, the hash must have been met on the line since the
	// start. Values then depend on the line that led to a position; what a repetition had a part in
	// is not put into the table. With a table the value is still that of [Minimax] with the same rule
	// if the hash tells apart what repetitions depend on, as one that takes in all positions of the
	// line since the last move that cannot be undone. Otherwise what is found in the table may belong
	// to another line, and the value is certain only where Repeated of the result is 0: it is that of
	// the game without the rule.
	Repetitions bool
}

// Transpositions remembers what was found of positions. A [transposition.Table] of
// [transposition.Entry] is one, for which TwoDeep is a good scheme; and [transposition.Entries] are the
// access to one that several searches share. The weight is the depth, or for a table of a scheme by
// nodes the number of nodes.
type Transpositions interface {
	Lookup(key uint64) (entry transposition.Entry, ok bool)
	Store(key uint64, entry transposition.Entry, weight int)
}

// An AlphaBetaResult is what a search of a game of two sides found and what that took.
type AlphaBetaResult[M comparable] struct {
	// Status says why the search ended. Cut short, the rest is what was found up to then.
	Status ply.Status

	// Value is the value of the position for the side to move, as Bound says: that, or at least
	// that, or at most. NoBound says that nothing was found.
	Value int
	Bound ply.Bound

	// Final says that the value is that of the game played to its end: no line was broken off.
	Final bool

	// Depth is the number of moves that were looked ahead; 0 if Options.Depth was no bound.
	Depth int

	// Line is the line of best play of both sides, as far as it is known. It begins with a best
	// move, or with one that is good enough for Bound; where AtMost is all that is known, with the
	// one tried first.
	Line []M

	// Depths reports on every depth that was searched.
	Depths []DepthReport

	// AlphaBetaStats counts what happened.
	AlphaBetaStats

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// A DepthReport is the result of the search to one depth.
type DepthReport struct {
	Depth   int
	Value   int
	Bound   ply.Bound
	Final   bool
	Nodes   int           // of this depth alone
	Elapsed time.Duration // of this depth alone
}

// AlphaBetaStats are what a search counts.
type AlphaBetaStats struct {
	Nodes      int // positions reached, the start and those evaluated included
	Leaves     int // of which were evaluated
	Quiet      int // positions reached beyond Depth
	TableHits  int // positions found in the table
	TableCuts  int // of which needed no search
	KnownCuts  int // positions that the game knew enough of (ply.Bounder)
	Cutoffs    int // positions where a move was good enough not to look at others
	FirstMove  int // of which by the first move
	NullMoves  int // null moves tried
	NullCuts   int // of which cut off the position
	Researches int // moves searched again, with a wider window or deeper
	Repeated   int // positions repeated
	Splits     int // positions whose moves were shared (ParallelAlphaBeta)
}

// AlphaBeta finds the value of a position and a best move. It searches depth first, and leaves a
// position as soon as one side has a better choice before (Knuth and Moore 1975, in the negamax form
// and with the fail-soft bounds of Fishburn 1983). If the best moves are tried first, of b moves in each
// position it looks at about the square root of what [Minimax] does.
func AlphaBeta[M comparable](ctx context.Context, g AdversarialGame[M], opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	return searchWindows(ctx, g, opt, func(s *negamax[M], depth, _ int) {
		s.pass(depth, s.lowest, s.highest)
	})
}

// searchWindows is what the searches of the alpha-beta family have in common. They differ in how they
// search to one depth, by passes of different windows, given the value found at the depth before.
func searchWindows[M comparable](ctx context.Context, g AdversarialGame[M], opt AlphaBetaOptions,
	search func(s *negamax[M], depth, guess int)) (AlphaBetaResult[M], error) {
	s, err := newNegamax(ctx, g, &opt)
	if err != nil {
		return AlphaBetaResult[M]{Status: ply.Failed}, err
	}
	if a, ok := opt.Table.(interface{ Age() }); ok {
		a.Age()
	}
	s.deepen(&opt, search)
	return s.finish(), nil
}

// check returns an error that names the option at fault.
func (o *AlphaBetaOptions) check() error {
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("search: Depth is %d, want 1 to %d moves, or 0 for no bound", o.Depth, mostDepth)
	case (o.Alpha != 0 || o.Beta != 0) && (o.Alpha >= o.Beta || o.Alpha < -ply.MaxValue-1 || o.Beta > ply.MaxValue+1):
		return fmt.Errorf("search: Alpha %d and Beta %d are no window: want Alpha < Beta, within a range of ±%d", o.Alpha, o.Beta, ply.MaxValue+1)
	case o.MaxNodes < 0:
		return fmt.Errorf("search: MaxNodes is %d, want a number of nodes or 0 for no bound", o.MaxNodes)
	case o.MaxTime < 0:
		return fmt.Errorf("search: MaxTime is %v, want a duration or 0 for no bound", o.MaxTime)
	case o.Without >= orderings:
		return fmt.Errorf("search: Without is %#x, want a sum of what orders moves", uint8(o.Without))
	case o.TableFrom < 0:
		return fmt.Errorf("search: TableFrom is %d, want a number of moves", o.TableFrom)
	case o.OrderFrom < 0:
		return fmt.Errorf("search: OrderFrom is %d, want a number of moves", o.OrderFrom)
	case o.Quiescence < 0:
		return fmt.Errorf("search: Quiescence is %d, want a number of moves or 0 for none", o.Quiescence)
	case o.NullMove < 0:
		return fmt.Errorf("search: NullMove is %d, want a number of moves or 0 for none", o.NullMove)
	case o.Width < 0:
		return fmt.Errorf("search: Width is %d, want a number of moves or 0 for all", o.Width)
	case o.WidthSide != 0 && o.WidthSide != 1:
		return fmt.Errorf("search: WidthSide is %d, want 0 or 1", o.WidthSide)
	case o.Table != nil && isNil(o.Table):
		return errNoMemory
	}
	return nil
}
