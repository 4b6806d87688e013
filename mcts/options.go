package mcts

import (
	"math/rand/v2"
	"time"
)

// Options configure how a tree grows. The zero value is plain UCT: [Hoeffding] with its usual constant, one uniform
// playout for each simulation, proven values, one goroutine.
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

	// RAVE, if not 0, mixes into the mean result of a move the mean result of all simulations in which the same player
	// played the move in this position or later (rapid action value estimate, Gelly and Silver 2007). For a move that
	// was tried n times, the RAVE mean has the weight RAVE/(RAVE+n); for an untried move it is the whole score.
	//
	// Moves with the same number count as the same move (see [ply.Numberer]). A game that is not a Numberer costs a map
	// lookup for each move, and cannot be searched with RAVE in a shared tree by more than one worker.
	RAVE float64

	// GRAVE, if not 0, takes the RAVE results of a position not from the position itself but from the last one on the
	// path, with the same player to move, that has at least GRAVE simulations (generalized RAVE, Cazenave 2015). It
	// needs RAVE.
	GRAVE int

	// WideningFactor and WideningPower, if not 0, restrict the m-th simulation of a position to its first
	// WideningFactor·⌊m^WideningPower⌋ moves, but at least one (progressive widening, Coulom 2007). Moves are in
	// descending order of the priors of the game's [Guide] or, without one, in random order. Both must be set, or
	// neither.
	WideningFactor, WideningPower float64

	// OutcomeFactor and OutcomePower, if not 0, restrict the m-th simulation of a position of chance to
	// OutcomeFactor·⌊m^OutcomePower⌋ of its outcomes, but at least one (progressive widening of outcomes, Couëtoux and
	// others 2011). These are drawn by their probabilities once, without putting them back, and among them each
	// simulation draws by their probabilities again. Without it, every simulation draws among all outcomes. It is for
	// positions with many outcomes, few of which are met twice. Both must be set, or neither; the game must be a
	// [ply.Stochastic].
	OutcomeFactor, OutcomePower float64

	// OpenLoop keeps statistics by the moves of the players alone, whatever chance does between them (open-loop search,
	// Perez and others 2015). Without it, each outcome of chance in the tree leads to a node of its own. With it, the
	// positions after the same moves share one node for each player who may be to move there. A simulation draws
	// outcomes by their probabilities, as always, and chooses among the moves that are legal in its position.
	//
	// The tree grows deeper in the same number of simulations. But it looks for the moves that are best on average over
	// what chance may have done, as if the players did not see the outcomes, and need not find the best move however
	// long it searches. It is for games in which plans matter more than answers to single outcomes, and for outcomes too
	// many for OutcomeFactor. Only the first move is made with the outcomes seen: if chance is to move in the root, its
	// outcomes have nodes of their own. The tree starts anew where [Tree.Play] leads to a position of chance.
	//
	// Nothing is proven, as with NoSolver. The game must be a [ply.Stochastic]. OpenLoop excludes widening,
	// Transpositions, History, Replies, Averages, and a tree shared by several Workers. The experience of an [Expert]
	// counts only in positions before the first moves of chance.
	OpenLoop bool

	// Bias, if not 0, adds Bias·H/log(2+m) to the score of a move, where H is its prior, in a position with m
	// simulations (progressive bias, Chaslot and others 2007). The game must be a [Guide].
	Bias float64

	// History, if not 0, is the weight of the mean result that a move has wherever its player has played it, in the tree
	// and in uniform playouts, which is added to its score and fades as the move itself is tried: History·h/((1-p)·n+1)
	// after n simulations with mean p, where h is that mean result (progressive history, Nijssen and Winands 2011). With
	// FirstPlay 0 it decides which move is tried first. Moves are told apart as for RAVE.
	History float64

	// Replies, if not 0, makes uniform playouts play the reply with which the same player last won after the same move
	// or, with 2, first the one after the same two moves (last good reply with forgetting, Drake 2009; Baier and Drake
	// 2010). A reply that loses is forgotten. Moves are told apart as for RAVE. A game that is a [Playouter] needs Uniform.
	Replies int

	// Averages makes uniform playouts prefer moves that have had good results; see there. If there are Replies, these come
	// first. Moves are told apart as for RAVE. A game that is a [Playouter] needs Uniform.
	Averages Averages

	// Mercy, if not 0, ends uniform playouts once the evaluation of a player is Mercy or more, or -Mercy or less; it is
	// looked at after every fourth move, and is the outcome (mercy rule, Hillis 2006). The game must be a [ply.Evaluator]
	// or [ply.MultiplayerEvaluator]; one that is a [Playouter] needs Uniform.
	Mercy int

	// Uniform makes uniform playouts of a game that is a [Playouter], as if it was none. They are slower than those of the
	// game, but Replies, Averages and Mercy are of uniform playouts.
	Uniform bool

	// Decisive plays moves that win at once, and otherwise moves that keep the opponent from winning at once, both in
	// the tree and in playouts (Teytaud and Teytaud 2010). The game must be a [Decider].
	Decisive bool

	// PlainPlayouts restricts Decisive to the tree. To look for decisive moves in playouts improves these, but can cost
	// more time than it is worth.
	PlainPlayouts bool

	// NoSolver turns off the proving of values. Without it, values that are certain because lines have reached the end
	// of the game are backed up exactly, and moves that cannot be better than another one are no longer tried
	// (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). With [NewMultiplayer] and
	// [SearchMultiplayer] it is always on.
	NoSolver bool

	// Scale is the outcome from which on a result counts as a full win. Smaller outcomes count in proportion, in at
	// most 127 steps. 0 means that every win is a full win, whatever its outcome.
	Scale int

	// Evaluate evaluates a new position by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator] instead of a
	// playout.
	Evaluate bool

	// Playouts is the number of playouts in each simulation; 0 means 1. Their combined result counts as a single
	// simulation, so the exploration constant should be smaller than with one playout; Vittaut 2017 (section 5.4.1)
	// divides √K by Playouts.
	Playouts int

	// Aggregate tells how the results of several Playouts are combined. The zero value is [Mean].
	Aggregate Aggregate

	// MaxLength limits the length of a line in moves, from the root through the tree to the end of the playout. A
	// playout that is cut short is scored by the game's [ply.Evaluator] or [ply.MultiplayerEvaluator], or as a draw if
	// the game is neither. For a [Playouter], MaxLength limits only the part of the line inside the tree. 0 means no
	// limit for a game that declares itself acyclic ([ply.Acyclic]), and 10 000 for others.
	MaxLength int

	// ExpandAfter is the number of simulations that reach a position before it gets a node in the tree. 0 means 1.
	// Greater numbers save memory.
	ExpandAfter int

	// Transpositions makes lines that lead to the same position share its node. Results are kept for each move in each
	// position. The game must be a [ply.Hasher], and declare itself acyclic ([ply.Acyclic]).
	Transpositions bool

	// MaxMemory limits the memory of the tree in bytes, apart from scratch space. 0 means 256 MiB. Memory is allocated as
	// it is needed. When it is used up, the tree stops growing, unless Prune is set.
	MaxMemory int

	// Prune makes a tree that has used up its memory discard the parts with the fewest simulations, and continue to
	// grow.
	Prune bool

	// Workers is the number of goroutines that search, up to 1024. 0 means 1. More than one need a game that is a
	// [ply.Cloner].
	Workers int

	// Parallel tells how Workers share the work. The zero value is [SharedTree].
	Parallel Parallel

	// Final is the criterion by which the best move is chosen at the end. The zero value is [MostVisits].
	Final Final

	// Random is the source of randomness. Nil means a PCG seeded with 0. The source is read only by [New],
	// [NewMultiplayer] and [Tree.Reset].
	//
	// The same seed gives the same result, except with a tree shared by several workers, with a search that is ended by
	// time or by its context, and, with RootParallel, for the counts of the other trees when one of them solves the
	// position.
	Random rand.Source

	// Progress, if not nil, is called about every ProgressEvery with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called on the
	// goroutine that called Search. A single worker, and workers with LeafParallel, wait while it runs; otherwise the
	// workers go on.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}
