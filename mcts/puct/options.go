package puct

import (
	"math/rand/v2"
	"time"
)

// Options configure how a tree grows. The zero value is PUCT with its usual constants and one evaluation at a time.
//
// An option that the search would ignore is an error.
type Options[M comparable] struct {
	// Selection is the rule by which moves are chosen in the tree.
	Selection Selection

	// C and Base set how much [PUCT] explores, also in [Halving]. 0 means 1.25 and 19 652 (Silver and others 2018). A Base
	// of +Inf makes the exploration constant C.
	C, Base float64

	// Reduction sets the result that [PUCT] and [Halving] assume of moves that have not been tried (first-play urgency): it
	// is the mean result of the position less Reduction·√S, where S is the sum of the priors of the moves tried (Wu
	// 2019, section 4, with 0.2). 0 means the mean result itself.
	Reduction float64

	// VirtualLoss is what simulations count as while their evaluation is pending, from 0 to 1: a simulation with the mean
	// result of its move (Liu and others 2020), or a loss (Chaslot, Winands and van den Herik 2008). In [Gumbel] they
	// count as visits only.
	VirtualLoss float64

	// Considered is the greatest number of moves of the root that [Gumbel] and [Halving] try, those with the greatest
	// priors or, for Gumbel, those drawn. 0 means 16 for Gumbel and all for Halving. It is never more than MaxSimulations.
	Considered int

	// ValueScale and ValueVisits say how much results count against priors in [Gumbel]: a result x, from 0 to 1, is as
	// good as a prior that is exp((ValueVisits+n)·ValueScale·x) times as great, where n is the number of simulations of
	// the move tried most. 0 means 1 and 50, as in the paper for Go and chess.
	ValueScale, ValueVisits float64

	// NoNoise leaves out the noise of [Gumbel], so that the moves with the greatest priors are considered: for games that
	// are played to be won, not to be learned from.
	NoNoise bool

	// NoiseShare is the part of the priors of the root that is replaced by noise of a Dirichlet distribution, so that
	// games that are played to be learned from differ (Silver and others 2017, with 0.25). 0 means none. NoiseAlpha is
	// the parameter of the distribution; 0 means 10 divided by the number of moves. It is for [PUCT]. Each search draws
	// noise of its own.
	NoiseShare, NoiseAlpha float64

	// Temperature, if not 0, draws the move to play, each with a probability in proportion to n^(1/Temperature) after n
	// simulations. 1 follows the simulations; near 0 it is the move with the most. It is for [PUCT]. Moves that are
	// proven to be worse than others are not drawn.
	Temperature float64

	// NoSolver turns off the proving of values. Without it, values that are certain because lines have reached the end
	// of the game are backed up exactly, and moves that cannot be better than another one are no longer tried
	// (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). The schedule of [Gumbel] and
	// [Halving] in the root stays as it is; a simulation of a move with a proven value needs no evaluation.
	NoSolver bool

	// Scale is the outcome that counts as a full win; smaller ones count in proportion, and greater ones as much. 0 means
	// that every win is a full win.
	Scale int

	// Batch is the greatest number of positions in a call of the evaluator, up to 65 536. 0 means 1. More than one need a
	// game that is a [ply.Cloner]: the tree keeps Batch·(InFlight+1) replicas. A call has fewer positions where the search
	// finds no others: near the root, or at the end of a round of halving.
	Batch int

	// InFlight, if not 0, makes the search asynchronous: it is the number of calls of the evaluator at the same time, each
	// on a goroutine of its own, while further positions are collected. 0 means that the search waits for each call. The
	// result of an asynchronous search depends on when evaluations arrive.
	InFlight int

	// Workers is the number of goroutines that collect positions, up to 1024. 0 means 1. More than one need InFlight. They
	// help where the moves of the game take long compared with the evaluator, and no more than Batch of them work at the
	// same time.
	Workers int

	// MaxMemory limits the memory of the tree in bytes. 0 means 256 MiB. Memory is allocated as it is needed. When it is
	// used up, the tree stops growing, and the search goes on evaluating the positions behind it.
	MaxMemory int

	// Random is the source of randomness. Nil means a PCG seeded with 0. A tree takes two numbers from it.
	Random rand.Source

	// Progress, if not nil, is called about every ProgressEvery with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, between two calls of the evaluator or, in an asynchronous search, while workers go
	// on.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}
