package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/random"
)

// check returns an error if the game lacks what the options ask of it.
func (t *Tree[M]) check() error {
	opt := &t.opt
	if n := playersOf(t.game).Players(); n < 1 || n > MostPlayers {
		return fmt.Errorf("mcts: %T has %d players, want 1 to %d", t.game, n, MostPlayers)
	}
	lacks := func(what, capability string) error {
		return fmt.Errorf("mcts: %s needs a %s, which %T is not", what, capability, t.game)
	}
	if _, ok := t.game.(Decider[M]); opt.Decisive && !ok {
		return lacks("Decisive", "mcts.Decider")
	}
	if _, ok := t.game.(Guide[M]); opt.Bias != 0 && !ok {
		return lacks("Bias", "mcts.Guide")
	}
	if opt.Evaluate && evaluatorOf(t.game) == nil {
		if _, ok := t.game.(ply.Adversarial); ok {
			return lacks("Evaluate", "ply.Evaluator")
		}
		return lacks("Evaluate", "ply.MultiplayerEvaluator")
	}
	if _, ok := t.game.(ply.Stochastic[M]); !ok && opt.OutcomeFactor != 0 {
		return lacks("OutcomeFactor", "ply.Stochastic")
	} else if !ok && opt.OpenLoop {
		return lacks("OpenLoop", "ply.Stochastic")
	} else if ok && opt.RAVE != 0 {
		return fmt.Errorf("mcts: RAVE is for games without chance, and %T is a ply.Stochastic", t.game)
	}
	a, ok := t.game.(ply.Acyclic)
	acyclic := ok && a.Acyclic()
	if opt.Transpositions {
		if _, ok := t.game.(ply.Hasher); !ok {
			return lacks("Transpositions", "ply.Hasher")
		}
		if !acyclic {
			return lacks("Transpositions", "game that declares itself acyclic (ply.Acyclic)")
		}
	}
	switch own := playouterOf(t.game) != nil; {
	case own && !opt.Uniform && (opt.Replies != 0 || opt.Averages.Length != 0 || opt.Mercy != 0):
		return fmt.Errorf("mcts: Replies, Averages and Mercy are of uniform playouts, and %T plays its own: want Uniform", t.game)
	case opt.Uniform && !own:
		return fmt.Errorf("mcts: Uniform is for a game with playouts of its own, which %T has not", t.game)
	}
	if opt.Mercy != 0 && evaluatorOf(t.game) == nil {
		return lacks("Mercy", "ply.Evaluator or ply.MultiplayerEvaluator")
	}
	if opt.Workers > 1 {
		if t.clone == nil {
			return lacks("more than one of Workers", "ply.Cloner")
		}
		if _, ok := t.game.(ply.Numberer[M]); (opt.RAVE != 0 || opt.learns()) && opt.Parallel == SharedTree && !ok {
			return lacks("RAVE, or learning of moves, in a tree shared by Workers", "ply.Numberer")
		}
	}
	if opt.MaxLength == 0 {
		opt.MaxLength = usualLength
		if acyclic {
			opt.MaxLength = math.MaxInt
		}
	}
	return nil
}

// counted returns a number of simulations as it is compared with a count, which cannot be greater than that of a
// greater number.
func counted(simulations int) uint32 { return uint32(min(simulations, math.MaxInt32)) }

// checkLimits returns an error if the limits of a run are not to be had.
func (t *Tree[M]) checkLimits(r *run) error {
	limits := r.limits
	switch {
	case limits.MaxSimulations < 0:
		return fmt.Errorf("mcts: MaxSimulations is %d, want a number, or 0 for no bound", limits.MaxSimulations)
	case limits.MaxTime < 0:
		return fmt.Errorf("mcts: MaxTime is %v, want a duration, or 0 for no bound", limits.MaxTime)
	case limits.MaxSimulations == 0 && limits.MaxTime == 0 && r.ctx.Done() == nil:
		return errNoLimits
	case limits.Decided && limits.MaxSimulations == 0 && r.deadline.IsZero():
		return fmt.Errorf("mcts: Decided without an end in sight, want MaxSimulations or MaxTime, or a context with a deadline")
	case limits.Decided && t.opt.Final != MostVisits:
		return fmt.Errorf("mcts: Decided is of the most simulations, want Final to be MostVisits")
	case limits.Decided && t.workers[0].byChance():
		return fmt.Errorf("mcts: Decided is of a choice, and chance is to move")
	case limits.Decided && len(t.stores) > 1:
		return fmt.Errorf("mcts: Decided is of one tree, want Parallel not to be RootParallel")
	}
	return nil
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

// checkLearning returns an error if the options for learning, or Mercy, are not valid or do not go together with
// others.
func (o *Options[M]) checkLearning() error {
	a := o.Averages
	switch {
	case o.Replies < 0 || o.Replies > mostReplies:
		return fmt.Errorf("mcts: Replies is %d, want 0 to %d moves", o.Replies, mostReplies)
	case a.Length < 0 || a.Length > mostGram:
		return fmt.Errorf("mcts: Averages.Length is %d, want 0 to %d moves", a.Length, mostGram)
	case a.Length == 0 && a != (Averages{}):
		return fmt.Errorf("mcts: Averages has no Length, want 1 to %d moves", mostGram)
	case !usable(a.Temperature) || !usable(a.Chance) || a.Chance > 1:
		return fmt.Errorf("mcts: Averages has Temperature %v and Chance %v, want 0 or numbers from 1e-18, Chance up to 1", a.Temperature, a.Chance)
	case a.Temperature != 0 && a.Chance != 0:
		return fmt.Errorf("mcts: Averages has a Temperature and a Chance, want one of them")
	case !usable(o.History):
		return fmt.Errorf("mcts: History is %v, want 0 or a number from 1e-18 to 1e18", o.History)
	case o.Mercy < 0 || o.Mercy > ply.MaxValue:
		return fmt.Errorf("mcts: Mercy is %d, want a value up to %d, or 0", o.Mercy, ply.MaxValue)
	case o.Evaluate && (o.Replies != 0 || a.Length != 0 || o.Mercy != 0 || o.Uniform):
		return fmt.Errorf("mcts: Replies, Averages, Mercy and Uniform are of playouts, want none with Evaluate")
	case o.OpenLoop && o.learns():
		return fmt.Errorf("mcts: OpenLoop excludes Replies, Averages and History")
	case o.Parallel == LeafParallel && o.learns():
		return fmt.Errorf("mcts: Replies, Averages and History are of a worker with a tree, want Parallel not to be LeafParallel")
	}
	return nil
}
