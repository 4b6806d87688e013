package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Options are the limits of a search of a two-player game, and the techniques that it uses. The
// zero value searches to the end of the game, with all that orders moves and without a table.
//
// Most options change how long the search takes, not what it finds: the value is that of [Minimax].
// Bounds and the options from Quiescence on do change values, and each says how.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250, passes included. At that depth the
	// position is evaluated ([ply.EvaluatorOf]). 0 means no limit: every line is followed to its
	// end, and the game must be acyclic ([ply.Acyclic]) or Repetitions set.
	Depth int

	// Deepen searches to a depth of one move, of two, and so on up to Depth, or until every line
	// has reached its end. Each search prepares the next by what it leaves in the table and in the
	// statistics of moves. If the search is cut short, the result is that of the last depth
	// finished.
	Deepen bool

	// Alpha and Beta bound the search window. If the value lies outside it, only a bound is
	// returned. If both are 0, the window is unlimited.
	Alpha, Beta int

	// MaxNodes stops the search after this number of nodes, or a few more. 0 means no limit.
	MaxNodes int

	// MaxTime stops the search after about this time. 0 means no limit.
	MaxTime time.Duration

	// Report, if not nil, is called after the search to each depth; without Deepen, that is once.
	Report func(DepthReport)

	// Progress, if not nil, is called about every ProgressEvery, also in the middle of a depth, with the
	// result up to then, whose Status is [ply.InProgress]; and once at the end of a search that does not fail.
	// In the middle of a depth, Line is the best of the moves of the start that were searched to that depth, if
	// there is one yet, and Value is what it is worth at least. The slices of the result are the search's own
	// until the end: Progress must not keep them.
	//
	// Report and Progress are called on the goroutine of the caller or, on lines of thousands of moves, on one
	// that it waits for.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration

	// Workers is the number of goroutines of [Parallel]. 0 means 1. The other searches refuse more than one.
	Workers int

	// Evaluator, if not nil, makes what evaluates the positions of a game, in place of the game's own
	// [ply.Evaluator]. If it returns nil, positions are even until the game is over. It is called once for the
	// game and, in a parallel search, once for each clone.
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Ranker, if not nil, makes what ranks the moves of a game, in place of the game's own [Ranker]. It is called
	// as Evaluator is, and may return nil for no ranks.
	Ranker func(g ply.AdversarialGame[M]) Ranker[M]

	// Table remembers what was found of positions, by their [ply.Hasher]; nil for none. It may be
	// kept for further searches of the same game, from any position. The options that change values
	// and the type of the game are part of the keys, so a search finds only what answers its own
	// question. What the keys cannot tell apart is a change within the game, such as other weights
	// of its evaluation: reset the table after one.
	Table Transpositions

	// TableFrom and OrderFrom are the least remaining depths at which the table is used and moves
	// are ordered. If evaluating a position is cheap, both cost more than they gain just before the
	// end of Depth; 2 is then a good choice. 0 means everywhere. TableFrom needs a Table.
	TableFrom, OrderFrom int

	// EqualDepth uses only those entries of the table that tell what a search of exactly the
	// required depth would find. Otherwise entries of deeper searches are used as well: they tell
	// more, but not what [Minimax] finds. It needs a Table.
	EqualDepth bool

	// Symmetric treats symmetric positions as one in the table. It needs a Table and a
	// [ply.Symmetric].
	Symmetric bool

	// Without leaves out some of what orders moves.
	Without Ordering

	// Bounds asks the game what it knows of the value of a position ([ply.Bounder]), everywhere
	// except at the start and at the end of Depth, before the table is consulted. Such knowledge
	// reaches beyond the depth of the search.
	Bounds bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth,
	// at most 1000. The side to move takes the best of them or the evaluation of the position as
	// it is. 0 means none.
	Quiescence int

	// NullMove, if not 0, assumes that a position is worth Beta or more if that is so after giving
	// the turn to the other side ([Passer]), by a search that is shallower by this number of
	// moves. Two null moves never follow one another (Beal 1989; Donninger 1993).
	NullMove int

	// Unverified trusts the null move at once. Otherwise a search with moves, equally shallow, must
	// confirm it (Tabibi and Netanyahu 2002). It needs NullMove.
	Unverified bool

	// Extend lets the game say which moves are searched deeper or shallower ([Extender]). A
	// move searched shallower that turns out better than expected is searched again at full depth.
	// Extended lines end after 1000 moves.
	Extend bool

	// Width, if not 0, is the number of moves that are searched in a position of side WidthSide,
	// the first in the order of the search (Cazenave and Helmstetter 2006, section 7.3.7; the
	// other side's moves are all searched). What this side can reach is then certain, what it
	// cannot reach is not, and the Bound of the result says so. WidthSide needs a Width.
	Width     int
	WidthSide int

	// Repetitions scores a repeated position as a draw (0). A position is repeated if
	// [Repeater] says so or, for other games, if its hash already occurs on the current line;
	// finding that out takes time in proportion to the length of the line. Scores that depend on a
	// repetition are not stored in Table. Unless the hash includes the positions since the last
	// irreversible move, a Table can still return scores that belong to another line; the result
	// is then exact only if Repeated is 0.
	Repetitions bool
}

var errNoTable = errors.New("alphabeta: no table given")

// Transpositions remembers what was found of positions. A [transposition.Table] of
// [transposition.Entry] implements it, for which TwoDeep is a good scheme, and so do
// [transposition.Entries], the access to a table that several searches share. The weight is the depth,
// or for a table of a scheme by nodes the number of nodes.
type Transpositions interface {
	Lookup(key uint64) (entry transposition.Entry, ok bool)
	Store(key uint64, entry transposition.Entry, weight int)
}

// An Result is what a search of a two-player game found and what that took.
type Result[M comparable] struct {
	// Status says why the search ended. If it was cut short, the other fields hold what was found
	// up to then.
	Status ply.Status

	// Value is the value of the position for the side to move. Bound says whether that is exact, a
	// lower bound or an upper bound; NoBound means that nothing was found.
	Value int
	Bound ply.Bound

	// Final says that the value is that of the game played to its end: no line was broken off.
	Final bool

	// Depth is the number of moves that were looked ahead; 0 if that was not limited.
	Depth int

	// Line is the line of best play of both sides, as far as it is known. Its first move is a best
	// one or, if Bound is AtLeast, one that is worth Value or more. If Bound is AtMost, it begins with the
	// move that was tried first.
	Line []M

	// Depths reports on every depth that was searched.
	Depths []DepthReport

	// Stats counts what happened.
	Stats

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

// Stats are what a search counts.
type Stats struct {
	Nodes      int // positions reached, the start and those evaluated included
	Leaves     int // of which were evaluated
	Quiet      int // positions reached beyond Depth
	TableHits  int // positions found in the table
	TableCuts  int // of which needed no search
	KnownCuts  int // positions that the game knew enough of (ply.Bounder)
	Cutoffs    int // positions where a move was good enough not to search the others
	FirstMove  int // of which by the first move
	NullMoves  int // null moves tried
	NullCuts   int // of which cut off the position
	Researches int // moves searched again, with a wider window or deeper
	Repeated   int // positions repeated
	Splits     int // positions whose moves were shared (Parallel)
}

// Search finds the value of a position and a best move. It searches depth first, and leaves a
// position as soon as one side has a better choice earlier in the line (Knuth and Moore 1975, in the
// negamax form and with the fail-soft bounds of Fishburn 1983). If the best moves are tried first, it
// searches about the square root of the number of positions that [Minimax] does.
//
// It takes memory in proportion to the longest line, about 750 bytes a move, and can search lines of millions
// of moves. Once it has that memory, it allocates nothing.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	return searchWindows[M](ctx, g, opt, func(s *negamax[M], depth, _ int) {
		s.pass(depth, s.lowest, s.highest)
	})
}

// searchWindows is what the searches of the alpha-beta family have in common. They differ in how they
// search to one depth, by passes with different windows, given the value found at the depth before.
func searchWindows[M comparable](ctx context.Context, g ply.AdversarialGame[M], opt Options[M],
	search func(s *negamax[M], depth, guess int)) (Result[M], error) {
	return searchAlone[M](ctx, g, opt, func(s *negamax[M]) {
		if a, ok := opt.Table.(interface{ Age() }); ok {
			a.Age()
		}
		s.deepen(&opt, search)
	})
}

// searchAlone has one goroutine search, and returns what that found.
func searchAlone[M comparable](ctx context.Context, g ply.AdversarialGame[M], opt Options[M],
	search func(s *negamax[M])) (Result[M], error) {
	var s *negamax[M]
	err := guard.Run(func() string { return s.line() }, func() (err error) {
		if opt.Workers > 1 {
			return fmt.Errorf("alphabeta: Workers is %d, but only Parallel has more than one", opt.Workers)
		}
		if s, err = newNegamax(ctx, g, &opt); err != nil {
			return err
		}
		search(s)
		s.ensureLine()
		return s.fault
	})
	return s.outcome(&opt, err)
}

// salt returns what tells the keys of a search from those of all searches that may find other values: those with
// other options that change values, or of another type of game, which may have another evaluation.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	question := fmt.Sprintf("%T evaluated by %T quiescence %d null %d %t extend %t width %d %d repetitions %t bounds %t symmetric %t", game, evaluator,
		o.Quiescence, o.NullMove, o.Unverified, o.Extend, o.Width, o.WidthSide, o.Repetitions, o.Bounds, o.Symmetric)
	return transposition.Hash([]byte(question))
}

// evaluatorOf returns what evaluates the positions of a game.
func evaluatorOf[M comparable](g ply.AdversarialGame[M], opt *Options[M]) ply.Evaluator {
	if opt.Evaluator == nil {
		return ply.EvaluatorOf(g)
	}
	if e := opt.Evaluator(g); e != nil {
		return e
	}
	// Only the methods of the interface are left, so the game is no Evaluator.
	return ply.EvaluatorOf(struct{ ply.AdversarialGame[M] }{g})
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
	case o.Without >= orderings:
		return fmt.Errorf("alphabeta: Without is %#x, want a sum of what orders moves", uint8(o.Without))
	case o.TableFrom < 0:
		return fmt.Errorf("alphabeta: TableFrom is %d, want a number of moves", o.TableFrom)
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
	case o.Table != nil && isNil(o.Table):
		return errNoTable
	}
	for _, dependent := range []struct {
		set           bool
		option, needs string
		has           bool
	}{
		{o.TableFrom > 0, "TableFrom", "Table", o.Table != nil},
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
