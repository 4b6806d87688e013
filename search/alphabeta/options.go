package alphabeta

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/transposition"
)

// Options choose how far a search looks ahead and which techniques it uses. With the zero value, a search with a limit plays
// well: it looks ever deeper, with its own table. Without a limit it searches to the end of the game.
//
// Most options change how long a search takes but not the value that it finds, the value of [Minimax]. The
// exceptions are Window, Win, a table without EqualDepth, and Tree. Each describes its effect.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250, including passes. At that depth positions are
	// evaluated ([ply.Evaluator]). 0 means no limit: every line is followed to its end. Then the game must be
	// [ply.Acyclic], or Tree.Repetitions must be set, or the search must deepen, which it does to 250 moves at most.
	Depth int

	// Direct searches to Depth at once. By default, a search with a Depth or a limit ([ply.Limits], or a deadline of the
	// context) deepens: it searches to a depth of one move, then of two, and so on up to Depth, or until every line has
	// reached its end. Each search helps the next with its entries in the table and in the statistics that
	// order moves. If the search is cut short, the result is the result of the last finished depth.
	//
	// With a limit of time, a search that deepens ends early, with status [ply.Decided], once more time cannot change its
	// move: if there is one legal move, or, with Win, if the game is won or lost within Depth of the result or all other
	// moves lose. A deadline of the context does not have this effect.
	Direct bool

	// Window is the range of values that the search tells apart: alpha and beta, with alpha < beta. If the value lies
	// outside, the search returns only a bound on it. A window from -1 to 1 tells only who wins, or that it is a draw, and
	// can take far fewer nodes. The zero value is no window but all values.
	Window [2]int

	// Win, if positive, is the least outcome that is a win. The search then takes all outcomes from Win on for the same win
	// and all from -Win down for the same loss, with no further difference. Value is Win or -Win, and Distance of the result is
	// the number of moves. Evaluations of unfinished positions should be below Win: beyond it they count as won there and
	// then. A search that knows that nothing is better than a win looks no further than the first one found: set Win if all
	// wins of the game are alike. With Bounds it takes more nodes, since a bound does not tell how soon.
	//
	// 0 compares values first and distances second: of two wins with the same outcome, the sooner is better, and of two
	// losses the later. [AnyDistance] compares nothing but values.
	Win int

	// Workers is the number of goroutines that search. 0 means 1. Each searches on a clone of the game, which must be a
	// [ply.Cloner], and all share the table. If EqualDepth is set or the depth is unlimited, they find
	// the same value as one. Which of several best moves they find, and how many nodes that takes, differs from run to run.
	//
	// The tree is split by the method "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger 1989): once the
	// first move of a position has been searched without a cutoff, idle workers take the moves after it, and as soon as one
	// of them causes a cutoff, all leave the position. A worker that has split a position and waits for the others helps
	// them deeper in the tree. Two workers are 1.7 to 1.8 times as fast as one in Othello and Connect Four, with up to a
	// tenth more nodes (see the benchmarks of examples/othello and examples/connectfour). Nodes and all other counts are sums
	// over the workers. [ply.Limits].Nodes limits their sum, to within some thousand nodes for each worker.
	Workers int

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own
	// [ply.Evaluator]. If it returns nil, unfinished positions count as even. It is called once before the search
	// begins, and with several Workers once for each, with that worker's clone of the game. The evaluator may
	// keep g and call methods that change nothing. Its Evaluate is called with g in the position to evaluate,
	// on the goroutine of that worker, and so is its BestSuccessor if it is a [fast.SuccessorEvaluator].
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Progress, if not nil, is called about ten times a second and after each depth with the result up to then, whose
	// Status is [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. In the middle of a depth, Line begins with the best of the moves that were searched to that
	// depth, and Value is a lower bound. If there is no such move yet, both belong to the depth before.
	// Before the last call the slices of the result belong to the search: Progress must not keep them.
	//
	// Progress is called on the goroutine of the caller or, on lines of more than 16,000 moves, on a
	// goroutine that the caller's waits for. It must not play on the game.
	Progress func(Result[M])

	// Table remembers the findings of the search about positions, under keys derived from their hashes. It needs a
	// [ply.Hasher]. A position takes 16 bytes. With the zero Scheme of a table the search takes [transposition.TwoDeep]; the
	// table of several Workers has a scheme of its own.
	//
	// The table may be kept for further searches of the same game, from any position. The options that change
	// values and the types of the game and of its evaluator are part of the keys, so a search finds only
	// entries that answer its own question. A change within these types, such as other weights of an
	// evaluation, is not part of the keys: reset the table after one.
	//
	// If Table is nil, a search that deepens or has several Workers makes a table for itself, if the game is a Hasher. It
	// has up to 16 MiB, and less where Depth or the limits allow few nodes. [AlphaBeta] by one worker makes none. With a
	// table of 0 bytes a search remembers nothing.
	Table *transposition.Table

	// Checkpoint, if not nil, keeps the state of the search: the table, the counts and the results of the depths that were
	// finished. A search that goes on from there searches the depth that was interrupted again, with the help of the table.
	// [checkpoint.File] is the usual one. Limits may differ between the runs; they count the nodes and the time of all.
	Checkpoint checkpoint.Store

	// TableFrom is the least remaining depth at which positions are looked up in the table and stored. 0 means 2, or 3 with a
	// [fast.SuccessorEvaluator]: just before the end of Depth a table costs more than it gains, unless evaluating a
	// position takes long. 1 means everywhere.
	TableFrom int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up before
	// the first is searched, as one of them may be known to be good enough (enhanced transposition cutoffs: Schaeffer
	// and Plaat 1996). 0 means 5: nearer to the end of Depth it costs more than it gains. It is done
	// only above TableFrom, in searches to a depth, and without Extend, Repetitions and Width.
	EnhancedFrom int

	// EqualDepth uses only those entries of the table that tell what a search of exactly the required depth would
	// find. By default, entries of deeper searches are used as well: they are more accurate, but the value may
	// then differ from the value of [Minimax].
	EqualDepth bool

	// Order is the set of techniques that order moves. 0 means TableMove and Ranks or, without a [Ranker], TableMove and
	// Killers.
	Order Ordering

	// OrderFrom is the least remaining depth at which moves are ordered. 0 and 1 mean the same as in TableFrom, for the same
	// reasons.
	OrderFrom int

	// Tree is which part of the tree is searched, and what counts as its end. The zero value is all moves up to Depth.
	Tree Tree

	entries table // what Table was opened as, or a test's own
	only    []M   // the moves of the start that are searched; nil for all
}

// AnyDistance as [Options].Win makes positions of one value alike, however soon the game ends. Then a search may put a win
// off, and does not resist a loss. To a Depth the distance costs nothing worth mentioning. To the end of the game, without
// a Window, it can take a few percent more nodes or, where wins of many lengths compete, several times as many: AnyDistance
// is for such proofs, and for games in which nothing but the outcome counts.
const AnyDistance = -1

// A Tree says which part of the game's tree a search looks at, and what counts as an end of it. Entries of a table that was
// used with another Tree are not found.
type Tree struct {
	// Bounds calls Bounds of the game ([ply.Bounder]) in every position except the start and those at the end of
	// Depth, before the table is consulted. The values are those of the game played to its end, and may differ
	// from the values of a search to a limited depth. A value that Bounds knows for certain counts as the end of the game there,
	// unless Win is positive.
	//
	// If Bounds takes long, for example because the game solves its last moves itself, set TableFrom and OrderFrom to 1. Otherwise a
	// search to a Depth calls Bounds in positions that a better order or the table would have cut off.
	Bounds bool

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the game's [ply.Repeater]
	// reports it or, for other games, if its hash already occurs on the current line; to find that out
	// takes time in proportion to the length of the line.
	//
	// The value of a position then depends on the positions before it. A search to a depth uses a value of the table only
	// on lines where it is certain to hold: if the same positions came before, in any order, or if none of those before was
	// visited to find the value. On other lines it tries the move of the entry first. So with EqualDepth the value is that of
	// a search without a table, and exact. In Los Alamos chess to depth 8 that takes 9 % more nodes than to use every entry, and
	// with extensions and reductions a quarter less; in endgames with few pieces, up to three times as many. From 10,000 nodes
	// on it takes 3.7 MB of memory for each worker. A search without a limit on Depth uses every entry, and stores none
	// that it found by way of a repetition: its value is exact, too.
	//
	// If the game is a [ply.Repeater], moves before the start count, which the keys do not tell. So an entry that was kept
	// from an earlier search gives a move to try first, and no value. Repeated should report nothing but repetitions: near to
	// draws by another rule, such as fifty moves without a capture, a value may belong to another line.
	Repetitions bool

	// Symmetric takes positions that are images of one another ([ply.Symmetric]) for the same position in the table.
	Symmetric bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. The
	// side to move gets the value of the best noisy move or the evaluation of the position as it is, whichever
	// is greater. If captures are compulsory, as in draughts, that is an approximation: a side that must make a losing
	// capture gets the evaluation, as if it might decline. 0 means none.
	Quiescence int

	// NullMove is the number of moves by which searches after a null move are shallower. If giving the turn to the other
	// side ([ply.Passer]) still leads to a value of beta or more, by such a search, the position is assumed to be worth
	// beta or more. Two null moves never follow one another (Beal 1989; Donninger 1993). 0 means no null moves.
	NullMove int

	// Unverified accepts the result of a null move at once. By default, a search of the same reduced depth with
	// real moves must confirm it (Tabibi and Netanyahu 2002).
	Unverified bool

	// Extend lets the game choose which moves are searched deeper or shallower ([Extender]). If a move that was
	// searched shallower turns out better than alpha, it is searched again to full depth. Lines end after 1000
	// moves.
	Extend bool

	// Width limits the moves of a side, given by its number, to the first ones in the order of the search, where it is to
	// move. 0 means all. If one side is limited, its proven outcome is certain; a failure to reach an outcome is not,
	// and the Bound of the result tells so (Cazenave and Helmstetter 2006, section 7.3.7).
	Width [2]int
}

// entryBytes is the size of an entry with its key.
const entryBytes = 16

// withDefaults returns the options as the search decides those left to it: whether it deepens, and whether it has a table.
func (o Options[M]) withDefaults(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, v variant) Options[M] {
	size, limited := hashtable.OwnBytes(ctx, limits, entryBytes)
	o.Direct = o.Direct || o.Depth == 0 && !limited
	_, hashes := g.(ply.Hasher)
	switch {
	case o.Table != nil:
		if hashtable.IsNone(o.Table) {
			o.Table = nil
		}
	case hashes && o.entries == nil && (o.Checkpoint != nil || o.Workers > 1 || !o.Direct && v != plain):
		switch {
		case o.Checkpoint != nil: // the size must not depend on limits
			size = entryBytes << 20
		case o.Depth > 0: // a tree grows with each move; 16 MiB are enough for a depth of 10
			size = min(size, entryBytes<<10<<min(o.Depth, 10))
		}
		o.Table = transposition.NewTable(size)
	}
	return o
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	alpha, beta, tree := o.Window[0], o.Window[1], &o.Tree
	window := o.Window != [2]int{}
	switch {
	case o.Depth < 0 || o.Depth > mostDepth:
		return fmt.Errorf("alphabeta: Depth is %d, want 1 to %d moves, or 0 for no limit", o.Depth, mostDepth)
	case window && (alpha >= beta || alpha < -ply.MaxValue-1 || beta > ply.MaxValue+1):
		return fmt.Errorf("alphabeta: Window is %d, want alpha < beta, within a range of ±%d", o.Window, ply.MaxValue+1)
	case o.Win < AnyDistance || o.Win > ply.MaxValue:
		return fmt.Errorf("alphabeta: Win is %d, want the least outcome of a win, 0 or AnyDistance", o.Win)
	case o.Win > 0 && window && (alpha >= o.Win || beta <= -o.Win):
		return fmt.Errorf("alphabeta: Window is %d, which is beyond Win, which is %d", o.Window, o.Win)
	case o.Workers < 0:
		return fmt.Errorf("alphabeta: Workers is %d, want a number of goroutines or 0 for one", o.Workers)
	case o.Order >= orderings, o.Order&Unordered != 0 && o.Order != Unordered:
		return fmt.Errorf("alphabeta: Order is %#x, want a sum of what orders moves, or Unordered", uint8(o.Order))
	case o.TableFrom < 0:
		return fmt.Errorf("alphabeta: TableFrom is %d, want a number of moves", o.TableFrom)
	case o.OrderFrom < 0:
		return fmt.Errorf("alphabeta: OrderFrom is %d, want a number of moves", o.OrderFrom)
	case o.EnhancedFrom < 0:
		return fmt.Errorf("alphabeta: EnhancedFrom is %d, want a number of moves", o.EnhancedFrom)
	case tree.Quiescence < 0 || tree.Quiescence > mostQuiet:
		return fmt.Errorf("alphabeta: Tree.Quiescence is %d, want 1 to %d moves, or 0 for none", tree.Quiescence, mostQuiet)
	case tree.NullMove < 0:
		return fmt.Errorf("alphabeta: Tree.NullMove is %d, want a number of moves or 0 for none", tree.NullMove)
	case tree.Width[0] < 0 || tree.Width[1] < 0:
		return fmt.Errorf("alphabeta: Tree.Width is %d, want numbers of moves or 0 for all", tree.Width)
	}
	return nil
}

// salt returns a salt that separates the keys of a search from the keys of all searches that may find other values: those with
// other options that change values, or of another type of game, which may have another evaluation. Each option that changes
// values must be in it: Tree, as a whole, and Win.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	return transposition.Hash(fmt.Appendf(nil, "{game:%T evaluator:%T win:%d tree:%+v}", game, evaluator, o.Win, o.Tree))
}
