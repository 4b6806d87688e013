package puct

import (
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
)

// Options configure how a tree grows. The zero value is [PUCT] with one evaluation at a time. An option that has no
// effect together with the other options is an error.
type Options[M comparable] struct {
	// Selection is the rule by which simulations choose moves: [PUCT], [Gumbel] or [Halving]. Nil means PUCT{}.
	Selection Selection

	// NoSolver turns off proven values. By default, the values of lines that reach the end of the game are backed up
	// exactly, and moves that cannot be better than another move are no longer tried (MCTS-Solver, Winands and others
	// 2008; with bounds, Cazenave and Saffidine 2010). At the root, [Gumbel] and [Halving] give moves with proven values
	// the same number of simulations as other moves; a simulation of a move with a proven value needs no evaluation. With
	// a [ply.Multiplayer] game or OpenLoop, no values are proven.
	NoSolver bool

	// Bounds lets the game prove values: the game must be a [ply.Adversarial] and a [ply.Bounder], which knows bounds of
	// the value of a position. A position below the root counts as finished, and is not evaluated, if its bounds
	// determine its value, or if the bounds of the positions after its moves do. In a win or loss proven in this way, the
	// number of plies to the end of the game is unknown, and the distance counts as 65 535. To find the bounds after the
	// moves, the search plays each move of a position once before the evaluation. With NoSolver, the search does not look
	// at the positions after the moves.
	Bounds bool

	// Transpositions makes all lines that lead to the same position share one node (Czech, Korus and Kersting 2021).
	// The mean result of a move is then the mean of the position after it, which includes the simulations that came to
	// this position over other moves. A simulation ends without an evaluation at a position that has more simulations
	// than the last move. Therefore the same number of simulations needs fewer evaluations and less memory.
	//
	// The game must be a [ply.Adversarial] and a [ply.Hasher], and declare itself acyclic ([ply.Acyclic]). Positions
	// with the same hash count as equal if they have the same moves and the same side to move. With Transpositions,
	// Distance can be greater than the length of Line.
	Transpositions bool

	// OpenLoop builds a tree of the players' moves only, without the outcomes of chance between them (open-loop search,
	// Perez and others 2015). Positions share a node if the same moves of the players lead to them and the same player
	// is to move. A simulation draws the outcomes of chance by their probabilities, and chooses among the legal moves of
	// the position that it has reached. Without OpenLoop, each outcome of chance has a separate node. The game must be a
	// [ply.Stochastic].
	//
	// With the same number of simulations, the tree grows deeper than without OpenLoop, but the search chooses moves
	// without regard to the outcomes that were drawn. The package documentation has measurements. A shared node has the
	// priors of the first position that reached it. A position with a move that the node lacks is evaluated, too: the
	// simulation ends there, and the node gets the move with its prior in this position. A node with 4096 moves gets no
	// further moves, and simulations then choose among the legal moves that it has.
	//
	// If chance is to move at the root, each outcome at the root has a separate node. When [Tree.Play] leads to a
	// position of chance, a new tree begins there. With OpenLoop, no values are proven. OpenLoop excludes Transpositions.
	OpenLoop bool

	// Scale is the outcome that counts as a full win. An outcome between -Scale and Scale counts proportionally. 0 means
	// that every positive outcome is a full win and every negative one a full loss.
	Scale int

	// Batch is the greatest number of positions in a call of the evaluator, up to 65 536. 0 means 1. With more than 1,
	// the game must be a [ply.Cloner]: the tree keeps Batch·(InFlight+1) replicas of the game. A call has fewer than
	// Batch positions if the search finds no more positions to evaluate, as in a small tree, or if [Gumbel] or
	// [Halving] must know all results before it chooses further moves.
	Batch int

	// InFlight, if not 0, makes the search asynchronous: up to InFlight calls of the evaluator run at the same time, each
	// on a separate goroutine, while the search collects further positions. The result then depends on when evaluations
	// arrive. 0 means a synchronous search, which waits for each call.
	InFlight int

	// Workers is the number of goroutines that collect positions, up to 1024. 0 means 1. With more than 1, the search
	// is asynchronous, and InFlight is at least 1. Several workers help if playing and listing moves takes much of the
	// time. At most Batch workers are active at the same time.
	Workers int

	// Memory limits the memory of the tree in bytes. 0 means 256 MiB. The memory is allocated as needed. A full tree gets
	// no new positions; simulations then evaluate the positions at the edge of the tree again and again. The selections
	// [PUCT] and [Halving] need half a megabyte in addition.
	Memory int64

	// Checkpoint, if not nil, stores the state of a search by the function [Search]: the tree, the number of
	// simulations and the time used. [checkpoint.File] is the usual store. The evaluator must be the same in all runs,
	// which is not checked. A synchronous search that continues after an interruption has the same statistics as an
	// uninterrupted search, bit by bit, unless the evaluator returned an error because ctx ended.
	//
	// The limits may differ from one run to the next; they apply to the total simulations and time of all runs. With
	// [Gumbel] and [Halving], [ply.Limits].Nodes must be the same in all runs. Only the first run reads Random. While a
	// state of more than 16 MB is written, the search needs additional memory, up to the size of the tree.
	//
	// For a [Tree], use [Tree.Save] and [Tree.Load] instead: [New] returns an error if Checkpoint is set. Tree.Load
	// also reads the states that Search has stored.
	Checkpoint checkpoint.Store

	// Random is the source of randomness. Nil means a PCG seeded with 0. A tree draws two numbers from it, as the seed of
	// its random numbers.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search returns an error. A synchronous search
	// calls Progress between two calls of the evaluator, and waits until Progress returns. An asynchronous search
	// continues while Progress runs.
	Progress func(Result[M])
}
