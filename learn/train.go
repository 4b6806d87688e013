package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/alphabeta"
)

// Train trains a model on a set of games and returns a new model. newGame returns a new game at its start; the games of
// the set are replayed on it. If the fields Shift and Scale of the model are both nil, Train sets them: the normalized
// features of the set then have mean 0 and standard deviation 1. It also adjusts the weights, to keep the values that
// the model computes.
//
// The features of all positions are kept in memory, 8 bytes for each. If the game is [Sparse], only the features that
// are not 0 are kept, and Train does not set Shift and Scale. The time of an epoch is proportional to the number of
// positions and to the number of weights. With [TD].Leaf, Train also searches from each position, by default in every
// tenth epoch ([TD].RefreshEvery).
//
// The trained weights are the same for any number of Workers. They can differ between two processors of which only one
// computes x*y+z with a single rounding. If ctx ends, the result is the model trained up to then, without an error.
//
// Train returns an error in these cases:
//
//   - A move is illegal, the number of features changes or differs from the model, or a feature is not finite. The
//     error contains the number of the game in the set or, if the set was read from a file, the line of the file.
//   - The model belongs to another game than the set ([ErrOtherGame]), or the set has no positions to train on.
//   - The model has Outcomes: [TrainOnline] trains such models.
//   - Weights become infinite, because the rate of the optimizer is too high.
//   - No epoch had less loss on the games held out than m, and ctx has not ended ([ErrNothingLearned]). The result
//     then contains the epochs, and a model that computes the same values as m.
func Train[G Game[M], M comparable](ctx context.Context, newGame func() (G, error), m *Model, set *Set[M], opt Options[M]) (Result, error) {
	start := time.Now()
	t, err := prepare(ctx, newGame, m, set, &opt)
	if t != nil {
		defer t.kept.End()
	}
	if err != nil {
		return Result{Report: ply.Report{Status: ply.Failed, Elapsed: time.Since(start)}}, err
	}
	if !t.ready { // ctx has ended
		return Result{Report: ply.Report{Status: stop.Status(ctx, time.Time{}), Elapsed: time.Since(start)}, Model: m.Clone()}, nil
	}
	if l, ok := opt.Optimizer.(LBFGS); ok {
		err = t.minimize(ctx, l)
	} else {
		err = t.run(ctx)
	}
	r := t.result()
	r.Elapsed = time.Since(start)
	if err == nil && len(t.held) > 0 && len(r.Epochs) > 0 && r.Best == 0 && r.Status != ply.Cancelled {
		err = fmt.Errorf("learn: after %d epochs: %w", len(r.Epochs), ErrNothingLearned)
	}
	if err != nil {
		r.Status = ply.Failed
	}
	return r, err
}

// ErrNothingLearned is wrapped by the error of [Train] if no epoch had less loss on the games held out than the given
// model. [Result].Epochs shows the cause. If the loss on the games held out rises while the loss on the other games
// falls, there are too few games or too many weights. If both rise from the start, the rate of the optimizer is too
// high or [TD].Lambda too small.
var ErrNothingLearned = errors.New("nothing was learned: no epoch had less loss on the games held out than the model given; " +
	"lower the Rate of the optimizer, bring Lambda nearer to 1, or look for better features or more games")

type trainer struct {
	settings
	model        *Model // with the present weights
	trajectories []trajectory
	held         []trajectory
	leaves       func(ctx context.Context, m *Model) ([]trajectory, error) // finds new ones for TD with Leaf, of the whole set
	leafModel    *Model                                                    // the one by which the present leaves were found
	split        []int                                                     // the games in random order; the first ones are held out
	stepper      stepper
	passes       []*pass
	sums         [][]float64 // gradients of the parts of a batch
	tallies      []tally
	gradient     []float64

	// The network of a Sparse game is trained with columnPasses instead of passes, and columnSums instead of sums.
	columns      columnWeights // the present weights
	columnPasses []*columnPass
	columnSums   []columnWeights

	epochs []Epoch
	best   []float64
	bestAt int
	least  float64 // loss of best on the games held out
	status ply.Status

	kept  *saved.Run // nil without a checkpoint
	ready bool       // false if ctx ended before the set was read
}

type settings struct {
	rule                  rule
	optimizer             Optimizer
	total, batch, heldOut int
	steps                 int // batches of an epoch
	patience, workers     int
	refreshEvery          int // epochs between searches for leaves; 0 for none
	seed                  [2]uint64
	progress              func(Epoch)
}

// prepare reads the set, unless ctx has ended. The trainer keeps its checkpoint also after an error.
func prepare[G Game[M], M comparable](ctx context.Context, newGame func() (G, error), m *Model, set *Set[M], opt *Options[M]) (*trainer, error) {
	switch {
	case newGame == nil || m == nil || set == nil:
		return nil, errors.New("learn: training needs a function that makes games, a model, and a set")
	case m.Game != set.Game && !strings.HasPrefix(m.Game, set.Game+", "):
		return nil, fmt.Errorf("learn: a model of %q for games of %q: %w", m.Game, set.Game, ErrOtherGame)
	case m.Outcomes != nil:
		return nil, errors.New("learn: the model has Outcomes; TrainOnline trains such models")
	}
	if err := cmp.Or(m.Check(), opt.check()); err != nil {
		return nil, err
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	t := &trainer{model: m.Clone(), settings: settings{
		rule:      rule{squared: opt.Squared},
		optimizer: opt.Optimizer,
		total:     cmp.Or(opt.Epochs, 100), batch: cmp.Or(opt.Batch, 16), patience: opt.Patience,
		workers: max(opt.Workers, 1), seed: [2]uint64{source.Uint64(), source.Uint64()},
		progress: opt.Progress,
	}}
	t.heldOut = int(math.Round(opt.Validation * float64(len(set.Records))))
	t.steps = (len(set.Records) - t.heldOut + t.batch - 1) / t.batch
	if t.optimizer == nil {
		t.optimizer = Adam{}
	}
	var leaf *alphabeta.Options[M]
	if td := opt.TD; td != nil {
		t.rule.td, t.rule.lambda, leaf = true, td.Lambda, td.Leaf
		if leaf != nil {
			t.refreshEvery = cmp.Or(td.RefreshEvery, 10)
		}
	}
	if !saved.IsOff(opt.Checkpoint) {
		header := saved.Header{Kind: "training", Fingerprint: fingerprint(m, set, opt)}
		if t.kept, err = saved.Begin(opt.Checkpoint, header, t.load); err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
	}
	read := reader[G, M]{newGame: newGame, set: set, inputs: m.Inputs, opt: opt}
	t.leaves = func(ctx context.Context, m *Model) ([]trajectory, error) {
		if leaf != nil {
			read.search = lines[G](m, leaf)
		}
		return read.trajectories(ctx)
	}
	err = t.begin(ctx, opt.Validation > 0)
	t.ready = ctx.Err() == nil
	if !t.ready {
		err = nil
	}
	return t, err
}

func (t *trainer) begin(ctx context.Context, holds bool) error {
	m := t.model
	if t.leafModel == nil { // not resumed
		t.leafModel = m.Clone()
	}
	all, err := t.leaves(ctx, t.leafModel)
	if err != nil {
		return err
	}
	t.split = rand.New(rand.NewPCG(t.seed[0], t.seed[1])).Perm(len(all))
	t.divide(all)
	if positions(t.trajectories) == 0 || holds && positions(t.held) == 0 {
		return errNoPositions
	}
	if t.model.Shift == nil && t.model.Scale == nil {
		standardise(t.model, t.trajectories)
	}
	if t.model.Shift == nil {
		t.model.Shift = make([]float64, m.Inputs)
	}
	if t.model.Scale == nil {
		t.model.Scale = slices.Repeat([]float64{1}, m.Inputs)
	}
	normalise(t.model, t.trajectories)
	normalise(t.model, t.held)
	if _, ok := t.optimizer.(RPROP); ok {
		t.batch = len(t.trajectories)
	}
	if _, ok := t.optimizer.(LBFGS); !ok && t.trajectories[0].ends != nil && len(m.Hidden) > 0 {
		t.columns = columnsOf(m)
	}
	for range t.workers {
		if t.inColumns() {
			t.columnPasses = append(t.columnPasses, newColumnPass(t.columns))
		} else {
			t.passes = append(t.passes, newPass(m))
		}
	}
	t.gradient = make([]float64, len(m.Weights))
	if t.stepper == nil {
		t.stepper = t.optimizer.start(len(m.Weights), t.steps)
	}
	if t.best == nil {
		t.best = slices.Clone(t.model.Weights)
		t.least = t.validate()
	}
	return nil
}

func (t *trainer) divide(all []trajectory) {
	t.trajectories, t.held = t.trajectories[:0], t.held[:0]
	out := make([]bool, len(all))
	for _, i := range t.split[:t.heldOut] {
		out[i] = true
	}
	for i, l := range all {
		if out[i] {
			t.held = append(t.held, l)
		} else {
			t.trajectories = append(t.trajectories, l)
		}
	}
}

func (t *trainer) run(ctx context.Context) error {
	for len(t.epochs) < t.total && !t.stopped(ctx) {
		if err := t.refreshLeaves(ctx); err != nil {
			if ctx.Err() != nil {
				break
			}
			return err
		}
		before := slices.Clone(t.model.Weights)
		sum := t.read()
		if err := t.note(before, sum); err != nil {
			return err
		}
		if err := t.kept.Poll(time.Now(), false, t.save); err != nil {
			return fmt.Errorf("learn: %w", err)
		}
	}
	t.status = t.ended(ctx)
	if err := t.kept.Save(t.save); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}

func (t *trainer) stopped(ctx context.Context) bool {
	return t.late() || stop.Status(ctx, time.Time{}) != ply.Complete
}

func (t *trainer) late() bool { return t.patience > 0 && len(t.epochs)-t.bestAt >= t.patience }

func (t *trainer) ended(ctx context.Context) ply.Status {
	switch {
	case len(t.epochs) >= t.total:
		return ply.Complete
	case t.late():
		return ply.Decided
	}
	return stop.Status(ctx, time.Time{})
}

func (t *trainer) refreshLeaves(ctx context.Context) error {
	if t.refreshEvery == 0 || len(t.epochs) == 0 || len(t.epochs)%t.refreshEvery != 0 {
		return nil
	}
	all, err := t.leaves(ctx, t.model)
	if err != nil {
		return err
	}
	t.leafModel = t.model.Clone()
	t.divide(all)
	normalise(t.model, t.trajectories)
	normalise(t.model, t.held)
	return nil
}

func (t *trainer) read() (sum tally) {
	number := uint64(len(t.epochs) + 1)
	order := rand.New(rand.NewPCG(t.seed[0]+number, t.seed[1])).Perm(len(t.trajectories))
	for batch := range slices.Chunk(order, t.batch) {
		part := t.addGradient(batch)
		sum.add(part)
		if part.learned > 0 {
			floats.Scale(1/float64(part.learned), t.gradient)
			t.stepper.step(t.model.Weights, t.gradient, 1)
		}
	}
	return sum
}

// inColumns reports whether the trainer uses columnPasses. L-BFGS needs more digits than these have.
func (t *trainer) inColumns() bool { return t.columns.layers != nil }

// parts divides numbers of trajectories into parts with separate gradients. Their number does not depend on the workers.
func (t *trainer) parts(numbers []int) [][]int {
	most := 64
	if t.inColumns() {
		most = 8 // clearing and adding all weights takes longer than the features of some positions
	}
	return slices.Collect(slices.Chunk(numbers, max(4, (len(numbers)+most-1)/most)))
}

// addGradient adds up the gradient of a batch, in the same parts and order for any number of workers.
func (t *trainer) addGradient(batch []int) (sum tally) {
	parts := t.parts(batch)
	t.inParts(len(parts), func(worker, i int) (s tally) {
		if t.inColumns() {
			p := t.columnPasses[worker]
			p.sums = t.columnSums[i]
			p.sums.clear()
			for _, at := range parts[i] {
				s.add(p.addGradient(&t.trajectories[at], t.rule))
			}
			return s
		}
		clear(t.sums[i])
		for _, at := range parts[i] {
			s.add(t.passes[worker].addGradient(t.model.Weights, &t.trajectories[at], t.rule, t.sums[i]))
		}
		return s
	})
	clear(t.gradient)
	for i := range parts {
		sum.add(t.tallies[i])
		switch {
		case !t.inColumns():
			floats.Add(t.gradient, t.sums[i])
		case i > 0:
			t.columnSums[0].add(&t.columnSums[i])
		}
	}
	if t.inColumns() {
		t.columnSums[0].copy(t.gradient)
	}
	return sum
}

// inParts calls f for each part with the number of a worker.
func (t *trainer) inParts(n int, f func(worker, i int) tally) {
	if t.inColumns() {
		t.columns.set(&Model{Inputs: t.model.Inputs, Weights: t.model.Weights}) // Scale is already in the features
	}
	for !t.inColumns() && len(t.sums) < n {
		t.sums = append(t.sums, make([]float64, len(t.gradient)))
	}
	for t.inColumns() && len(t.columnSums) < n {
		t.columnSums = append(t.columnSums, t.columns.zero())
	}
	t.tallies = slices.Grow(t.tallies[:0], n)[:n]
	_ = inParallel(context.Background(), t.workers, n, func(worker, i int) error { // which fails only if f does
		t.tallies[i] = f(worker, i)
		return nil
	})
}

func (t *trainer) validate() float64 {
	numbers := make([]int, len(t.held))
	for i := range numbers {
		numbers[i] = i
	}
	parts := t.parts(numbers)
	t.inParts(len(parts), func(worker, i int) (s tally) {
		for _, at := range parts[i] {
			if t.inColumns() {
				s.add(t.columnPasses[worker].validate(&t.held[at], t.rule))
			} else {
				s.add(t.passes[worker].validate(t.model.Weights, &t.held[at], t.rule))
			}
		}
		return s
	})
	var sum tally
	for _, s := range t.tallies {
		sum.add(s)
	}
	return sum.loss / float64(max(sum.learned, 1))
}

func (t *trainer) note(before []float64, sum tally) error {
	w := t.model.Weights
	r := Epoch{Number: len(t.epochs) + 1}
	if finite(w) != nil || finite([]float64{sum.loss}) != nil {
		return fmt.Errorf("learn: the weights have grown without bound in epoch %d; choose a smaller rate", r.Number)
	}
	n := float64(max(sum.learned, 1))
	r.Loss, r.Error = sum.loss/n, math.Sqrt(sum.squares/n)
	r.Validation = t.validate()
	if norm := floats.Norm(w, 2); norm > 0 {
		r.Change = floats.Distance(w, before, 2) / norm
	}
	t.epochs = append(t.epochs, r)
	if len(t.held) == 0 || r.Validation < t.least {
		t.best, t.bestAt, t.least = append(t.best[:0], w...), r.Number, r.Validation
	}
	if t.progress != nil {
		t.progress(r)
	}
	return nil
}

func (t *trainer) result() Result {
	m := t.model.Clone()
	copy(m.Weights, t.best)
	return Result{
		Report: ply.Report{Status: t.status, Nodes: positions(t.trajectories)},
		Model:  m, Best: t.bestAt, Epochs: t.epochs, Games: len(t.trajectories),
	}
}
