package puct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
)

// A Selection is the rule by which a simulation chooses moves.
type Selection uint8

const (
	// PUCT chooses the move with the greatest Q + c·P·√N/(1+n), where Q is the mean result of the move after n
	// simulations, P its prior and N the number of simulations of the position, its own evaluation included (Rosin 2011;
	// Silver and others 2017). c grows slowly with N: it is C + log((1+N+Base)/Base) (Silver and others 2018). The move
	// to play is the one with the most simulations.
	PUCT Selection = iota

	// Gumbel searches by the rules of Danihelka, Guez, Schrittwieser and Silver ("Policy improvement by planning with
	// Gumbel", 2022). In the root it draws a sample of the moves without replacement, by their priors and Gumbel noise,
	// and finds the best of them by sequential halving. In other positions it chooses moves so that the shares of the
	// simulations follow the improved policy, which [Statistics.Policy] explains. It needs MaxSimulations.
	//
	// The paper shows that in expectation the move to play is not worse than one drawn by the priors, whatever the
	// number of simulations, if the values are right.
	Gumbel

	// Halving shares the simulations of the root by sequential halving (Karnin, Koren and Somekh 2013; in trees Cazenave
	// 2015): all moves get the same number, then the better half of them, and so on. It makes the regret of the move to
	// play small, not that of the simulations. Other positions are as with [PUCT]. It needs MaxSimulations.
	Halving

	selections
)

// String returns "PUCT", "Gumbel" or "halving".
func (s Selection) String() string {
	if s >= selections {
		return fmt.Sprintf("Selection(%d)", uint8(s))
	}
	return [...]string{"PUCT", "Gumbel", "halving"}[s]
}

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

// Limits bound a search. At least one of MaxSimulations and MaxTime must be set, unless the context can end.
type Limits struct {
	// MaxSimulations is the number of simulations to add to the tree. 0 means no limit.
	MaxSimulations int

	// MaxTime is approximately the time that the search takes. 0 means no limit. Simulations whose evaluation has not
	// arrived by then are not counted.
	MaxTime time.Duration

	// Decided also ends the search, with status [ply.Decided], as soon as the remaining simulations cannot make another
	// move the most visited one. The number of remaining simulations follows from MaxSimulations; if there is a
	// deadline, by MaxTime or by the context, it is also estimated from the speed so far. It needs one of these limits,
	// [PUCT], and a Temperature of 0.
	Decided bool
}

var (
	// ErrFinished is the error of a search from a finished position, which has no moves.
	ErrFinished = errors.New("puct: the game is over: there is no move to look for")

	errNoGame      = errors.New("puct: no game given")
	errNoEvaluator = errors.New("puct: no evaluator given")
	errLost        = errors.New("puct: the game or the evaluator has called runtime.Goexit: the position of the game is not known")
)

const (
	mostBatch    = 1 << 16
	mostInFlight = 1 << 10
	mostSlots    = 1 << 20
)

// within reports whether x is a number from low to high.
func within(x, low, high float64) bool { return x >= low && x <= high }

// withDefaults returns the options with defaults, or an error that names the field at fault.
func (o Options[M]) withDefaults() (Options[M], error) {
	const most = 1e18
	scheduled := o.Selection == Gumbel || o.Selection == Halving
	switch {
	case o.Selection >= selections:
		return o, fmt.Errorf("puct: no selection has the number %d", o.Selection)
	case !within(o.C, 0, most):
		return o, fmt.Errorf("puct: C is %v, want 0 to 1e18", o.C)
	case !within(o.Base, 0, most) && !math.IsInf(o.Base, 1) || o.Base > 0 && o.Base < 1:
		return o, fmt.Errorf("puct: Base is %v, want 0, 1 to 1e18, or +Inf", o.Base)
	case !within(o.Reduction, 0, most):
		return o, fmt.Errorf("puct: Reduction is %v, want 0 to 1e18", o.Reduction)
	case !within(o.VirtualLoss, 0, 1):
		return o, fmt.Errorf("puct: VirtualLoss is %v, want 0 to 1", o.VirtualLoss)
	case o.Selection == Gumbel && (o.C != 0 || o.Base != 0 || o.Reduction != 0 || o.VirtualLoss != 0):
		return o, fmt.Errorf("puct: C, Base, Reduction and VirtualLoss are not for Gumbel")
	case o.Considered < 0:
		return o, fmt.Errorf("puct: Considered is %d, want a number of moves, or 0 for the usual", o.Considered)
	case o.Considered > 0 && !scheduled:
		return o, fmt.Errorf("puct: Considered is for Gumbel and Halving, and Selection is %v", o.Selection)
	case !within(o.ValueScale, 0, 1e6) || !within(o.ValueVisits, 0, 1e9):
		return o, fmt.Errorf("puct: ValueScale is %v and ValueVisits %v, want 0 to 1e6 and 0 to 1e9", o.ValueScale, o.ValueVisits)
	case o.Selection != Gumbel && (o.ValueScale != 0 || o.ValueVisits != 0 || o.NoNoise):
		return o, fmt.Errorf("puct: ValueScale, ValueVisits and NoNoise are for Gumbel, and Selection is %v", o.Selection)
	case !within(o.NoiseShare, 0, 1):
		return o, fmt.Errorf("puct: NoiseShare is %v, want 0 to 1", o.NoiseShare)
	case o.NoiseAlpha != 0 && !within(o.NoiseAlpha, 1e-6, 1e6):
		return o, fmt.Errorf("puct: NoiseAlpha is %v, want 0, or 1e-6 to 1e6", o.NoiseAlpha)
	case o.NoiseAlpha != 0 && o.NoiseShare == 0:
		return o, fmt.Errorf("puct: NoiseAlpha is %v without NoiseShare", o.NoiseAlpha)
	case o.Temperature != 0 && !within(o.Temperature, 1e-6, 1e6):
		return o, fmt.Errorf("puct: Temperature is %v, want 0, or 1e-6 to 1e6", o.Temperature)
	case scheduled && (o.NoiseShare != 0 || o.Temperature != 0):
		return o, fmt.Errorf("puct: NoiseShare and Temperature are for PUCT, and Selection is %v", o.Selection)
	case o.Scale < 0 || o.Scale > ply.MaxValue:
		return o, fmt.Errorf("puct: Scale is %d, want a value up to %d, or 0", o.Scale, ply.MaxValue)
	case o.Batch < 0 || o.Batch > mostBatch:
		return o, fmt.Errorf("puct: Batch is %d, want a number of positions up to %d", o.Batch, mostBatch)
	case o.InFlight < 0 || o.InFlight > mostInFlight:
		return o, fmt.Errorf("puct: InFlight is %d, want a number of calls up to %d", o.InFlight, mostInFlight)
	case o.Workers > 1 && o.InFlight == 0:
		return o, fmt.Errorf("puct: Workers is %d, want one without InFlight", o.Workers)
	case o.MaxMemory < 0:
		return o, fmt.Errorf("puct: MaxMemory is %d, want a number of bytes or 0", o.MaxMemory)
	}
	if err := sampling.CheckWorkers(o.Workers, o.ProgressEvery); err != nil {
		return o, fmt.Errorf("puct: %w", err)
	}
	source, err := random.Source(o.Random)
	if err != nil {
		return o, fmt.Errorf("puct: %w", err)
	}
	o.Random = source
	o.C, o.Base = cmp.Or(o.C, 1.25), cmp.Or(o.Base, 19652)
	o.ValueScale, o.ValueVisits = cmp.Or(o.ValueScale, 1), cmp.Or(o.ValueVisits, 50)
	if o.Considered == 0 {
		o.Considered = math.MaxInt
		if o.Selection == Gumbel {
			o.Considered = 16
		}
	}
	o.Batch, o.Workers = cmp.Or(o.Batch, 1), cmp.Or(o.Workers, 1)
	o.MaxMemory = cmp.Or(o.MaxMemory, sampling.UsualMemory)
	if o.slots() > mostSlots {
		return o, fmt.Errorf("puct: Batch is %d and InFlight %d, together more than %d positions", o.Batch, o.InFlight, mostSlots)
	}
	return o, nil
}

// slots returns the number of simulations that can be at work at the same time: while some calls are in flight, the
// positions of a further one are collected.
func (o *Options[M]) slots() int { return o.Batch * (o.InFlight + 1) }

// scheduled reports whether the number of simulations decides which move of the root is next.
func (o *Options[M]) scheduled() bool { return o.Selection != PUCT }

// checkLimits returns an error if a search with these options cannot have these limits.
func (o *Options[M]) checkLimits(ctx context.Context, l Limits) error {
	_, deadline := ctx.Deadline()
	if err := sampling.CheckLimits(l.MaxSimulations, l.MaxTime, ctx.Done() == nil); err != nil {
		return fmt.Errorf("puct: %w", err)
	}
	switch {
	case o.scheduled() && l.MaxSimulations == 0:
		return fmt.Errorf("puct: %v shares out MaxSimulations, which is 0", o.Selection)
	case l.Decided && o.scheduled():
		return fmt.Errorf("puct: Decided is for PUCT, and Selection is %v", o.Selection)
	case l.Decided && o.Temperature != 0:
		return fmt.Errorf("puct: Decided is of the most simulations, want a Temperature of 0")
	case l.Decided && l.MaxSimulations == 0 && l.MaxTime == 0 && !deadline:
		return fmt.Errorf("puct: Decided without an end in sight, want MaxSimulations or MaxTime, or a context with a deadline")
	}
	return nil
}
