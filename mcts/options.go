package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Options say how a tree grows. The zero value is plain UCT: the bound of Hoeffding, one uniform playout
// for each simulation, proven values, one goroutine.
type Options struct {
	// Bandit is the formula by which moves are chosen in the tree. Nil is Hoeffding{K: 0.25}.
	Bandit Bandit

	// FirstPlay is the score of a move not yet tried (first-play urgency, Wang and Gelly 2007). With RAVE,
	// it is that of moves without RAVE results. 0 tries every move once before any twice, as far as RAVE
	// does not know better; +Inf does so even then.
	FirstPlay float64

	// RAVE, if not 0, mixes the mean result of a move with that of all simulations in which the same
	// side played the move now or later (rapid action value estimate, Gelly and Silver 2007). Of a move
	// tried n times the latter has the weight RAVE/(RAVE+n), and a move not yet tried has that alone.
	// Moves are told apart by [ply.Numberer].
	RAVE float64

	// GRAVE, if not 0, takes the RAVE results not from the position itself but from the last one before
	// it, with the same side to move, that saw at least so many simulations (Cazenave 2015).
	GRAVE int

	// WideningFactor and WideningPower, if not 0, let only the first Q·⌊m^P⌋ moves of a position be
	// chosen in its m-th simulation, and at least one (progressive widening; Coulom 2007). The order is
	// that of the priors of a [Guide], the greatest first, and else random.
	WideningFactor, WideningPower float64

	// Bias, if not 0, adds Bias·H/log(2+m) to the score of a move, where H is its prior in a position
	// seen m times (progressive bias; Chaslot and others 2007). It needs a [Guide].
	Bias float64

	// Decisive plays moves that win at once, and else those that keep the opponent from doing so, in the
	// tree and in playouts (Teytaud and Teytaud 2010). It needs a [Decider].
	Decisive bool

	// NoSolver does not prove values. Otherwise what is certain of the value of a position, because its
	// lines have come to their ends, is backed up exactly, and what cannot be better than another move
	// is left alone (MCTS-Solver, Winands and others 2008; with bounds, Cazenave and Saffidine 2010). Of a
	// [MultiplayerGame] nothing is proven.
	NoSolver bool

	// Scale is the value of a game from which on a result counts as a full win; results between count in
	// proportion, in at most 127 steps. 0 counts a win as a win, whatever its value.
	Scale int

	// Evaluate takes the value of a new position from [ply.EvaluatorOf] in place of a playout. Of a
	// [MultiplayerGame] it needs a [ply.MultiplayerEvaluator].
	Evaluate bool

	// Playouts is the number of playouts for each simulation, and Aggregate what is made of their
	// results, which counts as one: so a bandit explores as if playouts were as few as simulations, and
	// wants a smaller constant (Vittaut 2017, section 5.4.1, divides that of UCT, the root of K, by their
	// number). 0 is one.
	Playouts  int
	Aggregate Aggregate

	// ExpandAfter is the number of simulations that lead to a position before it gets a place in the
	// tree for its moves. 0 means 1.
	ExpandAfter int

	// Transpositions lets lines that lead to the same position share its place in the tree. Results are
	// kept with moves, of each position that a move is played in. It needs a [ply.Hasher] that is
	// acyclic and says so.
	Transpositions bool

	// MaxMemory bounds the memory of the tree, in bytes, scratch space aside. 0 means 256 MiB. A tree
	// that is full stops growing, but for Prune, which forgets the parts that saw the fewest
	// simulations. The memory is taken as it is needed.
	MaxMemory int
	Prune     bool

	// Workers is the number of goroutines that search, as Parallel says. 0 means 1. More than one need
	// a [ply.Cloner].
	Workers  int
	Parallel Parallel

	// Final says which move is the best in the end.
	Final Final

	// Random is the source of all chance. Nil is one seeded with 0. The same seed gives the same result,
	// except for a tree shared by several workers, a search bounded by time, and what trees apart have
	// counted when one of them solves the position.
	Random *rand.PCG

	// Progress, if not nil, is called about ten times a second.
	Progress func(Progress)
}

// Aggregate says what is made of several playouts from one position.
type Aggregate uint8

const (
	// Mean is the mean of the results.
	Mean Aggregate = iota

	// Median is the median, of two in the middle the lower for the player to move, the upper for others.
	Median

	// Max is the best for the player who moved last, whose move a simulation is to judge; of more than two
	// players, all that came of the playout which is that.
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

	// LeafParallel: one worker grows the tree, and all share the Playouts of each simulation.
	LeafParallel

	parallels
)

// Final says which move is played in the end. A proven win, and then whatever is not a proven loss, goes
// first in any case.
type Final uint8

const (
	// MostVisits is the move with the most simulations, of equals that with the better results.
	MostVisits Final = iota

	// BestValue is the move with the best mean result.
	BestValue

	// LowerBound is the move with the best mean result less a deviation of it, 1/√n.
	LowerBound

	finals
)

// Limits bound a search. At least one of them must be set, or the context have an end.
type Limits struct {
	// Simulations is the number of simulations to add. 0 is no bound.
	Simulations int

	// Time is about the time to take. 0 is no bound.
	Time time.Duration

	// Decided also stops the search when the simulations that are left, by their number or by the time
	// they would take, cannot make another move the most visited.
	Decided bool
}

// Progress is how far a search has come.
type Progress struct {
	Simulations int
	Elapsed     time.Duration
}

var (
	// ErrFinished is the error of a search from a finished position.
	ErrFinished = errors.New("mcts: the game is over: there is no move to look for")

	errNoGame   = errors.New("mcts: no game given")
	errNoLimits = errors.New("mcts: the search would not end: want Simulations or Time, or a context that ends")
)

const (
	usualMemory  = 256 << 20
	mostUtility  = 127
	mostPlayouts = 1 << 16
)

// withDefaults returns the options with defaults, or an error that names the field at fault.
func (o Options) withDefaults() (Options, error) {
	if o.Bandit == nil {
		o.Bandit = Hoeffding{K: 0.25}
	}
	o.Playouts = cmp.Or(o.Playouts, 1)
	o.ExpandAfter = cmp.Or(o.ExpandAfter, 1)
	o.MaxMemory = cmp.Or(o.MaxMemory, usualMemory)
	o.Workers = cmp.Or(o.Workers, 1)
	if o.Random == nil {
		o.Random = rand.NewPCG(0, 0)
	}
	bad := func(x float64) bool { return !(x >= 0) || math.IsInf(x, 0) }
	switch {
	case bad(o.FirstPlay) && !math.IsInf(o.FirstPlay, 1):
		return o, fmt.Errorf("mcts: FirstPlay is %v, want a score of 0 or more", o.FirstPlay)
	case bad(o.RAVE):
		return o, fmt.Errorf("mcts: RAVE is %v, want a number of simulations, or 0 for none", o.RAVE)
	case o.GRAVE < 0 || o.GRAVE > 0 && o.RAVE == 0:
		return o, fmt.Errorf("mcts: GRAVE is %d with RAVE %v, want a number of simulations, and RAVE", o.GRAVE, o.RAVE)
	case bad(o.WideningFactor) || bad(o.WideningPower) || (o.WideningFactor == 0) != (o.WideningPower == 0):
		return o, fmt.Errorf("mcts: WideningFactor is %v and WideningPower %v, want both positive, or none", o.WideningFactor, o.WideningPower)
	case bad(o.Bias):
		return o, fmt.Errorf("mcts: Bias is %v, want 0 or more", o.Bias)
	case o.Scale < 0 || o.Scale > ply.MaxValue:
		return o, fmt.Errorf("mcts: Scale is %d, want a value up to %d, or 0", o.Scale, ply.MaxValue)
	case o.Playouts < 0 || o.Playouts > mostPlayouts:
		return o, fmt.Errorf("mcts: Playouts is %d, want 1 to %d", o.Playouts, mostPlayouts)
	case o.Aggregate >= aggregates:
		return o, fmt.Errorf("mcts: unknown Aggregate %d", o.Aggregate)
	case o.ExpandAfter < 0:
		return o, fmt.Errorf("mcts: ExpandAfter is %d, want a number of simulations", o.ExpandAfter)
	case o.MaxMemory < 0:
		return o, fmt.Errorf("mcts: MaxMemory is %d, want a number of bytes", o.MaxMemory)
	case o.Workers < 0 || o.Workers > 1<<10:
		return o, fmt.Errorf("mcts: Workers is %d, want a number of goroutines", o.Workers)
	case o.Parallel >= parallels:
		return o, fmt.Errorf("mcts: unknown Parallel %d", o.Parallel)
	case o.Final >= finals:
		return o, fmt.Errorf("mcts: unknown Final %d", o.Final)
	}
	return o, nil
}

// errMemory says that the bound is too small for the root.
func errMemory(bound, need int) error {
	return fmt.Errorf("mcts: MaxMemory is %s, too small for the moves of the root, which need %s",
		transposition.FormatBytes(float64(bound)), transposition.FormatBytes(float64(need)))
}
