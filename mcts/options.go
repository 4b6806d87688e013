package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/random"
)

// Options say how a tree grows. The zero value is plain UCT: the bound of Hoeffding, one uniform playout
// for each simulation, proven values, one goroutine. An option that a search would not heed is an error.
type Options[M comparable] struct {
	// Bandit is the formula by which moves are chosen in the tree. Nil means [Hoeffding] with its usual constant.
	Bandit Bandit

	// FirstPlay is the score of a move not yet tried (first-play urgency, Wang and Gelly 2007). With RAVE,
	// it is the score of moves without RAVE results. 0 tries every move once before any twice, except for moves
	// that RAVE has results of; +Inf does so without exception.
	FirstPlay float64

	// RAVE, if not 0, mixes the mean result of a move with the mean of all simulations in which the same
	// side played the move now or later (rapid action value estimate, Gelly and Silver 2007). For a move
	// tried n times the latter has the weight RAVE/(RAVE+n), and for a move not yet tried it is all.
	// Moves are told apart by [ply.Numberer].
	RAVE float64

	// GRAVE, if not 0, takes the RAVE results not from the position itself but from the last one before
	// it, with the same side to move, that saw at least GRAVE simulations (Cazenave 2015). It needs RAVE.
	GRAVE int

	// WideningFactor and WideningPower, if not 0, let only the first WideningFactor·⌊m^WideningPower⌋ moves of a
	// position be chosen in its m-th simulation, and at least one (progressive widening; Coulom 2007). Moves are
	// in descending order of the priors of a [Guide], or without one in random order.
	WideningFactor, WideningPower float64

	// Bias, if not 0, adds Bias·H/log(2+m) to the score of a move, where H is its prior in a position
	// seen m times (progressive bias; Chaslot and others 2007). It needs a [Guide].
	Bias float64

	// Decisive plays moves that win at once, and otherwise moves that keep the opponent from winning at once, in
	// the tree and in playouts (Teytaud and Teytaud 2010). It needs a [Decider].
	Decisive bool

	// NoSolver does not prove values. Without it, what is certain of the value of a position, because its
	// lines have come to their ends, is backed up exactly, and what cannot be better than another move
	// is left alone (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). In a
	// [MultiplayerGame] nothing is proven.
	NoSolver bool

	// Scale is the value of a game from which on a result counts as a full win; results between count in
	// proportion, in at most 127 steps. 0 counts a win as a win, whatever its value.
	Scale int

	// Evaluate takes the value of a new position from the game's [ply.Evaluator], or for a [MultiplayerGame] from
	// its [ply.MultiplayerEvaluator], in place of a playout.
	Evaluate bool

	// Playouts is the number of playouts for each simulation, and Aggregate says what is made of their results. The
	// aggregate counts as a single simulation, so the exploration constant should be smaller than with one playout;
	// Vittaut 2017 (section 5.4.1) divides √K by Playouts. 0 means 1.
	Playouts  int
	Aggregate Aggregate

	// MaxLength bounds the length of a line of play in moves, from the root through the tree to the end of a
	// playout. A playout that is cut short there counts by the game's [ply.Evaluator] or
	// [ply.MultiplayerEvaluator], or without one as a draw. A [Playouter] ends its playouts by itself: for it,
	// MaxLength bounds the line in the tree alone. 0 means no bound for a game that declares that it is
	// [ply.Acyclic], and 10 000 otherwise.
	MaxLength int

	// ExpandAfter is the number of simulations that lead to a position before it gets a place in the
	// tree for its moves. 0 means 1.
	ExpandAfter int

	// Transpositions lets lines that lead to the same position share its place in the tree. Results are
	// kept with moves, for each position that a move is played in. It needs a [ply.Hasher] that is
	// acyclic and says so.
	Transpositions bool

	// MaxMemory bounds the memory of the tree, in bytes, scratch space aside. 0 means 256 MiB. A tree
	// that is full stops growing; with Prune it forgets the parts that saw the fewest simulations and grows on.
	// Memory is taken as it is needed.
	MaxMemory int
	Prune     bool

	// Workers is the number of goroutines that search, as Parallel says. 0 means 1. More than one need
	// a [ply.Cloner].
	Workers  int
	Parallel Parallel

	// Final says which move is the best in the end.
	Final Final

	// Random is the source of all chance. Nil means one seeded with 0. The same seed gives the same result,
	// except with a tree shared by several workers, with a search that ends by time or by its context, and in what
	// trees apart have counted when one of them solves the position.
	Random rand.Source

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, on the goroutine that called Search.
	// One worker, and those of LeafParallel, wait for it; others search on. A call in progress is waited for.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// Aggregate says what is made of several playouts from one position.
type Aggregate uint8

const (
	// Mean is the mean of the results.
	Mean Aggregate = iota

	// Median is the median. Of two results in the middle it is the lower for the player to move, and the upper for
	// others.
	Median

	// Max is the best result for the player who moved last, whose move a simulation is to judge. With more than two
	// players, each has its own result of the playout that is best for that player.
	Max

	aggregates
)

// Parallel says how workers share the work.
type Parallel uint8

const (
	// SharedTree: all workers grow one tree. A simulation counts for a move from the moment that it
	// is chosen, as if lost, so that others look elsewhere (virtual loss).
	SharedTree Parallel = iota

	// RootParallel: each worker grows a tree of its own, whose counts at the root are added up.
	RootParallel

	// LeafParallel: one worker grows the tree, and all share the Playouts of each simulation, of which there must be
	// at least as many as workers.
	LeafParallel

	parallels
)

// Final says which move is played in the end. A proven win, and after that whatever is not a proven loss, goes
// first in any case.
type Final uint8

const (
	// MostVisits is the move with the most simulations, and among several such the one with the best results.
	MostVisits Final = iota

	// BestValue is the move with the best mean result.
	BestValue

	// LowerBound is the move with the best mean result less a deviation of it, 1/√n.
	LowerBound

	finals
)

// Limits bound a search. At least one of them must be set, or the context have an end.
type Limits struct {
	// MaxSimulations is the number of simulations to add. 0 means no bound.
	MaxSimulations int

	// MaxTime is about the time to take. 0 means no bound. Playouts are cut short when it is over, but for those of a
	// [Playouter]. A simulation that is cut short so is not counted.
	MaxTime time.Duration

	// Decided also stops the search when the simulations that are left cannot make another move the most visited.
	// Their number is known from MaxSimulations; if there is a deadline, by MaxTime or by the context, how many there is
	// time for is estimated, too. Decided goes with MostVisits, and not with RootParallel.
	Decided bool
}

var (
	// ErrFinished is the error of a search from a finished position.
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
	if v := reflect.ValueOf(o.Bandit); v.Kind() == reflect.Pointer && v.IsNil() {
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
	case o.ProgressEvery < 0:
		return o, fmt.Errorf("mcts: ProgressEvery is %v, want a duration", o.ProgressEvery)
	case o.Final >= finals:
		return o, fmt.Errorf("mcts: unknown Final %d", o.Final)
	}
	return o, nil
}

// errMemory says that the bound is too small for the root.
func errMemory(bound, need int) error {
	return fmt.Errorf("mcts: MaxMemory is %s, too small for the moves of the root, which need %s",
		memory.Format(float64(bound)), memory.Format(float64(need)))
}
