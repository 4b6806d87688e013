package alphabeta

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Options choose how far a search looks ahead and which techniques it uses. The zero value searches to the end of the game
// without a table.
//
// Most options change how long a search takes but not the value that it finds, which is that of [Minimax]. The
// exceptions are Window, Win, AnyDistance, Table without EqualDepth, and Tree. Each describes its effect.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250, including passes. At that depth positions are
	// evaluated ([ply.EvaluatorOf]). 0 means no limit: every line is followed to its end, and the game must be
	// [ply.Acyclic] or Repetitions must be set.
	Depth int

	// Deepen searches to a depth of one move, then of two, and so on up to Depth, or until every line has
	// reached its end. Each search helps the next with what it leaves in the table and in the statistics that
	// order moves. If the search is cut short, the result is that of the last depth finished.
	//
	// A search with a limit of time ([ply.Limits]) and without Depth deepens in any case. With a limit of time, a search that
	// deepens ends early, with status [ply.Decided], once more time cannot change its move: if there is one legal move, or,
	// with Win, if the game is won or lost within Depth of the result or all other moves lose. A deadline of the context
	// has neither effect.
	Deepen bool

	// Window is the search window. The zero value is unlimited.
	Window Window

	// Win, if not 0, is the least outcome that is a win. The search then takes all outcomes from Win on for the same win and
	// all from -Win down for the same loss, whatever else they tell. Value is Win or -Win, and Distance of the result is
	// the number of moves. Evaluations of unfinished positions should be below Win: beyond it they count as won there and
	// then. A search that knows that nothing is better than a win looks no further than the first one found: set Win if all
	// wins of the game are alike. With Bounds it takes more nodes, since a bound does not tell how soon.
	Win int

	// AnyDistance makes positions of one value alike, however soon the game ends. By default, the value decides first and the
	// distance second: of two wins with the same outcome, the sooner is better, and of two losses the later. Without that,
	// a search may put a win off, and does not resist a loss. To a Depth it costs nothing worth mentioning.
	// To the end of the game, without a Window, it can take a few percent more nodes or, where wins of many lengths
	// compete, several times as many: AnyDistance is for such proofs, and for games in which nothing but the outcome counts.
	AnyDistance bool

	// Progress, if not nil, is called about ten times a second and after each depth with the result up to then, whose
	// Status is [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. In the middle of a depth, Line begins with the best of the moves that were searched to that
	// depth, and Value is a lower bound. If there is no such move yet, both are those of the depth before.
	// Before the last call the slices of the result belong to the search: Progress must not keep them.
	//
	// Progress is called on the goroutine of the caller or, on lines of more than 16,000 moves, on a
	// goroutine that the caller's waits for. It must not play on the game.
	Progress func(Result[M])

	// Workers is the number of goroutines of [Search]. 0 means 1. The other searches refuse more than 1.
	Workers int

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own
	// [ply.Evaluator]. If it returns nil, unfinished positions count as even. It is called once before the search
	// begins; with several Workers [Search] calls it once for each, with that worker's clone of the game. The evaluator may
	// keep g and call methods that change nothing. Its Evaluate is called with g in the position to evaluate,
	// on the goroutine of that worker, and so is its BestSuccessor if it is a [fast.SuccessorEvaluator].
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Ranker, if not nil, returns what ranks the moves of g, which replaces the game's own [Ranker]. It is called
	// like Evaluator, and may return nil for no ranks.
	Ranker func(g ply.AdversarialGame[M]) Ranker[M]

	// Table is what the search remembers. The zero value is nothing.
	Table Table

	// Order is how moves are ordered. The zero value suits most games.
	Order Order

	// Tree is which part of the tree is searched, and what counts as its end. The zero value is all moves up to Depth.
	Tree Tree
}

// A Window is the range of values that a search tells apart, with Alpha < Beta. If the value lies outside, the search
// returns only a bound on it. A window from -1 to 1 tells only who wins, or that it is a draw, and can take far fewer
// nodes. The zero value is no window but all values.
type Window struct {
	Alpha, Beta int
}

// A Table says what a search remembers of the positions that it has searched. The other fields need Entries.
type Table struct {
	// Entries stores what the search finds out about positions, under keys derived from their hashes. Nil means that
	// nothing is remembered. It needs a [ply.Hasher].
	//
	// Entries may be kept for further searches of the same game, from any position. The options that change
	// values and the types of the game and of its evaluator are part of the keys, so a search finds only
	// entries that answer its own question. A change within these types, such as other weights of an
	// evaluation, is not part of the keys: reset the table after one.
	//
	// With several Workers it must be [transposition.Entries], which they share: see [transposition.Concurrent.Entries].
	Entries Transpositions

	// From is the least remaining depth at which positions are looked up and stored. 0 means 2, or 3 with a
	// [fast.SuccessorEvaluator]: just before the end of Depth a table costs more than it gains, unless evaluating a
	// position takes long. 1 means everywhere.
	From int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up before
	// the first is searched, as one of them may be known to be good enough (enhanced transposition cutoffs: Schaeffer
	// and Plaat 1996). 0 means 5: nearer to the end of Depth it costs more than it gains. It is done
	// only above From, in searches to a depth, and without Extend, Repetitions and Width.
	EnhancedFrom int

	// EqualDepth uses only those entries that tell what a search of exactly the required depth would
	// find. By default, entries of deeper searches are used as well: they are more accurate, but the value may
	// then differ from that of [Minimax].
	EqualDepth bool

	// Symmetric stores positions that are images of one another under the same key. It needs a [ply.Symmetric].
	Symmetric bool
}

// An Order says how moves are ordered.
type Order struct {
	// By is the set of techniques. 0 means TableMove and Ranks or, without a [Ranker], TableMove and Killers.
	By Ordering

	// From is the least remaining depth at which moves are ordered. 0 means 2, or 3 with a [fast.SuccessorEvaluator], as
	// ordering costs more than it gains just before the end of Depth. 1 means everywhere.
	From int
}

// A Tree says which part of the game's tree a search looks at, and what counts as an end of it. All that changes the
// value of a position is here: entries of a table that was used with another Tree are not found.
type Tree struct {
	// Bounds calls Bounds of the game ([ply.Bounder]) in every position except the start and those at the end of
	// Depth, before the table is consulted. The values are those of the game played to its end, and may differ
	// from those of a search to a limited depth. What Bounds knows for certain counts as the end of the game there,
	// unless Win is set.
	//
	// If Bounds takes long, for example because the game solves its last moves itself, set Table.From and Order.From to 1.
	// Otherwise a search to a Depth calls Bounds in positions that a better order or the table would have cut off.
	Bounds bool

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the game's [ply.Repeater]
	// reports it or, for other games, if its hash already occurs on the current line; to find that out
	// takes time in proportion to the length of the line.
	//
	// What a position is worth then depends on the positions before it. A search to a depth uses a value of the table only
	// on lines where it is certain to hold: if the same positions came before, in any order, or if none of those before was
	// visited to find the value. On other lines it tries the move of the entry first. So with EqualDepth the value is that of
	// a search without a table, and exact. In Los Alamos chess to depth 8 that takes 9 % more nodes than to use every entry, and
	// with extensions and reductions a quarter less; in endgames with few pieces, up to three times as many. From 10,000 nodes
	// on it takes 3.7 MB of memory for each worker. A search without a limit on Depth uses every entry, and stores none
	// that it found by way of a repetition: its value is exact, too.
	//
	// If the game is a [ply.Repeater], moves before the start count, which the keys do not tell. So an entry that was kept
	// from an earlier search gives a move to try first, and no value. Repeated should report nothing but repetitions: near to
	// draws by another rule, such as fifty moves without a capture, a value may be that of another line.
	Repetitions bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. The
	// side to move gets the value of the best noisy move or the evaluation of the position as it is, whichever
	// is greater. If captures are compulsory, as in draughts, that is an approximation: a side that must make a losing
	// capture gets the evaluation, as if it might decline. 0 means none.
	Quiescence int

	// NullMove is null-move pruning. The zero value is none.
	NullMove NullMove

	// Extend lets the game choose which moves are searched deeper or shallower ([Extender]). If a move that was
	// searched shallower turns out better than alpha, it is searched again to full depth. Lines end after 1000
	// moves.
	Extend bool

	// Width limits the moves of one side. The zero value limits none.
	Width Width
}

// A NullMove says how null moves prune: if giving the turn to the other side ([ply.Passer]) still leads to a value of
// beta or more, by a search whose depth is reduced, the position is assumed to be worth beta or more. Two null moves never
// follow one another (Beal 1989; Donninger 1993).
type NullMove struct {
	// Reduction is the number of moves by which that search is shallower. 0 means no null moves.
	Reduction int

	// Unverified accepts the result of a null move at once. By default, a search of the same reduced depth with
	// real moves must confirm it (Tabibi and Netanyahu 2002).
	Unverified bool
}

// A Width limits the number of moves that are searched in positions where Side is to move, to the first ones in the order
// of the search. The other side's moves are all searched (Cazenave and Helmstetter 2006, section 7.3.7). What Side is found
// to reach is then certain; what it is not found to reach is not, and the Bound of the result tells so.
type Width struct {
	Moves int // 0 means all
	Side  int // 0 or 1
}

// deepens reports whether the search is to deepen: if it is asked to, and if there is a limit on time and none on depth,
// since a single search to the end of the game would be cut short with nothing found.
func (o *Options[M]) deepens(limits ply.Limits) bool {
	return o.Deepen || o.Depth == 0 && limits.Time > 0
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	w, t, tree := o.Window, &o.Table, &o.Tree
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("alphabeta: Depth is %d, want 1 to %d moves, or 0 for no limit", o.Depth, mostDepth)
	case w != Window{} && (w.Alpha >= w.Beta || w.Alpha < -ply.MaxValue-1 || w.Beta > ply.MaxValue+1):
		return fmt.Errorf("alphabeta: Window.Alpha %d and Beta %d are no window: want Alpha < Beta, within a range of ±%d", w.Alpha, w.Beta, ply.MaxValue+1)
	case o.Win < 0 || o.Win > ply.MaxValue:
		return fmt.Errorf("alphabeta: Win is %d, want the least outcome of a win, or 0", o.Win)
	case o.Win > 0 && o.AnyDistance:
		return errors.New("alphabeta: Win makes sooner wins better, and AnyDistance does not: set one of them")
	case o.Win > 0 && w != Window{} && (w.Alpha >= o.Win || w.Beta <= -o.Win):
		return fmt.Errorf("alphabeta: Window.Alpha %d and Beta %d are beyond Win, which is %d", w.Alpha, w.Beta, o.Win)
	case o.Workers < 0:
		return fmt.Errorf("alphabeta: Workers is %d, want a number of goroutines or 0 for one", o.Workers)
	case o.Order.By >= orderings, o.Order.By&Unordered != 0 && o.Order.By != Unordered:
		return fmt.Errorf("alphabeta: Order.By is %#x, want a sum of what orders moves, or Unordered", uint8(o.Order.By))
	case o.Order.From < 0:
		return fmt.Errorf("alphabeta: Order.From is %d, want a number of moves", o.Order.From)
	case t.From < 0:
		return fmt.Errorf("alphabeta: Table.From is %d, want a number of moves", t.From)
	case t.EnhancedFrom < 0:
		return fmt.Errorf("alphabeta: Table.EnhancedFrom is %d, want a number of moves", t.EnhancedFrom)
	case t.Entries != nil && guard.IsNil(t.Entries):
		return errNoTable
	case t.Entries == nil && *t != Table{}:
		return errors.New("alphabeta: Table has no Entries, which its other fields need")
	case tree.Quiescence < 0 || tree.Quiescence > mostQuiet:
		return fmt.Errorf("alphabeta: Tree.Quiescence is %d, want 1 to %d moves, or 0 for none", tree.Quiescence, mostQuiet)
	case tree.NullMove.Reduction < 0:
		return fmt.Errorf("alphabeta: Tree.NullMove.Reduction is %d, want a number of moves or 0 for none", tree.NullMove.Reduction)
	case tree.NullMove.Reduction == 0 && tree.NullMove.Unverified:
		return errors.New("alphabeta: Tree.NullMove has no Reduction, which Unverified needs")
	case tree.Width.Moves < 0:
		return fmt.Errorf("alphabeta: Tree.Width.Moves is %d, want a number of moves or 0 for all", tree.Width.Moves)
	case tree.Width.Side != 0 && tree.Width.Side != 1:
		return fmt.Errorf("alphabeta: Tree.Width.Side is %d, want 0 or 1", tree.Width.Side)
	case tree.Width.Moves == 0 && tree.Width.Side != 0:
		return errors.New("alphabeta: Tree.Width has no Moves, which Side needs")
	}
	return nil
}

// A question is all that the values in a table depend on, besides the position. Each option that changes values must be
// in it: Tree, as a whole, and what stands beside it.
type question struct {
	game, evaluator string // types
	win             int
	anyDistance     bool
	tree            Tree
	symmetric       bool
}

// salt returns what tells the keys of a search from those of all searches that may find other values: those with
// other options that change values, or of another type of game, which may have another evaluation.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	q := question{
		game:        reflect.TypeOf(game).String(),
		evaluator:   reflect.TypeOf(evaluator).String(),
		win:         o.Win,
		anyDistance: o.AnyDistance,
		tree:        o.Tree,
		symmetric:   o.Table.Symmetric,
	}
	return transposition.Hash(fmt.Appendf(nil, "%+v", q))
}
