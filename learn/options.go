package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/search/alphabeta"
)

// TD teaches each position a mean of the model's present values of the later positions and of the result (temporal
// differences, TD(λ), Sutton 1988, in the forward view): the n-th next position has the weight (1-λ)λⁿ⁻¹, and the
// result the rest. If searches chose the moves, this is TD-directed(λ) (Baxter, Tridgell and Weaver 2000).
type TD[M comparable] struct {
	// Lambda sets how far a position looks ahead, from 0 for the next position only to 1 for the result only.
	Lambda float64

	// Leaf, if not nil, replaces each position by the end of its line of best play (TD-leaf(λ), Baxter, Tridgell and
	// Weaver 2000), by a search with these options and the present model, two moves ahead without a Depth. Table and
	// Quiescence are excluded, since the line must end in its evaluated position. Win is as in [ForAlphaBeta].
	Leaf *alphabeta.Options[M]

	// RefreshEvery is the number of epochs between searches for the lines, which take much longer than an epoch. 0 means 10.
	RefreshEvery int
}

// Options configure [Train]. The zero value reads the set 100 times by Adam and learns the results.
type Options[M comparable] struct {
	// TD, if not nil, teaches positions by later ones. By default they learn the result of the game (logistic regression).
	TD *TD[M]

	// Optimizer sets how weights change. Nil means Adam{}.
	Optimizer Optimizer

	// Squared uses half the squared difference from the target as the loss, as for temporal differences. By default
	// the loss is the cross-entropy of the expected points, (1+value)/2, which also learns fast from sure mistakes.
	Squared bool

	// Target, if not nil, maps an outcome for side 0 to a result from -1 to 1. It is odd; by default it is the sign.
	Target func(outcome int) float64

	// Epochs is the number of times that the set is read. 0 means 100.
	Epochs int

	// Batch is the number of games between changes of the weights. 0 means 16 or, for RPROP and LBFGS, all, as required.
	Batch int

	// Validation is the share of games, at least 0 and less than 1, that are held out, such as 0.1, drawn by Random.
	// The result is then the model with the least loss on these games, against their results. For TD with a Lambda
	// below 1 this loss is not the one minimised, and may rise after a few epochs; but the loss against its targets
	// cannot decide, since they move with the model: with a Lambda of 0, a model that considers all positions even
	// would be wrong about the last position only. Later epochs may play better: if a match is lost, fix Epochs.
	Validation float64

	// Patience, if not 0, ends the training after this number of epochs without less Validation loss (early stopping).
	Patience int

	// Random is the source of randomness. Nil means a PCG seeded with 0. Train takes two numbers from it.
	Random rand.Source

	// Workers is the number of goroutines, up to 1024. 0 means 1. The weights are the same for any number.
	Workers int

	// Progress, if not nil, is called after each epoch, on the goroutine that called Train.
	Progress func(Epoch)

	// Checkpoint, if not nil, keeps the state of the training after an epoch, such as in a [checkpoint.File]. An interrupted
	// training goes on from there to the same final result. The set and the options must be the same, except for Epochs and
	// Patience; the weights of m and Random are ignored. An error of Checkpoint ends the training.
	Checkpoint checkpoint.Store
}

func (o *Options[M]) check() error {
	full := false
	switch o.Optimizer.(type) {
	case RPROP, LBFGS:
		full = true
	}
	switch {
	case o.Epochs < 0:
		return fmt.Errorf("learn: Epochs is %d, want a number of epochs", o.Epochs)
	case o.Batch < 0, full && o.Batch > 0:
		return fmt.Errorf("learn: Batch is %d, want a number of games, and 0 for %T", o.Batch, o.Optimizer)
	case !(o.Validation >= 0 && o.Validation < 1):
		return fmt.Errorf("learn: Validation is %v, want a part from 0 to less than 1", o.Validation)
	case o.Patience < 0:
		return fmt.Errorf("learn: Patience is %d, want a number of epochs", o.Patience)
	case o.Patience > 0 && o.Validation == 0:
		return errors.New("learn: Patience is set without Validation, which it needs")
	case o.Workers < 0 || o.Workers > mostWorkers:
		return fmt.Errorf("learn: Workers is %d, want a number up to %d, or 0 for one", o.Workers, mostWorkers)
	}
	if _, ok := o.Optimizer.(LBFGS); ok && (o.TD != nil || !saved.IsOff(o.Checkpoint)) {
		return errors.New("learn: LBFGS is without TD and Checkpoint")
	}
	if o.TD != nil {
		if err := o.TD.check(); err != nil {
			return err
		}
	}
	if o.Optimizer == nil {
		return nil
	}
	return o.Optimizer.check()
}

func (t *TD[M]) check() error {
	switch {
	case !(t.Lambda >= 0 && t.Lambda <= 1):
		return fmt.Errorf("learn: Lambda is %v, want 0 to 1", t.Lambda)
	case t.RefreshEvery < 0:
		return fmt.Errorf("learn: RefreshEvery is %d, want a number of epochs", t.RefreshEvery)
	case t.Leaf == nil:
		return nil
	case t.Leaf.Table != nil:
		return errors.New("learn: Leaf has a Table, which cuts off lines of play")
	case t.Leaf.Tree.Quiescence != 0:
		return errors.New("learn: Leaf has Quiescence, whose moves are not in lines of play")
	}
	return nil
}

// An Epoch is one reading of the set, with the state of the model after it.
type Epoch struct {
	// Number is the number of the epoch, from 1.
	Number int `json:"reading"`

	// Loss is the mean loss of the positions learned from against the results, while the weights change. Validation is
	// the loss on the games held out, after the epoch, or 0 without any. A model that considers all positions even has
	// a loss of ln 2 = 0.693, with or without draws. With Squared its loss is half the mean square of the results: 1/2
	// without draws, and 0.35 if 30 % of the positions are of drawn games.
	Loss       float64 `json:"loss"`
	Validation float64 `json:"heldOut"`

	// Error is the root mean square of the difference between values, from -1 to 1, and their targets.
	Error float64 `json:"error"`

	// Change is the Euclidean norm of the change of the weights in the epoch, divided by the norm of the weights.
	Change float64 `json:"change"`
}

// A Result is the result of [Train]. Nodes counts positions learned from. Status is [ply.Decided] after early stopping.
type Result struct {
	ply.Report

	// Model is the model with the least loss on the games held out or, without any, the last one.
	Model *Model

	// Best is the epoch of Model, or 0 for the given model ([ErrNothingLearned]). If it is one of the first, a lower
	// rate of the optimizer finds better weights. With Validation, a loss near 0.693, the loss of guessing, means that
	// nothing was learned. The model with the least loss need not play best: a match decides.
	Best int

	Epochs []Epoch

	Games int
}

// loss returns the loss of output z for a target, and its derivative.
func loss(z, target float64, squared bool) (loss, slope float64) {
	v := math.Tanh(z)
	if squared {
		return (v - target) * (v - target) / 2, (v - target) * (1 - v*v)
	}
	// The expected points are p = (1 + v)/2 = 1/(1 + exp(-2z)), and the target's are q = (1 + target)/2.
	softplus := max(2*z, 0) + math.Log1p(math.Exp(-math.Abs(2*z)))
	return softplus - z*(1+target), v - target
}
