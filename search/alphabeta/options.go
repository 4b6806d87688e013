package alphabeta

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/transposition"
)

// Options are the options of the searches: the depth, the part of the tree, and the techniques. The zero value with a
// limit plays well: the search deepens and creates its own table. Without a limit, the search continues to the end of
// the game.
//
// Most options change only the time of a search: the value found equals the value that [Minimax] finds. Window, Win,
// Tree, and a Table without EqualDepth can change the value.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, including passes, at most 250. Positions at that depth are evaluated
	// ([ply.Evaluator]). 0 means no limit: every line is searched to the end of the game. This requires a game that is
	// [ply.Acyclic], or Tree.Repetitions. For other games, Depth 0 is an error, except in a search that deepens, where it
	// means 250.
	Depth int

	// Direct searches to Depth at once. By default, a search with a Depth or a limit ([ply.Limits], or a deadline of
	// the context) deepens: it searches to a depth of 1, then 2, and so on up to Depth, or until every line has reached
	// the end of the game. Table entries and move-ordering statistics of each depth make the next depth faster. If the
	// search is cut short, it returns the result of the last finished depth.
	//
	// A search that deepens with a time limit ends early, with status [ply.Decided], if more time cannot change its move.
	// This is so if there is only one legal move. If Win is positive, it is also so if the game is won or lost in fewer
	// moves than the depth searched, or if all moves except the best move lose. A deadline of the context never ends a
	// search early.
	Direct bool

	// Window is the range of values that the search distinguishes: alpha and beta, with alpha < beta. If the value of the
	// position lies outside the window, the search returns only a bound on the value. A window from -1 to 1 finds only who
	// wins, or that the game is a draw, and can need far fewer nodes. The zero value means that all values are
	// distinguished.
	Window [2]int

	// Win, if positive, is the least outcome that is a win. All outcomes of at least Win then have the same value Win, and
	// all outcomes of at most -Win have the value -Win. [Result].Distance is then the number of moves to the win or loss.
	// Since nothing is better than a win, the search ends at the first win that it finds: set Win if all wins of the game
	// are equally good. Evaluations of unfinished positions should be between -Win and Win: an evaluation of Win or more
	// counts as a win in the position evaluated. With Tree.Bounds, a search with Win visits more nodes, because the bounds
	// do not include the distance.
	//
	// If Win is 0, values are compared first and distances second: sooner wins and later losses are better.
	// [AnyDistance] ignores distances.
	Win int

	// Workers is the number of goroutines that search. 0 means 1. Each worker searches on a clone of the game, which must
	// be a [ply.Cloner]. All workers share the table. If EqualDepth is set or the depth is unlimited, several workers find
	// the same value as one worker; otherwise they may find another value. The number of nodes, and which of several best
	// moves is found, differ from run to run.
	//
	// The tree is split by the method "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger 1989). Once
	// the first move of a position has been searched without a cutoff, idle workers search the moves after it. As soon
	// as one of the workers finds a cutoff, all workers leave the position. A worker that waits for others at a
	// position that it has split helps them in the subtree below that position. Two workers are 1.7 to 1.8 times as
	// fast as one in Othello and Connect Four, with up to a tenth more nodes (see the benchmarks of examples/othello
	// and examples/connectfour).
	//
	// Nodes and all other counts are sums over the workers. [ply.Limits].Nodes limits the sum. The sum may exceed the
	// limit by some thousand nodes for each worker.
	Workers int

	// Evaluator, if not nil, returns an evaluator of the positions of g. This evaluator replaces the game's own
	// [ply.Evaluator]; if it is nil, unfinished positions have value 0. Evaluator is called before the search begins: once
	// or, with several Workers, once for each worker, with the worker's clone of the game. The evaluator may keep g and
	// call methods of g that change nothing. The methods of the evaluator are called on the goroutine of the worker, when
	// g is in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Progress, if not nil, is called about ten times a second, and after each depth, with the result so far, whose
	// Status is [ply.InProgress]. Unless the search returns an error, it is called once more with the final result.
	// During a depth, Line begins with the best of the moves searched to that depth, and Value is a lower bound. If no
	// move has been searched to that depth, Line and Value are the results of the depth before. Progress must not keep
	// the slices of results whose Status is InProgress.
	//
	// Progress is called on the goroutine of the caller or, on lines of more than 16,000 moves, on another goroutine.
	// It must not play on the game.
	Progress func(Result[M])

	// Table stores the results of searched positions, under keys derived from their hashes. The game must be a
	// [ply.Hasher]. A position takes 16 bytes. The default Scheme is [transposition.TwoDeep]; several Workers ignore
	// the Scheme.
	//
	// The table may be kept for further searches of the same game, from any position. The keys depend on the options
	// that change values and on the types of the game and of its evaluator, so a search uses only matching entries.
	// Other changes, such as new weights of an evaluation, are not part of the keys: reset the table after such a
	// change.
	//
	// If Table is nil and the game is a Hasher, a search that deepens or has several Workers creates a table of up to
	// 16 MiB, or less if Depth or the limits allow few nodes. [AlphaBeta] by one worker creates no table. A table of
	// size 0 means that the search uses no table.
	Table *transposition.Table

	// Checkpoint, if not nil, stores the state of the search: the table, the counts and the results of the finished
	// depths. [checkpoint.File] is the usual store. A search that continues from a state repeats the interrupted depth;
	// the table makes the repetition fast. The search may have other limits than the interrupted search. The limits
	// apply to the nodes and the time of both searches together.
	Checkpoint checkpoint.Store

	// TableFrom is the least remaining depth at which positions are looked up and stored in the table. 0 means 2, or 3
	// if the evaluator is a [fast.SuccessorEvaluator]: at a lesser remaining depth, a table saves time only if evaluations
	// are slow. 1 means all positions.
	TableFrom int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up before the first is
	// searched (enhanced transposition cutoffs: Schaeffer and Plaat 1996). 0 means 5: at a lesser remaining depth, the
	// lookups take more time than they save. EnhancedFrom applies only to remaining depths greater than TableFrom, in
	// searches to a limited depth without Extend, Repetitions and Width.
	EnhancedFrom int

	// EqualDepth uses only table entries with the result of a search of exactly the required depth. By default, entries
	// of deeper searches are used as well. They are more accurate, but the value can then differ from the value of
	// [Minimax].
	EqualDepth bool

	// Order is the set of techniques that order moves. 0 means TableMove and Ranks if the game is a [Ranker], and
	// otherwise TableMove and Killers.
	Order Ordering

	// OrderFrom is the least remaining depth at which moves are ordered. 0 means 2, or 3 if the evaluator is a
	// [fast.SuccessorEvaluator]. 1 means all positions.
	OrderFrom int

	// Tree defines the part of the tree that is searched. The zero value searches all moves up to Depth.
	Tree Tree

	entries table // Table as opened, or a test's own
	only    []M   // the moves of the start that are searched; nil for all
}

// AnyDistance, as [Options].Win, ignores distances: a win is as good as a sooner win, and a loss as bad as a later
// loss. A search may then delay a win, and does not resist a loss. In a search to a Depth, AnyDistance saves almost
// nothing. In a search to the end of the game without a Window, it saves a few percent of the nodes or, if there are
// wins of many lengths, most of the nodes. AnyDistance suits searches to the end of the game, and games in which only
// the outcome matters.
const AnyDistance = -1

// A Tree defines the part of the tree that a search visits. A search does not use table entries of searches with other
// Trees.
type Tree struct {
	// Bounds calls Bounds of the game ([ply.Bounder]) in every position except the start and the positions at Depth,
	// before the position is looked up in the table. The bounds apply to the value of the game played to its end, which
	// may differ from the value of a search to a limited depth. If both bounds are equal, the position is not searched:
	// it counts as the end of the game, unless Win is positive.
	//
	// If Bounds is slow, for example because the game solves its last moves itself, set TableFrom and OrderFrom to 1:
	// table entries and a better move order then cause more cutoffs, and Bounds is called in fewer positions.
	Bounds bool

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the [ply.Repeater] of the game
	// reports it. In a game that is no Repeater, a position is repeated if its hash already occurs on the current line;
	// this test takes time proportional to the length of the line.
	//
	// With Repetitions, the value of a position depends on the positions before it. A search to a Depth uses the value of
	// a table entry only if the value is certain to apply to the current line. This is so if the entry was stored on a
	// line with the same positions in any order. It is also so if the search that found the value visited no position of
	// the current line. Otherwise the search uses only the move of the entry, for move ordering. With EqualDepth a search
	// therefore finds exactly the value that it finds without a table. In Los Alamos chess to depth 8, the search visits 9
	// % more nodes than a search that uses every entry. With extensions and reductions, it visits a quarter fewer nodes.
	// In endgames with few pieces, it visits up to three times as many nodes. A search of more than 10,000 nodes uses 3.7
	// MB of memory for each worker.
	//
	// A search without a Depth uses every entry, and stores no value that depends on a repetition. It also finds exactly
	// the value that it finds without a table.
	//
	// A [ply.Repeater] also considers the moves before the start of the search, which are not part of the keys of the
	// table. Entries of earlier searches are then used only for move ordering. Repeated should report only repetitions. If
	// Repeated also reports draws by another rule, such as fifty moves without a capture, the value of a position near
	// such a draw can come from another line and be wrong.
	Repetitions bool

	// Symmetric treats positions that are images of one another ([ply.Symmetric]) as the same position in the table.
	Symmetric bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. 0 means that
	// noisy moves are not followed. The value of a position beyond Depth is the greater of its evaluation and the value of
	// the best noisy move. If captures are compulsory, as in draughts, this value is too high for positions in which all
	// captures lose.
	Quiescence int

	// NullMove is the number of plies by which the search after a null move is shallower than after a usual move. 0 means
	// that null moves are not used. A null move gives the turn to the other side ([ply.Passer]). If the value after the
	// null move is still beta or more, the value of the position is assumed to be beta or more. There are never two null
	// moves in a row (Beal 1989; Donninger 1993).
	NullMove int

	// Unverified accepts the result of a null move without verification. By default, a search of the usual moves to the
	// same reduced depth must also find a value of beta or more (Tabibi and Netanyahu 2002).
	Unverified bool

	// Extend lets the game choose the depth after each move ([Extender]). If a move that was searched shallower than
	// usual has a value greater than alpha, it is searched again to full depth. Lines have at most 1000 moves.
	Extend bool

	// Width[side] is the number of moves that are searched in each position with that side to move: the first moves in the
	// order of the search. 0 means all moves. A limited side may have a better move than the search finds. If moves were
	// left out, [Result].Bound is therefore never Exact. If only the side to move at the start of the search is limited,
	// Bound is AtLeast or NoBound. If only the other side is limited, Bound is AtMost or NoBound. If both sides are
	// limited, Bound is NoBound (Cazenave and Helmstetter 2006, section 7.3.7).
	Width [2]int
}

const entryBytes = 16

// withDefaults returns the options with Direct and Table decided.
func (o Options[M]) withDefaults(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, v variant) Options[M] {
	size, limited := hashtable.OwnBytes(ctx, limits, entryBytes)
	o.Direct = o.Direct || o.Depth == 0 && !limited
	_, hashes := g.(ply.Hasher)
	switch {
	case o.Table != nil:
		if hashtable.IsNone(o.Table) {
			o.Table = nil
		}
	case hashes && o.entries == nil && (!saved.IsOff(o.Checkpoint) || o.Workers > 1 || !o.Direct && v != plain):
		switch {
		case !saved.IsOff(o.Checkpoint): // the size must not depend on limits
			size = entryBytes << 20
		case o.Depth > 0: // a tree grows with each move; 16 MiB are enough for a depth of 10
			size = min(size, entryBytes<<10<<min(o.Depth, 10))
		}
		o.Table = transposition.NewTable(size)
	}
	return o
}

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

// salt separates the keys of searches with different games, evaluators or options that change values: Tree and Win.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	return transposition.Hash(fmt.Appendf(nil, "{game:%T evaluator:%T win:%d tree:%+v}", game, evaluator, o.Win, o.Tree))
}
