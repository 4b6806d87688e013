package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/ply-search/ply"
)

// LBFGS minimises the loss over the whole set with the quasi-Newton method of gonum (L-BFGS, Nocedal 1980). A linear
// model needs a few dozen epochs; an epoch may pass through the set more than once. LBFGS cannot be used with
// [Options].TD or Checkpoint.
type LBFGS struct{}

func (LBFGS) check() error           { return nil }
func (LBFGS) start(int, int) stepper { return nil }

var errEnough = errors.New("learn: enough epochs")

func (t *trainer) minimize(ctx context.Context, _ LBFGS) error {
	all := make([]int, len(t.trajectories))
	for i := range all {
		all[i] = i
	}
	var sum tally
	look := func(x []float64) {
		if sum.learned > 0 && slices.Equal(x, t.model.Weights) {
			return // the function and its gradient are wanted at the same place
		}
		copy(t.model.Weights, x)
		sum = t.addGradient(all)
		floats.Scale(1/float64(sum.learned), t.gradient)
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { look(x); return sum.loss / float64(sum.learned) },
		Grad: func(grad, x []float64) { look(x); copy(grad, t.gradient) },
	}
	record := &lbfgsRecorder{trainer: t, ctx: ctx, look: look, sum: &sum, before: slices.Clone(t.model.Weights)}
	settings := &optimize.Settings{GradientThreshold: 1e-8, Recorder: record, Converger: optimize.NeverTerminate{}}
	_, err := optimize.Minimize(problem, slices.Clone(t.model.Weights), settings, &optimize.LBFGS{})
	switch {
	case record.err != nil:
		return record.err
	case errors.Is(err, errEnough):
		t.status = t.ended(ctx)
	case err != nil && len(t.epochs) == 0:
		return fmt.Errorf("learn: %w", err)
	default: // the least loss, to the precision of the numbers
		t.status = ply.Complete
	}
	return nil
}

type lbfgsRecorder struct {
	*trainer
	ctx    context.Context
	look   func([]float64)
	sum    *tally
	before []float64
	err    error
}

func (*lbfgsRecorder) Init() error { return nil }

func (r *lbfgsRecorder) Record(l *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op != optimize.MajorIteration || len(r.epochs) == 0 && slices.Equal(l.X, r.before) {
		return nil
	}
	r.look(l.X)
	if r.err = r.note(r.before, *r.sum); r.err != nil {
		return r.err
	}
	r.before = append(r.before[:0], l.X...)
	if len(r.epochs) >= r.total || r.stopped(r.ctx) {
		return errEnough
	}
	return nil
}
