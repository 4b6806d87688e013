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

// Options are the options of the searches: the depth, the part of the tree, and the techniques. The zero value plays
// well if the search has a limit ([ply.Limits] or a deadline of the context): the search then deepens and creates its
// own table. Without a limit, the search continues to the end of the game.
//
// Most options change only the time of a search: the value found equals the value that [Minimax] finds at the same
// depth. Window, Win, Evaluator and Tree can change the value. A Table can change the value unless EqualDepth is set.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, including passes, at most 250. Positions at that depth are evaluated
	// ([ply.Evaluator]). 0 means no limit: every line is searched to the end of the game.
	//
	// If the game is not [ply.Acyclic], lines can be endless. In such a game, 0 means no limit only if Tree.Repetitions
	// is set. Without Tree.Repetitions, a search that deepens (see Direct) replaces 0 by 250, and any other search
	// returns an error.
	Depth int

	// Direct searches to Depth at once. By default, a search with a Depth or a limit ([ply.Limits], or a deadline of
	// the context) deepens: it searches to a depth of 1, then 2, and so on up to Depth, or until every line has reached
	// the end of the game. Table entries and move-ordering statistics of each depth make the next depth faster. If the
	// search is cut short, it returns the result of the last finished depth.
	//
	// A search that deepens within a time limit ends early, with status [ply.Decided], when more time cannot change its
	// move: for example, if there is only one legal move or, with a positive Win, if all moves except the best move
	// lose. If there is no time limit but the context has a deadline, the search does not end early: it uses the time
	// up to the deadline.
	Direct bool

	// Window is the range of values that the search distinguishes: alpha and beta, with alpha < beta. If the value of the
	// position lies outside the window, the search returns only a bound on the value. A window from -1 to 1 finds only who
	// wins, or that the game is a draw, and can need far fewer nodes. The zero value means that all values are
	// distinguished.
	Window [2]int

	// Win, if positive, is the least outcome that is a win. All outcomes of at least Win then have the same value Win,
	// and all outcomes of at most -Win have the value -Win. Sooner wins and later losses are still better. Set Win if
	// the wins of the game differ only in their length: once a search has found a win, it looks only for sooner wins.
	// Evaluations of unfinished positions should be between -Win and Win, because an evaluation of Win or more counts
	// as a win in the evaluated position.
	//
	// If Win is 0, values are compared first and distances second: of two lines with the same value, the sooner win or
	// the later loss is better. [AnyDistance] ignores distances.
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

	// Evaluator, if not nil, is a function that returns an evaluator of the positions of g. The returned evaluator
	// replaces the game's own [ply.Evaluator]. If the function returns nil, unfinished positions have value 0. The
	// function is called before the search begins: once or, with several Workers, once for each worker, with the
	// worker's clone of the game. The returned evaluator may keep g and call methods of g that change nothing. Its
	// methods are called on the goroutine of the worker, when g is in the position to evaluate.
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Progress, if not nil, is called about ten times a second, and after each depth, with the result so far, whose
	// Status is [ply.InProgress]. Unless the search returns an error, Progress is called once more with the final
	// result. While a depth is being searched, Line begins with the best move found at this depth so far, and Value is
	// a lower bound. Until the first move has been searched to this depth, Line and Value are the results of the
	// previous depth. Progress must not keep the slices of results whose Status is InProgress.
	//
	// Progress is called on the goroutine of the caller or, on lines of more than 16,000 moves, on another goroutine.
	// It must not play on the game.
	Progress func(Result[M])

	// Table stores the results of searched positions, under keys derived from their hashes. The game must be a
	// [ply.Hasher]. A position takes 16 bytes. The default Scheme is [transposition.TwoDeep]. With several Workers, the
	// Scheme is ignored.
	//
	// The table may be kept for further searches of the same game, from any position. The keys depend on the options
	// that change values and on the types of the game and of its evaluator, so a search uses only matching entries.
	// Other changes, such as new weights of an evaluation, are not part of the keys: reset the table after such a
	// change.
	//
	// If Table is nil and the game is a Hasher, a search that deepens or has several Workers creates a table of up to
	// 16 MiB, or less if Depth or the limits allow few nodes. [AlphaBeta] with one worker creates no table. With a
	// Table of size 0, a search uses no table.
	Table *transposition.Table

	// Checkpoint, if not nil, stores the state of the search: the table, the counts and the results of the finished
	// depths. [checkpoint.File] is the usual store. A search that continues from a state repeats the interrupted depth;
	// the table makes the repetition fast. The continued search may have other limits. Its limits apply to the nodes
	// and the time of the interrupted and the continued search together.
	Checkpoint checkpoint.Store

	// TableFrom is the least remaining depth at which positions are looked up and stored in the table. 0 means 2, or 3
	// if the evaluator is a [fast.SuccessorEvaluator]: at a lesser remaining depth, a table saves time only if evaluations
	// are slow. 1 means all positions.
	TableFrom int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up before the first is
	// searched (enhanced transposition cutoffs: Schaeffer and Plaat 1996). 0 means 5: at a lesser remaining depth, the
	// lookups take more time than they save. EnhancedFrom should be greater than TableFrom; otherwise TableFrom + 1 is
	// used instead. Searches to the end of the game and searches with Extend, Repetitions or Width ignore EnhancedFrom.
	EnhancedFrom int

	// EqualDepth uses only table entries with the result of a search of exactly the required depth. By default, entries
	// of deeper searches are used as well. Entries of deeper searches are more accurate, but the value found can then
	// differ from the value of [Minimax].
	EqualDepth bool

	// Order is the set of techniques that order moves. 0 means TableMove and Ranks if the game is a [Ranker], and
	// otherwise TableMove and Killers.
	Order Ordering

	// OrderFrom is the least remaining depth at which moves are ordered. 0 means 2, or 3 if the evaluator is a
	// [fast.SuccessorEvaluator]. 1 means all positions.
	OrderFrom int

	// Tree defines the part of the tree that is searched. The zero value searches all moves up to Depth.
	Tree Tree

	entries table          // Table as opened, or a test's own
	only    []M            // the moves of the start that are searched; nil for all
	learned *experience[M] // by earlier searches, and by this one at its end; nil for none
}

// AnyDistance is a value of [Options].Win. With it, a search ignores distances: a win is as good as a sooner win, and a
// loss as bad as a later loss. A search may then delay a win, or choose a sooner loss. AnyDistance suits games in which
// only the outcome matters.
//
// AnyDistance saves nodes only in searches to the end of the game without a Window. The more the wins of a game differ
// in length, the more nodes it saves: in Othello up to a seventh, in Hex a third, and in Breakthrough four fifths.
const AnyDistance = -1

// A Tree defines the part of the tree that a search visits. A search does not use table entries of searches with other
// Trees.
type Tree struct {
	// Bounds makes the search call Bounds of the game ([ply.Bounder]), in every position except the start and the
	// positions at Depth. A position with equal bounds has a known value, and counts as the end of the game. If
	// Options.Win is positive, such a position can still be searched, because the bounds do not tell the number of
	// moves to a win or a loss.
	//
	// The bounds apply to the value of the position if the game is played to its end. A search to a limited depth can
	// therefore find another value with Bounds than without.
	//
	// If Bounds is slow, for example because the game solves its last moves itself, set TableFrom and OrderFrom to 1:
	// table entries and a better move order then cause more cutoffs, and Bounds is called in fewer positions.
	Bounds bool

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the [ply.Repeater] of the game
	// reports it. In a game that is no Repeater, a position is repeated if its hash already occurs on the current line;
	// this test takes time proportional to the length of the line.
	//
	// With Repetitions, the value of a position depends on the positions before it. A search to a Depth therefore uses
	// the value of a table entry only if the value certainly applies to the current line. Otherwise the search uses
	// only the move of the entry, for move ordering. With EqualDepth, the search finds exactly the value that it finds
	// without a table. The search can visit more nodes than a search that uses every entry: 9 % more in Los Alamos
	// chess to depth 8, and up to three times as many in endgames with few pieces. A search of more than 10,000 nodes
	// uses 3.7 MB of memory for each worker.
	//
	// With Selective, a search to a Depth uses every entry, as chess programs do. Its value can then miss a repetition,
	// or rest on one that only another line has.
	//
	// A search without a Depth uses every entry, and stores no value that depends on a repetition. Its value is exactly
	// the value that it finds without a table.
	//
	// A [ply.Repeater] also considers the moves before the start of the search. The keys of the table do not depend on
	// these moves, so entries of earlier searches are used only for move ordering. Repeated should report only
	// repetitions. If Repeated also reports draws by another rule, such as fifty moves without a capture, the value of
	// a position near such a draw can be wrong.
	Repetitions bool

	// Symmetric treats positions that are images of one another ([ply.Symmetric]) as the same position in the table.
	Symmetric bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. 0 means that
	// noisy moves are not followed. The value of a position beyond Depth is the greater of its evaluation and the value of
	// the best noisy move. If captures are compulsory, as in draughts, this value is too high for positions in which all
	// captures lose.
	Quiescence int

	// NullMove is the number of plies by which the search after a null move is shallower than after a usual move. 0
	// means that null moves are not used. A null move gives the turn to the other side ([ply.Passer]). If the side that
	// passed still has a value of beta or more, the value of the position is assumed to be beta or more. There are
	// never two null moves in a row (Beal 1989; Donninger 1993).
	NullMove int

	// Unverified accepts the result of a null move without verification. By default, the search verifies the result: it
	// searches the usual moves to the same reduced depth, and assumes a value of beta or more only if that search finds
	// one, too (Tabibi and Netanyahu 2002).
	Unverified bool

	// Selective is a margin for each move of the remaining depth, in units of the evaluation, at most [ply.MaxValue]. 0
	// means that evaluations prune nothing. Otherwise the search is selective in four ways (Hoki and Muramatsu 2012):
	//
	//   - Reverse futility pruning: if a position is at most 6 moves before Depth, its window is null, and its
	//     evaluation exceeds beta by the margins of the remaining moves, its value is assumed to be beta or more.
	//   - Futility pruning: if the evaluation of such a position is less than alpha by these margins, the search leaves
	//     out the moves after the first that are not noisy ([Quiescer]).
	//   - Late move pruning: d moves before Depth, at most 6, and with a null window, the search leaves out the moves
	//     after the first 3 + d² that are not noisy.
	//   - Late move reductions: at least 3 moves before Depth, the search looks less far ahead after moves that are
	//     tried late and are not noisy. If the value of such a move exceeds alpha, the move is searched again to the
	//     usual depth.
	//
	// The best margin depends on the evaluation, and some evaluations gain nothing: measure it by matches. A value that
	// rests on a pruned position or move is not Final. A win or a loss that the search finds ([Options].Win) is one,
	// but the search may find it later than a search that is not selective.
	//
	// Selectivity changes nothing in these cases: the evaluation of the position is a win or a loss; the window asks
	// only for a win or for a loss; all moves before lose; Extend returns another number than 0 for the move; the game
	// is a [ply.Passer] and Pass returns false, as in check; the search has no Depth. With an open Window, [AlphaBeta]
	// has no null windows, so it only reduces late moves.
	Selective int

	// Extend lets the game choose the depth after each move ([Extender]). If a move that was searched shallower than
	// usual has a value greater than alpha, it is searched again to full depth. However far moves are extended, no line
	// is longer than 1000 moves.
	Extend bool

	// Width[side] is the number of moves that are searched in each position with that side to move: the first moves in
	// the order of the search. 0 means all moves (Cazenave and Helmstetter 2006, section 7.3.7).
	//
	// If moves were left out, [Result].Bound is never Exact. If only the side to move at the start has a Width, Bound
	// is AtLeast or NoBound. If only the other side has a Width, Bound is AtMost or NoBound. If both sides have a
	// Width, Bound is NoBound.
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
	case tree.Selective < 0 || tree.Selective > ply.MaxValue:
		return fmt.Errorf("alphabeta: Tree.Selective is %d, want a margin of 1 to %d, or 0 for none", tree.Selective, ply.MaxValue)
	case tree.Width[0] < 0 || tree.Width[1] < 0:
		return fmt.Errorf("alphabeta: Tree.Width is %d, want numbers of moves or 0 for all", tree.Width)
	}
	return nil
}

// salt separates the keys of searches with different games, evaluators or options that change values: Tree and Win.
func (o *Options[M]) salt(game any, evaluator ply.Evaluator) uint64 {
	return transposition.Hash(fmt.Appendf(nil, "{game:%T evaluator:%T win:%d tree:%+v}", game, evaluator, o.Win, o.Tree))
}
