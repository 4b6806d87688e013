package mcts

import "math/rand/v2"

// Options configure how a tree grows. The zero value is plain UCT: [Hoeffding] with its usual constant, one playout for
// each simulation, proven values, one goroutine.
//
// An option that the search would ignore is an error, as is an option that needs a capability which the game lacks.
type Options[M comparable] struct {
	// Bandit is the exploration term by which moves are chosen in the tree. Nil means [Hoeffding] with its usual
	// constant.
	Bandit Bandit

	// FirstPlay is the score of moves that have not been tried (first-play urgency, Wang and Gelly 2007). With RAVE, it
	// applies only to moves that have no RAVE results either. 0 means that every move is tried once before any is tried
	// twice, except that moves with RAVE results are compared by these. +Inf means the same without the exception.
	FirstPlay float64

	// RAVE mixes the results of moves that were played later into the results of a move.
	RAVE RAVE

	// Widening restricts simulations to the first moves of a position, which are in descending order of the priors of the
	// game's [ply.Guide] or, without one, in random order.
	Widening Widening

	// History, if not 0, is the weight of the mean result that a move has wherever its player has played it, in the tree
	// and in uniform playouts, which is added to its score and fades as the move itself is tried: History·h/((1-p)·n+1)
	// after n simulations with mean p, where h is that mean result (progressive history, Nijssen and Winands 2011). With
	// FirstPlay 0 it decides which move is tried first. Moves are told apart as for RAVE.
	History float64

	// Decisive tells where moves that win at once, or keep the opponent from it, replace the others.
	Decisive Decisive

	// OpenLoop keeps statistics by the moves of the players alone, regardless of chance between them (open-loop search,
	// Perez and others 2015). The positions after the same moves share one node for each player who may be to move there.
	// A simulation draws outcomes by their probabilities, as always, and chooses among the moves that are legal in its
	// position. Without it, each outcome of chance has a separate node. The game must be a [ply.Stochastic].
	//
	// The tree grows deeper in the same number of simulations. But it looks for the moves that are best on average over the
	// moves of chance, as if the players did not see the outcomes, and need not find the best move however long it searches.
	// It is for games in which plans matter more than answers to single outcomes, and for games in which most outcomes are
	// drawn only once. Only the first move is made with the outcomes seen: if chance is to move in the root, its outcomes have
	// nodes of their own. The tree starts anew where [Tree.Play] leads to a position of chance.
	//
	// Nothing is proven. OpenLoop excludes RAVE, widening, transpositions, history, replies, averages, and a tree shared by
	// several workers. The prior results of an [Expert] count only in positions before the first moves of chance.
	OpenLoop bool

	// Leaf tells how a new position is judged: by [Playouts] or by an [Evaluation]. Nil means Playouts{}.
	Leaf Leaf

	// MaxLength limits the length of a line in moves, from the root through the tree to the end of the playout. A playout
	// that is cut short is scored by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], or as a draw if the game
	// is neither. For a [Playouter], MaxLength limits only the part of the line inside the tree. 0 means no limit for a game
	// that declares itself acyclic ([ply.Acyclic]), and 10 000 for others.
	MaxLength int

	// Scale is the outcome from which on a result counts as a full win. Smaller outcomes count in proportion, in at
	// most 127 steps. 0 means that every win is a full win.
	Scale int

	// NoSolver turns off the proving of values. Without it, values that are certain because lines have reached the end
	// of the game are backed up exactly, and moves that cannot be better than another one are no longer tried
	// (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). It makes no difference for a game
	// of several players, or with OpenLoop, where nothing can be proven.
	NoSolver bool

	// ExpandAfter is the number of simulations that reach a position before it gets a node in the tree. 0 means 1.
	// Greater numbers save memory.
	ExpandAfter int

	// Transpositions makes lines that lead to the same position share its node. Results are kept for each move in each
	// position. The game must be a [ply.Hasher], and declare itself acyclic ([ply.Acyclic]).
	Transpositions bool

	// Memory limits the memory of the tree in bytes, apart from scratch space. 0 means 256 MiB. Memory is allocated as
	// it is needed. When it is used up, the tree stops growing, unless Prune is set.
	Memory int64

	// Prune makes a tree that has used up its memory discard the parts with the fewest simulations, and continue to
	// grow.
	Prune bool

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. More than one need a game that is a
	// [ply.Cloner].
	Workers int

	// Sharing tells how Workers share the work. The zero value is [SharedTree].
	Sharing Sharing

	// Random is the source of randomness. Nil means a PCG seeded with 0. The source is read only by [New]
	// and [Tree.Reset].
	//
	// The same seed gives the same result, except with a tree shared by several workers, with a search that is ended by
	// time or by its context, and, with RootTrees, for the counts of the other trees when one of them solves the
	// position.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called on the
	// goroutine that called Search. A single worker, and workers with LeafPlayouts, wait while it runs; otherwise the
	// workers go on.
	Progress func(Result[M])
}

// RAVE mixes into the mean result of a move the mean result of all simulations in which the same player played the move
// in this position or later (rapid action value estimate, Gelly and Silver 2007). A search that meets a position of
// chance ends with an error: the results would mix choices of players with luck.
//
// Moves with the same number count as the same move (see [ply.Numberer]). A game that is not a Numberer costs a map
// lookup for each move, and cannot be searched with RAVE in a shared tree by more than one worker.
type RAVE struct {
	// Weight is how much the results of others count: for a move that was tried n times, their mean has the weight
	// Weight/(Weight+n), and for an untried move it is the whole score. 0 means no RAVE.
	Weight float64

	// Reference, if not 0, takes these results not from the position itself but from the last one on the path, with the
	// same player to move, that has at least Reference simulations (generalized RAVE, GRAVE, Cazenave 2015).
	Reference int
}

// Widening restricts the m-th simulation of a position to the first Factor·⌊m^Power⌋ of its moves, but at least one
// (progressive widening, Coulom 2007). The zero value restricts nothing; otherwise both must be positive.
type Widening struct{ Factor, Power float64 }

// Decisive tells where a search plays decisive moves: moves that win at once and, if there are none, moves that keep the
// opponent from winning at once (Teytaud and Teytaud 2010). All but the zero value need a game that is a [Decider].
type Decisive uint8

const (
	// NoDecisive treats all moves alike.
	NoDecisive Decisive = iota

	// DecisiveInTree plays decisive moves in the tree.
	DecisiveInTree

	// DecisiveAlways plays decisive moves in the tree and in playouts. That improves playouts, but can cost more time
	// than it is worth.
	DecisiveAlways

	decisives
)

// A Leaf tells how the position at the end of a simulation's path is judged: [Playouts] or [Evaluation].
type Leaf interface{ leaf() }

// Playouts judge a position by playing the game to its end: as the game itself does if it is a [Playouter], and otherwise
// by uniformly random moves.
type Playouts struct {
	// N is the number of playouts in each simulation; 0 means 1. Their combined result counts as a single simulation, so
	// the exploration constant should be smaller than with one playout; Vittaut 2017 (section 5.4.1) divides √K by N.
	// Several are worth their time if one takes less than the tree: in Connect Four, 8 win 58 % at equal time.
	N int

	// Median takes the median of the results of several playouts instead of their mean. Of two results in the middle, it takes
	// the lower one for the player to move and the upper one for other players.
	Median bool

	// Uniform makes playouts of uniformly random moves even for a game that is a [Playouter]. So do Replies, Averages and
	// Mercy.
	Uniform bool

	// Replies, if not 0, makes playouts play the reply with which the same player last won after the same move or, with
	// 2, first the one after the same two moves (last good reply with forgetting, Drake 2009; Baier and Drake 2010). A
	// reply that loses is forgotten. Moves are told apart as for [RAVE].
	Replies int

	// Averages makes playouts prefer moves that have had good results; see there. If there are Replies, these come first.
	// Moves are told apart as for [RAVE].
	Averages Averages

	// Mercy, if not 0, ends playouts once the evaluation of a player is Mercy or more, or -Mercy or less; it is looked at
	// after every fourth move, and is the outcome (mercy rule, Hillis 2006). The game must be a [ply.Evaluator] or
	// [ply.MultiplayerEvaluator].
	Mercy int
}

// An Evaluation judges a position by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], without a playout.
type Evaluation struct{}

func (Playouts) leaf()   {}
func (Evaluation) leaf() {}

// The ways in which workers share the work of a search; sharedtree.go and leafplayouts.go are two of them, and trees of
// their own need nothing.

// stores returns the number of trees.
func (o *plan[M]) stores() int {
	if o.Sharing == RootTrees {
		return o.Workers
	}
	return 1
}

// Sharing tells how workers share the work. See [Options.Workers].
type Sharing uint8

const (
	// SharedTree makes all workers grow one tree. A simulation in progress counts as a loss for the moves on its path
	// until its result is known, so that other workers look elsewhere (virtual loss).
	SharedTree Sharing = iota

	// RootTrees makes each worker grow a separate tree. The statistics of the moves of the roots are added up.
	RootTrees

	// LeafPlayouts makes one worker grow the tree, and all workers share the playouts of each simulation.
	// There must be at least as many playouts as workers ([Playouts].N).
	LeafPlayouts

	sharings
)
