package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
)

// Options configure how a tree grows. The zero value is plain UCT on one goroutine: the bandit is [Hoeffding] with its
// usual constant, each simulation plays one playout, and values are proven (see NoSolver). An option that has no effect
// together with the other options is an error, and so is an option that requires a capability that the game lacks.
type Options[M comparable] struct {
	// Bandit is the exploration term of the formula that scores the moves of a position. Nil means Hoeffding{}.
	Bandit Bandit

	// FirstPlay is the score of untried moves, such as 0.5 for a draw (first-play urgency, Wang and Gelly 2007). 0
	// means a score above all others: each move is tried once before any move is tried twice. With RAVE, FirstPlay
	// applies only to untried moves without RAVE results; other untried moves have the mean of their RAVE results as
	// their score. +Inf is like 0, but applies to all untried moves, with or without RAVE results.
	FirstPlay float64

	// RAVE combines two means into the score of a move in a position: the mean result of the simulations that played
	// the move there, and the mean result of the simulations that played it there or later. The zero value turns RAVE
	// off.
	RAVE RAVE

	// Widening restricts simulations to the first moves of a position. The number of considered moves grows with the
	// number of simulations of the position. Moves are in the order of their priors if the game is a [ply.Guide], and
	// otherwise in random order.
	Widening Widening

	// History, if not 0, adds a bonus to the score of a move that has good results in other positions (progressive
	// history, Nijssen and Winands 2011). After n simulations of the move with mean p, the bonus is
	// History·h/((1-p)·n+1). h is the mean result of all simulations in which the same player played the move, in any
	// position of the tree or of a playout of this package. If FirstPlay is 0, untried moves are tried in descending
	// order of h. Moves with the same number ([ply.Numberer]) count as the same move.
	History float64

	// Decisive sets where the search considers only the decisive moves of a position that has any: nowhere, in the tree,
	// or in the tree and in playouts. Decisive moves win at once or prevent an immediate loss.
	Decisive Decisive

	// OpenLoop builds a tree of the players' moves only, without the outcomes of chance between them (open-loop search,
	// Perez and others 2015). Positions share a node if the same moves of the players lead to them and the same player
	// is to move. A simulation draws the outcomes of chance by their probabilities, and chooses among the legal moves
	// of the position that it has reached. Without OpenLoop, each outcome of chance has a separate node. The game must
	// be a [ply.Stochastic].
	//
	// With the same number of simulations, the tree grows deeper than without OpenLoop, but the search chooses moves
	// without regard to the outcomes that were drawn. OpenLoop suits games in which plans matter more than answers to
	// single outcomes, or in which most outcomes are drawn only once. If chance is to move at the root, each outcome at
	// the root has a separate node. When [Tree.Play] leads to a position of chance, a new tree begins there.
	//
	// With OpenLoop, no values are proven. OpenLoop excludes RAVE, Widening, Transpositions, History, Replies,
	// Averages, and a [SharedTree] of several workers. An [Expert] is used only before the first moves of chance on a
	// line.
	OpenLoop bool

	// Leaf evaluates new positions: with [Playouts] or with an [Evaluation]. Nil means Playouts{}.
	Leaf Leaf

	// MaxLength limits the number of moves in a line, from the root to the end of the playout. The result of a line that
	// is cut short is the evaluation by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], or a draw without an
	// evaluator. For a [Playouter], MaxLength limits only the part of the line inside the tree. 0 means no limit for a
	// [ply.Acyclic] game, and 10 000 for others.
	MaxLength int

	// Scale is the least outcome that counts as a full win. An outcome between -Scale and Scale counts proportionally.
	// 0 means that every positive outcome is a full win and every negative one a full loss. If Scale is above 127,
	// results between a full loss and a full win are rounded to multiples of 1/127.
	Scale int

	// NoSolver turns off proven values. By default, the values of lines that reach the end of the game are backed up
	// exactly, and moves that cannot be better than another move are no longer tried (MCTS-Solver, Winands and others
	// 2008; with bounds, Cazenave and Saffidine 2010). With a [ply.Multiplayer] game or OpenLoop, no values are proven.
	NoSolver bool

	// ExpandAfter is the number of simulations that must have passed through a position before the position gets a
	// node. 0 means 1. Greater numbers save memory.
	ExpandAfter int

	// Transpositions makes all lines that lead to the same position share one node. The simulations on all these lines
	// then count together in the results of the node's moves. The game must be a [ply.Hasher] and declare itself
	// acyclic ([ply.Acyclic]).
	Transpositions bool

	// Memory limits the memory of the tree in bytes, apart from scratch space. 0 means 256 MiB. The memory is allocated
	// as needed. When it is used up, the tree stops growing, unless Prune is set.
	Memory int64

	// Prune makes a full tree discard the positions with the fewest simulations and continue to grow.
	Prune bool

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. With more than one, the game must be a
	// [ply.Cloner].
	Workers int

	// Sharing sets how several Workers share the work.
	Sharing Sharing

	// Checkpoint, if not nil, stores the state of a search by the function [Search]: the tree, the number of
	// simulations and the time used. [checkpoint.File] is the usual store. A search that continues after an
	// interruption has the same statistics as an uninterrupted search, bit by bit, unless several workers share a tree.
	// The limits may differ from one run to the next; they apply to the total simulations and time of all runs. Only
	// the first run reads Random.
	//
	// When a limit or the context ends a run, the simulations in progress are completed first. While a state of more
	// than 16 MB is written, the search needs additional memory, up to the size of the tree.
	//
	// For a [Tree], use [Tree.Save] and [Tree.Load] instead: [New] returns an error if Checkpoint is set. Tree.Load
	// also reads the states that Search has stored.
	Checkpoint checkpoint.Store

	// Random is the source of randomness, read only by [New] and [Tree.Reset]. Nil means a PCG seeded with 0. The same
	// seed gives the same result, unless several workers share a tree, or time or the context ends the search. With
	// RootTrees, the number of simulations can also differ in a search that ends because the position is solved.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search returns an error. With one worker or with
	// LeafPlayouts, the search waits until Progress returns; otherwise it continues.
	Progress func(Result[M])
}

// RAVE combines the mean result of a move in a position with the mean of its RAVE results: the results of the
// simulations in which the same player played the move in this position or later (rapid action value estimate, Gelly
// and Silver 2007). With RAVE, a position of chance is an error.
//
// Moves with the same number count as the same move (see [ply.Numberer]). In a game that is no Numberer, each move costs
// a map lookup, and a tree shared by several workers is an error.
type RAVE struct {
	// Weight determines the share of RAVE results in the score of a move: Weight/(Weight+n) after n simulations of the
	// move. The score of an untried move is the mean of its RAVE results. 0 means no RAVE.
	Weight float64

	// Reference, if not 0, is the number of simulations that a position needs before its own RAVE results are used
	// (generalized RAVE, GRAVE, Cazenave 2015). Until then, the position uses the RAVE results of an earlier position
	// on the path, in which the same player is to move. This is the nearest such position that has at least Reference
	// simulations or is the root. If the path has no such position, the position uses its own RAVE results.
	Reference int
}

// Widening restricts the moves of a position that simulations consider (progressive widening, Coulom 2007). After m
// simulations of the position, simulations consider the first ⌊Factor·⌊m^Power⌋⌋ moves, but at least one. Factor and
// Power must be positive. The zero value restricts nothing.
type Widening struct{ Factor, Power float64 }

// Decisive sets where a search plays decisive moves: the moves that win at once or, if there are none, the moves that
// prevent an immediate win of the opponent (Teytaud and Teytaud 2010). All values except NoDecisive require a [Decider].
type Decisive uint8

const (
	// NoDecisive considers all legal moves.
	NoDecisive Decisive = iota

	// DecisiveInTree considers only the decisive moves in those positions of the tree that have any. Playouts consider all
	// legal moves.
	DecisiveInTree

	// DecisiveAlways considers only the decisive moves in all positions that have any, in the tree and in playouts. This
	// makes playouts more accurate, but slower.
	DecisiveAlways

	decisives
)

// A Leaf evaluates the position at the end of a simulation's path: [Playouts] or an [Evaluation].
type Leaf interface{ leaf() }

// Playouts evaluate a position by playing to the end of the game, with the game's [Playouter] or with uniformly random
// moves.
type Playouts struct {
	// N is the number of playouts in each simulation; 0 means 1. The playouts count as one simulation, with their mean
	// result. The mean of several playouts varies less, so a smaller exploration constant is better; Vittaut 2017
	// (section 5.4.1) divides the √K of [Hoeffding] by N. Several playouts help if a playout is faster than the descent
	// through the tree: in Connect Four, a search with 8 playouts wins 58 % of games against a search with 1 playout,
	// at equal time.
	N int

	// Median gives each player the median of the player's results in the N playouts, instead of their mean. If N is
	// even, there are two middle results. The player to move in the evaluated position gets the lower of the player's
	// two middle results; each other player gets the upper.
	Median bool

	// Uniform ignores the game's [Playouter] and plays uniformly random moves. Setting Replies, Averages or Mercy also
	// ignores the Playouter.
	Uniform bool

	// Replies makes playouts repeat replies that have won (last good reply with forgetting, Drake 2009; Baier and Drake
	// 2010). With 1, each player remembers one reply to each move: the last reply after which the player won. With 2,
	// each player also remembers one reply to each pair of successive moves, and prefers it. A reply is forgotten when
	// the player plays it and loses. If no reply is known, or if the reply is not legal, the move is chosen as without
	// Replies. 0 turns Replies off. Moves with the same number ([ply.Numberer]) count as the same move.
	Replies int

	// Averages makes playouts prefer moves that had good mean results in earlier simulations. It applies where Replies has
	// no reply to play. The zero value uses no averages. Moves with the same number ([ply.Numberer]) count as the same
	// move.
	Averages Averages

	// Mercy, if not 0, evaluates the position after every fourth move of a playout. If the evaluation is at least Mercy or
	// at most -Mercy, the playout ends, and the evaluation is its outcome (mercy rule, Hillis 2006). The game must be a
	// [ply.Evaluator] or [ply.MultiplayerEvaluator].
	Mercy int
}

// An Evaluation evaluates a position with the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], without a playout.
type Evaluation struct{}

func (Playouts) leaf()   {}
func (Evaluation) leaf() {}

// Ways in which workers share a search; see sharedtree.go and leafplayouts.go. Separate trees need no code.

func (o *plan[M]) stores() int {
	if o.Sharing == RootTrees {
		return o.Workers
	}
	return 1
}

// Sharing sets how [Options.Workers] share the work.
type Sharing uint8

const (
	// SharedTree lets all workers grow one tree. Simulations that have not ended count as losses, so that workers choose
	// different moves (virtual loss).
	SharedTree Sharing = iota

	// RootTrees gives each worker a separate tree. The results of the moves at the roots are added up.
	RootTrees

	// LeafPlayouts lets one worker grow the tree, and divides the [Playouts].N playouts of each simulation among all
	// workers. N must be at least the number of workers.
	LeafPlayouts

	sharings
)
