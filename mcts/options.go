package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/random"
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

// An Aggregate combines the results of the playouts of one simulation, if there are several. See [Options.Playouts].
type Aggregate uint8

const (
	// Mean takes the mean of the results.
	Mean Aggregate = iota

	// Median takes the median. Of two results in the middle, it takes the lower one for the player to move and the
	// upper one for other players.
	Median

	// Max takes the result of the playout that is best for the player who moved last, whose move the simulation
	// evaluates.
	Max

	aggregates
)

// Parallel selects how workers share the work. See [Options.Workers].
type Parallel uint8

const (
	// SharedTree makes all workers grow one tree. A simulation in progress counts as a loss for the moves on its path
	// until its result is known, so that other workers look elsewhere (virtual loss).
	SharedTree Parallel = iota

	// RootParallel makes each worker grow a tree of its own. The statistics of the moves of the roots are added up.
	RootParallel

	// LeafParallel makes one worker grow the tree, and all workers share the playouts of each simulation.
	// [Options.Playouts] must be at least the number of workers.
	LeafParallel

	parallels
)

// Final is a criterion for the best move at the end of a search. Proven values take precedence: a proven win is always
// chosen, and a proven loss only if there is nothing else.
type Final uint8

const (
	// MostVisits chooses the move with the most simulations and, on ties, the one with the better mean.
	MostVisits Final = iota

	// BestValue chooses the move with the best mean result.
	BestValue

	// LowerBound chooses the move with the best mean result minus 1/√n after n simulations.
	LowerBound

	finals
)

// Limits bound a search. At least one of MaxSimulations and MaxTime must be set, unless the context can end; otherwise
// the search returns an error.
type Limits struct {
	// MaxSimulations is the number of simulations to add to the tree. 0 means no limit.
	MaxSimulations int

	// MaxTime is approximately the time that the search takes. 0 means no limit. When it is over, playouts are cut
	// short, except those of a [Playouter]; simulations that are cut short are not counted.
	MaxTime time.Duration

	// Decided also ends the search, with status [ply.Decided], as soon as the remaining simulations cannot make another
	// move the most visited one. The number of remaining simulations follows from MaxSimulations; if there is a
	// deadline, by MaxTime or by the context, it is also estimated from the speed so far. Decided requires one of these
	// limits, and cannot be combined with a Final other than MostVisits or with several trees (RootParallel).
	Decided bool
}

var (
	// ErrFinished is the error of a search from a finished position, which has no moves.
	ErrFinished = errors.New("mcts: the game is over: there is no move to look for")

	errNoGame   = errors.New("mcts: no game given")
	errNoLimits = errors.New("mcts: the search would not end: want MaxSimulations or MaxTime, or a context that ends")
	errLost     = errors.New("mcts: the game has called runtime.Goexit in the midst of a simulation: its position is not known")
)

const (
	usualMemory  = 256 << 20
	usualLength  = 10_000
	mostUtility  = 127
	mostPlayouts = 1 << 16
	mostWorkers  = 1 << 10
)

// withDefaults returns the options with defaults, or an error that names the field at fault.
func (o Options[M]) withDefaults() (Options[M], error) {
	if o.Bandit == nil {
		o.Bandit = Hoeffding{}
	}
	o.Playouts = cmp.Or(o.Playouts, 1)
	o.ExpandAfter = cmp.Or(o.ExpandAfter, 1)
	o.MaxMemory = cmp.Or(o.MaxMemory, usualMemory)
	o.Workers = cmp.Or(o.Workers, 1)
	source, err := random.Source(o.Random)
	if err != nil {
		return o, fmt.Errorf("mcts: %w", err)
	}
	o.Random = source
	o.NoSolver = o.NoSolver || o.OpenLoop
	if guard.IsNil(o.Bandit) {
		return o, fmt.Errorf("mcts: Bandit is a nil %T", o.Bandit)
	}
	if c, ok := o.Bandit.(interface{ Check() error }); ok {
		if err := c.Check(); err != nil {
			return o, err
		}
	}
	switch {
	case !usable(o.FirstPlay) && !math.IsInf(o.FirstPlay, 1):
		return o, fmt.Errorf("mcts: FirstPlay is %v, want 0, a score from 1e-18 to 1e18, or +Inf", o.FirstPlay)
	case !usable(o.RAVE):
		return o, fmt.Errorf("mcts: RAVE is %v, want 0 for no RAVE, or a number of simulations up to 1e18", o.RAVE)
	case o.GRAVE < 0 || o.GRAVE > 0 && o.RAVE == 0:
		return o, fmt.Errorf("mcts: GRAVE is %d with RAVE %v, want a number of simulations, and RAVE", o.GRAVE, o.RAVE)
	case !usable(o.WideningFactor) || !usable(o.WideningPower) || (o.WideningFactor == 0) != (o.WideningPower == 0):
		return o, fmt.Errorf("mcts: WideningFactor is %v and WideningPower %v, want both positive, or both 0", o.WideningFactor, o.WideningPower)
	case !usable(o.OutcomeFactor) || !usable(o.OutcomePower) || (o.OutcomeFactor == 0) != (o.OutcomePower == 0):
		return o, fmt.Errorf("mcts: OutcomeFactor is %v and OutcomePower %v, want both positive, or both 0", o.OutcomeFactor, o.OutcomePower)
	case o.OpenLoop && (o.WideningFactor != 0 || o.OutcomeFactor != 0 || o.Transpositions):
		return o, fmt.Errorf("mcts: OpenLoop excludes WideningFactor, OutcomeFactor and Transpositions")
	case o.OpenLoop && o.Workers > 1 && o.Parallel == SharedTree:
		return o, fmt.Errorf("mcts: Workers is %d, want one with OpenLoop in a SharedTree", o.Workers)
	case !usable(o.Bias):
		return o, fmt.Errorf("mcts: Bias is %v, want 0 or a number from 1e-18 to 1e18", o.Bias)
	case o.Scale < 0 || o.Scale > ply.MaxValue:
		return o, fmt.Errorf("mcts: Scale is %d, want a value up to %d, or 0", o.Scale, ply.MaxValue)
	case o.Playouts < 0 || o.Playouts > mostPlayouts:
		return o, fmt.Errorf("mcts: Playouts is %d, want 1 to %d", o.Playouts, mostPlayouts)
	case o.Evaluate && o.Playouts > 1:
		return o, fmt.Errorf("mcts: Playouts is %d, want none with Evaluate, which takes their place", o.Playouts)
	case o.Aggregate >= aggregates:
		return o, fmt.Errorf("mcts: unknown Aggregate %d", o.Aggregate)
	case o.Aggregate != Mean && o.Playouts == 1:
		return o, fmt.Errorf("mcts: Aggregate is of several playouts, want Playouts to be 2 or more")
	case o.MaxLength < 0:
		return o, fmt.Errorf("mcts: MaxLength is %d, want a number of moves, or 0 for the default", o.MaxLength)
	case o.ExpandAfter < 0:
		return o, fmt.Errorf("mcts: ExpandAfter is %d, want a number of simulations", o.ExpandAfter)
	case o.MaxMemory < 0:
		return o, fmt.Errorf("mcts: MaxMemory is %d, want a number of bytes", o.MaxMemory)
	case o.Workers < 0 || o.Workers > mostWorkers:
		return o, fmt.Errorf("mcts: Workers is %d, want a number of goroutines up to %d", o.Workers, mostWorkers)
	case o.Parallel >= parallels:
		return o, fmt.Errorf("mcts: unknown Parallel %d", o.Parallel)
	case o.Parallel == LeafParallel && o.Workers > o.Playouts:
		return o, fmt.Errorf("mcts: Workers is %d for %d of Playouts, want at least one playout for each worker with LeafParallel",
			o.Workers, o.Playouts)
	case o.PlainPlayouts && (!o.Decisive || o.Evaluate):
		return o, errors.New("mcts: PlainPlayouts is set, want Decisive, and no Evaluate")
	case o.ProgressEvery < 0:
		return o, fmt.Errorf("mcts: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.Final >= finals:
		return o, fmt.Errorf("mcts: unknown Final %d", o.Final)
	}
	return o, o.checkLearning()
}

// errMemory says that the bound is too small for the root.
func errMemory(bound, need int) error {
	return fmt.Errorf("mcts: MaxMemory is %s, too small for the moves of the root, which need %s",
		memory.Format(float64(bound)), memory.Format(float64(need)))
}
