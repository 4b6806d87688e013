package puct

import (
	"math/rand/v2"
)

// Options configure how a tree grows. The zero value is PUCT with its usual constants and one evaluation at a time.
//
// An option that the search would ignore is an error.
type Options[M comparable] struct {
	// Selection is the rule by which moves are chosen in the tree: [PUCT], [Gumbel] or [Halving]. Nil means PUCT{}.
	Selection Selection

	// NoSolver turns off the proving of values. Without it, values that are certain because lines have reached the end
	// of the game are backed up exactly, and moves that cannot be better than another one are no longer tried
	// (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). The schedule of [Gumbel] and
	// [Halving] in the root stays as it is; a simulation of a move with a proven value needs no evaluation.
	NoSolver bool

	// Bounds uses the game's bounds of the value of positions (it must be a [ply.Bounder]). Where its bounds, or the bounds of the
	// positions after the moves, leave one value, a position counts as finished: it is not evaluated, except in the root. Other
	// bounds count as proven, too. How soon the game then ends is not known; a proven win or loss of this kind has the distance 65
	// 535. Before an evaluation, each move is played once to get bounds, unless NoSolver is set, which leaves out the moves.
	Bounds bool

	// Scale is the outcome that counts as a full win; smaller ones count in proportion, and greater ones as much. 0 means
	// that every win is a full win.
	Scale int

	// Batch is the greatest number of positions in a call of the evaluator, up to 65 536. 0 means 1. More than one need a
	// game that is a [ply.Cloner]: the tree keeps Batch·(InFlight+1) replicas. A call has fewer positions where the search
	// finds no others: near the root, or at the end of a round of halving.
	Batch int

	// InFlight, if not 0, makes the search asynchronous: it is the number of calls of the evaluator at the same time, each on
	// a separate goroutine, while further positions are collected. The result then depends on when evaluations arrive. 0
	// means a synchronous search, which waits for each call.
	InFlight int

	// Workers is the number of goroutines that collect positions, up to 1024. 0 means 1. More than one make the search
	// asynchronous, with one call InFlight at least. They help where the moves of the game take long compared with the
	// evaluator, and no more than Batch of them work at the same time.
	Workers int

	// Memory limits the memory of the tree in bytes. 0 means 256 MiB. Memory is allocated as it is needed. When it is
	// used up, the tree stops growing, and the search goes on evaluating the positions behind it. Apart from the tree, a
	// search by PUCT takes half a megabyte.
	Memory int64

	// Random is the source of randomness. Nil means a PCG seeded with 0. A tree takes two numbers from it.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, between two calls of the evaluator or, in an asynchronous search, while workers go
	// on.
	Progress func(Result[M])
}
