package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
)

// Options configure how a tree grows. The zero value is plain UCT: [Hoeffding] with its usual constant, one playout a
// simulation, proofs, one goroutine. An option without effect is an error, and so is a lacking capability.
type Options[M comparable] struct {
	// Bandit is the exploration term by which moves are chosen in the tree. Nil means [Hoeffding] with its usual constant.
	Bandit Bandit

	// FirstPlay is the score of untried moves (first-play urgency, Wang and Gelly 2007); with RAVE, of untried moves
	// without RAVE results. 0 means that every move is tried once before any is tried twice, except that moves with
	// RAVE results are compared by these. +Inf means the same without the exception.
	FirstPlay float64

	// RAVE mixes the results of later moves into the results of a move.
	RAVE RAVE

	// Widening restricts simulations to the first moves of a position, in order of priors ([ply.Guide]) or random order.
	Widening Widening

	// History, if not 0, is the weight of a move's mean result anywhere, in the tree and in uniform playouts. It adds
	// History·h/((1-p)·n+1) to the score after n simulations with mean p, where h is that mean result (progressive history,
	// Nijssen and Winands 2011). With FirstPlay 0 it decides which move is tried first. Moves are identified as for RAVE.
	History float64

	// Decisive sets where moves that win at once, or prevent an immediate loss, replace the others.
	Decisive Decisive

	// OpenLoop keeps statistics by the players' moves only, regardless of chance between them (open-loop search, Perez
	// and others 2015). The positions after the same moves share one node for each player who may be to move there. A
	// simulation draws outcomes by their probabilities, and chooses among the legal moves of its position. Otherwise,
	// each outcome of chance has a separate node. The game must be a [ply.Stochastic].
	//
	// The tree grows deeper in the same number of simulations, but finds the moves that are best on average over the
	// outcomes, as if players did not see them, which need not be the best. It suits games in which plans matter more
	// than answers to single outcomes, or in which most outcomes are drawn only once. Only the first move takes
	// outcomes into account: if chance is to move at the root, its outcomes have separate nodes. The tree starts anew
	// where [Tree.Play] leads to a position of chance.
	//
	// Nothing is proven. OpenLoop excludes RAVE, widening, transpositions, history, replies, averages, and a tree shared
	// by several workers. The prior results of an [Expert] count only in positions before the first moves of chance.
	OpenLoop bool

	// Leaf judges new positions: [Playouts] or [Evaluation]. Nil means Playouts{}.
	Leaf Leaf

	// MaxLength limits the moves of a line, from the root to the end of the playout. A playout that is cut short is
	// scored by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], or as a draw. For a [Playouter], MaxLength
	// limits only the part of the line inside the tree. 0 means no limit for a [ply.Acyclic] game, and 10 000 for others.
	MaxLength int

	// Scale is the least outcome of a full win. Smaller ones count proportionally, in up to 127 steps. 0: every win is full.
	Scale int

	// NoSolver turns off proofs. By default, certain values from lines to the end of the game are backed up exactly,
	// and moves that cannot be better than another one are no longer tried (MCTS-Solver, Winands and others 2008; with
	// bounds, Cazenave and Saffidine 2010). Nothing can be proven for several players, or with OpenLoop.
	NoSolver bool

	// ExpandAfter is the number of visits after which a position gets a node. 0 means 1. Greater numbers save memory.
	ExpandAfter int

	// Transpositions lets lines to the same position share its node, with results for each move in each position. The
	// game must be a [ply.Hasher], and declare itself acyclic ([ply.Acyclic]).
	Transpositions bool

	// Memory limits the memory of the tree in bytes, apart from scratch space. 0 means 256 MiB. It is allocated as
	// needed. When it is used up, the tree stops growing, unless Prune is set.
	Memory int64

	// Prune lets a full tree discard the parts with the fewest simulations, and continue to grow.
	Prune bool

	// Workers is the number of goroutines, up to 1024. 0 means 1. Several need a [ply.Cloner].
	Workers int

	// Sharing sets how Workers share the work.
	Sharing Sharing

	// Checkpoint, if not nil, keeps the state of the function [Search]: the tree and the counts. [checkpoint.File] is the usual
	// one. A resumed search has the statistics of an uninterrupted search, bit by bit unless workers share the tree. Limits may
	// differ between the runs; they count the simulations and the time of all. Random is read by the first run only. Simulations
	// are completed when the search ends. While a state of more than 16 MB is written, the search takes up to the memory of the
	// tree in addition. [New] returns an error if Checkpoint is set: a Tree has Save and Load, which reads these states, too.
	Checkpoint checkpoint.Store

	// Random is the source of randomness, read only by [New] and [Tree.Reset]. Nil means a PCG seeded with 0. The same
	// seed gives the same result, except with a tree shared by several workers, with a search that is ended by time or
	// context, and, with RootTrees, for the counts of the other trees when one of them solves the position.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search fails. A single worker, and workers
	// with LeafPlayouts, wait for it; otherwise workers continue.
	Progress func(Result[M])
}

// RAVE mixes into the mean result of a move the mean result of all simulations in which the same player played the
// move in this position or later (rapid action value estimate, Gelly and Silver 2007). Positions of chance are errors.
//
// Moves with the same number count as the same move (see [ply.Numberer]). A game without numbers costs a map lookup
// for each move, and cannot be searched with RAVE in a tree shared by several workers.
type RAVE struct {
	// Weight is the weight of RAVE results: Weight/(Weight+n) after n trials, all for an untried move. 0 means no RAVE.
	Weight float64

	// Reference, if not 0, uses the RAVE results of the last position on the path, with the same player to move, that
	// has at least Reference simulations (generalized RAVE, GRAVE, Cazenave 2015).
	Reference int
}

// Widening restricts the m-th simulation of a position to the first Factor·⌊m^Power⌋ of its moves, but at least one
// (progressive widening, Coulom 2007). Both must be positive; the zero value restricts nothing.
type Widening struct{ Factor, Power float64 }

// Decisive sets where a search plays decisive moves: moves that win at once or, if there are none, prevent an
// immediate win of the opponent (Teytaud and Teytaud 2010). All but the zero value require a [Decider].
type Decisive uint8

const (
	// NoDecisive treats all moves alike.
	NoDecisive Decisive = iota

	// DecisiveInTree plays decisive moves in the tree.
	DecisiveInTree

	// DecisiveAlways plays decisive moves in playouts, too, which improves playouts, but may not be worth the time.
	DecisiveAlways

	decisives
)

// A Leaf judges the position at the end of a simulation's path: [Playouts] or [Evaluation].
type Leaf interface{ leaf() }

// Playouts judge a position by playing to the end: by the game's [Playouter], or uniformly random moves.
type Playouts struct {
	// N is the number of playouts in each simulation; 0 means 1. They count as a single simulation, so the exploration
	// constant should be smaller; Vittaut 2017 (section 5.4.1) divides √K by N. Several pay if a playout is faster
	// than the tree: in Connect Four, 8 win 58 % at equal time.
	N int

	// Median takes the median of results, not the mean: of two, the lower for the player to move and the upper for others.
	Median bool

	// Uniform plays uniformly random moves even if the game is a [Playouter]. So do Replies, Averages and Mercy.
	Uniform bool

	// Replies, if not 0, plays the reply with which the same player last won after the same move or, with 2,
	// preferably after the same two moves (last good reply with forgetting, Drake 2009; Baier and Drake 2010). A
	// losing reply is forgotten. Moves are identified as for [RAVE].
	Replies int

	// Averages prefer moves with good results, after Replies. Moves are identified as for [RAVE].
	Averages Averages

	// Mercy, if not 0, ends playouts once an evaluation, checked after every fourth move, is beyond ±Mercy, as the
	// outcome (mercy rule, Hillis 2006). The game must be a [ply.Evaluator] or [ply.MultiplayerEvaluator].
	Mercy int
}

// An Evaluation judges a position by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], without a playout.
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
	// SharedTree lets all workers grow one tree, where a pending simulation counts as a loss, to spread them (virtual loss).
	SharedTree Sharing = iota

	// RootTrees gives each worker a separate tree. The statistics at the roots are added up.
	RootTrees

	// LeafPlayouts lets one worker grow the tree, and all share each simulation's [Playouts].N, at least one for each.
	LeafPlayouts

	sharings
)
