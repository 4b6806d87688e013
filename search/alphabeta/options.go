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

// Options choose the depth of a search and its techniques. The zero value with a limit plays well: it deepens, with its
// own table. Without a limit it searches to the end of the game.
//
// Most options change the time of a search, not its value, which equals [Minimax]. Exceptions are Window, Win, a table
// without EqualDepth, and Tree.
type Options[M comparable] struct {
	// Depth is the number of moves to look ahead, at most 250, including passes. At that depth positions are evaluated
	// ([ply.Evaluator]). 0 means no limit: every line is followed to its end. The game must then be [ply.Acyclic], or
	// Tree.Repetitions set, or the search must deepen, which it does to 250 moves at most.
	Depth int

	// Direct searches to Depth at once. By default, a search with a Depth or a limit ([ply.Limits], or a deadline of the
	// context) deepens: it searches to a depth of 1, then 2, and so on up to Depth, or until every line has reached its
	// end. Each depth helps the next by its table entries and move-ordering statistics. If cut short, it returns the last
	// finished depth.
	//
	// With a time limit, a search that deepens ends early, with status [ply.Decided], once more time cannot change its
	// move: if there is one legal move, or, with Win, if the game is won or lost within Depth of the result or all other
	// moves lose. A deadline of the context does not have this effect.
	Direct bool

	// Window is the range of values that the search distinguishes: alpha and beta, with alpha < beta. If the value lies
	// outside, the search returns only a bound. A window from -1 to 1 tells only who wins, or that it is a draw, and can
	// take far fewer nodes. The zero value stands for all values.
	Window [2]int

	// Win, if positive, is the least outcome that is a win. All outcomes of at least Win are then the same win, all of at
	// most -Win the same loss. Value is Win or -Win, and Distance of the result is the number of moves. Evaluations of
	// unfinished positions should be below Win: at Win or beyond they count as won there and then. As nothing is better
	// than a win, the search looks no further than the first one found: set Win if all wins of the game are alike. With
	// Bounds it takes more nodes, since a bound does not include the distance.
	//
	// 0 compares values first and distances second: sooner wins and later losses are better. [AnyDistance] ignores
	// distances.
	Win int

	// Workers is the number of goroutines that search. 0 means 1. Each searches on a clone of the game, which must be a
	// [ply.Cloner], and all share the table. If EqualDepth is set or the depth is unlimited, they find the same value as
	// one. The number of nodes, and which of several best moves they find, differ from run to run.
	//
	// The tree is split by the method "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger 1989): once the
	// first move of a position has been searched without a cutoff, idle workers take the moves after it, and as soon as
	// one of them causes a cutoff, all leave the position. A worker waiting at its split position helps deeper in the
	// tree. Two workers are 1.7 to 1.8 times as fast as one in Othello and Connect Four, with up to a tenth more nodes
	// (see the benchmarks of examples/othello and examples/connectfour). Nodes and all other counts are sums over the
	// workers. [ply.Limits].Nodes limits the sum, to within some thousand nodes for each worker.
	Workers int

	// Evaluator, if not nil, returns the evaluator of the positions of g, which replaces the game's own [ply.Evaluator].
	// If it returns nil, unfinished positions count as even. It is called once before the search begins; with several
	// Workers once for each, with that worker's clone of the game. The evaluator may keep g and call methods that change
	// nothing. Its methods are called with g in the position to evaluate, on the goroutine of that worker.
	Evaluator func(g ply.AdversarialGame[M]) ply.Evaluator

	// Progress, if not nil, is called about ten times a second and after each depth with the result so far, whose Status
	// is [ply.InProgress], and once more with the final result, unless the search returns an error. In the middle of a
	// depth, Line begins with the best of the moves searched to that depth, and Value is a lower bound. If there is no
	// such move yet, both belong to the depth before. Progress must not keep the slices of earlier results.
	//
	// On lines of more than 16,000 moves it is called on another goroutine. It must not play on the game.
	Progress func(Result[M])

	// Table stores the results of searched positions, under keys derived from their hashes. It needs a [ply.Hasher]. A
	// position takes 16 bytes. The default Scheme is [transposition.TwoDeep]; several Workers ignore it.
	//
	// The table may be kept for further searches of the same game, from any position. The keys depend on the options that
	// change values and on the types of the game and its evaluator, so a search finds only matching entries. Other
	// changes, such as new weights of an evaluation, are not part of the keys: reset the table after one.
	//
	// If Table is nil and the game is a Hasher, a deepening or parallel search makes a table of up to 16 MiB, less if
	// Depth or the limits allow few nodes. [AlphaBeta] by one worker makes none. A size of 0 means no table.
	Table *transposition.Table

	// Checkpoint, if not nil, keeps the state of the search: the table, the counts and the results of the depths that were
	// finished. A search that goes on from there searches the depth that was interrupted again, with the help of the table.
	// [checkpoint.File] is the usual one. Limits may differ between the runs; they count the nodes and the time of all.
	Checkpoint checkpoint.Store

	// TableFrom is the least remaining depth at which positions are looked up and stored. 0 means 2, or 3 with a
	// [fast.SuccessorEvaluator]: nearer to the end tables only pay if evaluations are slow. 1 means everywhere.
	TableFrom int

	// EnhancedFrom is the least remaining depth at which all successors of a position are looked up before the first is
	// searched (enhanced transposition cutoffs: Schaeffer and Plaat 1996). 0 means 5: nearer to the end of Depth it costs
	// more than it gains. It applies only above TableFrom, to a Depth, and without Extend, Repetitions and Width.
	EnhancedFrom int

	// EqualDepth uses only table entries that equal the result of a search of exactly the required depth. By default,
	// entries of deeper searches are used as well: they are more accurate, but may change the value from [Minimax]'s.
	EqualDepth bool

	// Order is the set of techniques that order moves. 0 means TableMove with Ranks or, if there is no [Ranker], Killers.
	Order Ordering

	// OrderFrom is the least remaining depth at which moves are ordered. 0 and 1 mean the same as in TableFrom.
	OrderFrom int

	// Tree defines the part of the tree that is searched. The zero value is all moves up to Depth.
	Tree Tree

	entries table // Table as opened, or a test's own
	only    []M   // the moves of the start that are searched; nil for all
}

// AnyDistance as [Options].Win makes positions of one value equal, however soon the game ends: a search may delay a
// win, and does not resist a loss. To a Depth, distances cost next to nothing. To the end of the game, without a
// Window, they can take a few percent more nodes or, if wins of many lengths compete, several times as many:
// AnyDistance suits such proofs, and games in which only the outcome counts.
const AnyDistance = -1

// A Tree defines the part of the tree that a search visits. Table entries of other Trees are not found.
type Tree struct {
	// Bounds calls Bounds of the game ([ply.Bounder]) in every position except the start and those at the end of Depth,
	// before the table is consulted. The values hold for the game played to its end, and may differ from the values of
	// a search to a limited depth. A certain value counts as the end of the game there, unless Win is positive.
	//
	// If Bounds is slow, for example because the game solves its last moves itself, set TableFrom and OrderFrom to 1: the
	// table or a better order then cuts off positions before Bounds is called.
	Bounds bool

	// Repetitions scores a repeated position as a draw (0). A position is repeated if the game's [ply.Repeater] reports it
	// or, for other games, if its hash already occurs on the current line, in time proportional to its length.
	//
	// The value of a position then depends on the positions before it. A search to a depth uses a table value only on
	// lines where it is certain to hold: if the same positions came before, in any order, or if none of the positions
	// before was visited to find the value. On other lines it only tries the entry's move first. With EqualDepth the value
	// is therefore exact, the value of a search without a table. In Los Alamos chess to depth 8 this takes 9 % more nodes
	// than using every entry, and with extensions and reductions a quarter less; in endgames with few pieces, up to three
	// times as many. From 10,000 nodes on it takes 3.7 MB of memory for each worker. A search without a limit on Depth
	// uses every entry, and stores none that rests on a repetition: its value is exact, too.
	//
	// For a [ply.Repeater], moves before the start count, which are not part of the keys: an entry kept from an earlier
	// search gives only a move to try first. Repeated should report only repetitions: near draws by another rule, such as
	// fifty moves without a capture, a value may belong to another line.
	Repetitions bool

	// Symmetric treats positions that are images of one another ([ply.Symmetric]) as the same position in the table.
	Symmetric bool

	// Quiescence follows noisy moves ([Quiescer]) for up to this number of moves beyond Depth, at most 1000. 0 means none.
	// The side to move gets the greater of the best noisy move and the evaluation. If captures are compulsory, as in
	// draughts, this is an approximation for a side with only losing captures.
	Quiescence int

	// NullMove is the number of moves by which searches after a null move are shallower. If giving the turn to the other
	// side ([ply.Passer]) still leads to a value of beta or more, by such a search, the position is assumed to be worth
	// beta or more. Two null moves never follow one another (Beal 1989; Donninger 1993). 0 means no null moves.
	NullMove int

	// Unverified accepts the result of a null move at once. By default, an equally reduced search with real moves must
	// confirm it (Tabibi and Netanyahu 2002).
	Unverified bool

	// Extend lets the game search moves deeper or shallower ([Extender]). If a move searched shallower turns out better
	// than alpha, it is searched again to full depth. Lines end after 1000 moves.
	Extend bool

	// Width limits each side, given by its number, to its first moves in the order of the search. 0 means all. If one side
	// is limited, an outcome proven for it is certain; a failure to reach an outcome is not, as the Bound of the result
	// tells (Cazenave and Helmstetter 2006, section 7.3.7).
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
