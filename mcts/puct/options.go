package puct

import (
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
)

// Options configure how a tree grows. The zero value is PUCT with one evaluation at a time. All options must have an effect.
type Options[M comparable] struct {
	// Selection is the rule by which moves are chosen: [PUCT], [Gumbel] or [Halving]. Nil means PUCT{}.
	Selection Selection

	// NoSolver turns off proofs. By default, values that are certain because lines have reached the end of the game
	// are backed up exactly, and moves that cannot be better than another one are no longer tried (MCTS-Solver,
	// Winands and others 2008; with bounds, Cazenave and Saffidine 2010). The schedule of [Gumbel] and [Halving] at
	// the root does not change; a simulation of a move with a proven value needs no evaluation.
	NoSolver bool

	// Bounds uses the game's bounds of values (it must be a [ply.Bounder]) as proofs. A position, other than the root,
	// whose value is fixed by its bounds, or by those after its moves, counts as finished and is not evaluated. As the
	// end of the game is then unknown, such a win or loss has the distance 65,535. Before an evaluation, each move is
	// played once to get bounds, unless NoSolver is set.
	Bounds bool

	// Scale is the outcome that counts as a full win; smaller ones count proportionally. 0 means that every win is full.
	Scale int

	// Batch is the greatest number of positions in a call of the evaluator, up to 65 536. 0 means 1. More need a
	// [ply.Cloner]: the tree keeps Batch·(InFlight+1) replicas. A call has fewer positions if the search finds no
	// others: near the root, or at the end of a round of halving.
	Batch int

	// InFlight, if not 0, makes the search asynchronous: it is the number of simultaneous calls of the evaluator, each
	// on a separate goroutine, while further positions are collected. The result then depends on when evaluations
	// arrive. 0 means a synchronous search, which waits for each call.
	InFlight int

	// Workers is the number of goroutines that collect positions, up to 1024. 0 means 1. More make the search
	// asynchronous, with at least one call InFlight. They help if moves are slow; at most Batch work at the same time.
	Workers int

	// Memory limits the memory of the tree in bytes. 0 means 256 MiB. It is allocated as needed. A full tree stops
	// growing, but positions below are still evaluated. PUCT takes half a megabyte in addition.
	Memory int64

	// Checkpoint, if not nil, keeps the state of the function [Search]: the tree and the counts. [checkpoint.File] is the usual
	// one. The evaluator must be the same, which is not checked. A resumed search has the statistics of an uninterrupted search:
	// bit by bit if it is synchronous, unless the evaluator failed because ctx ended. Limits may differ between the runs, except
	// Nodes with [Gumbel] and [Halving]; they count the simulations and the time of all. Random is read by the first run only.
	// While a state of more than 16 MB is written, the search takes up to the memory of the tree in addition. [New] returns an
	// error if Checkpoint is set: a Tree has Save and Load, which reads these states, too.
	Checkpoint checkpoint.Store

	// Random is the source of randomness. Nil means a PCG seeded with 0. A tree takes two numbers from it.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search fails. In a synchronous search it is
	// called between calls of the evaluator, otherwise while workers continue.
	Progress func(Result[M])
}
