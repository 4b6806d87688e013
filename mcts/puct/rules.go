package puct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
)

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
