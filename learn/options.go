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

// TD sets the targets by temporal differences (TD(λ), Sutton 1988, in the forward view). The target of a position is a
// weighted mean of the values of later positions and the result of the game. The position that comes n moves later has
// the weight (1-λ)λⁿ⁻¹, and its value is computed by the present model. The result has the remaining weight. If
// searches chose the moves of the games, the method is TD-directed(λ) (Baxter, Tridgell and Weaver 2000).
type TD[M comparable] struct {
	// Lambda is λ, from 0 to 1. With 0 the target is the value of the next position; with 1 it is the result of the
	// game.
	Lambda float64

	// Leaf, if not nil, trains the position at the end of the line of best play instead of the position itself
	// (TD-leaf(λ), Baxter, Tridgell and Weaver 2000). The line is found by an alpha-beta search with these options. The
	// evaluator of the search is [ForAlphaBeta] with the present model and the field Win of these options. A Depth of 0
	// means 2. Table and Quiescence must not be set, because the value of the line must be the evaluation of its last
	// position.
	Leaf *alphabeta.Options[M]

	// RefreshEvery is the number of epochs after which the searches of Leaf are repeated with the present model. These
	// searches take much longer than an epoch. 0 means 10.
	RefreshEvery int
}

// Options configure [Train]. The zero value trains for 100 epochs with Adam, and the targets are the results of the
// games.
type Options[M comparable] struct {
	// TD, if not nil, makes the target of a position a mean of the values of later positions and the result of the game.
	// If TD is nil, the target is the result (logistic regression).
	TD *TD[M]

	// Optimizer is the method that changes the weights. Nil means Adam{}.
	Optimizer Optimizer

	// Squared makes the loss half the squared difference between value and target, as is usual for temporal
	// differences. By default the loss is the cross-entropy of the expected points (1+value)/2.
	//
	// The two losses differ most for a position with a value near 1 and a target near -1, or the reverse. For such a
	// position, the derivative of the cross-entropy with respect to the output z of the model (see [Model]) is large,
	// so training corrects the value soon. The derivative of the squared difference is nearly 0, so training corrects
	// the value slowly.
	Squared bool

	// Target, if not nil, returns the result of a game, from -1 to 1, for its outcome for side 0. It must be an odd
	// function: Target(-x) = -Target(x). If it is nil, the result is the sign of the outcome.
	Target func(outcome int) float64

	// Epochs is the number of passes through the set. 0 means 100.
	Epochs int

	// Batch is the number of games after which the weights are changed. 0 means 16. RPROP and LBFGS require 0, and use
	// the whole set.
	Batch int

	// Validation is the share of games, from 0 to less than 1, that are held out: drawn by Random, and not trained on.
	// If it is not 0, [Result].Model is the model with the least loss on the games held out, measured against the
	// results of these games.
	//
	// With TD and a Lambda below 1, training does not minimise this loss: the loss may rise after a few epochs although
	// later models play better. In this case, train without Validation for a fixed number of Epochs.
	Validation float64

	// Patience, if not 0, ends the training when the loss on the games held out has not reached a new minimum for this
	// number of epochs (early stopping). Patience requires Validation.
	Patience int

	// Random is the source of randomness, from which Train draws two numbers. Nil means a PCG seeded with 0.
	Random rand.Source

	// Workers is the number of goroutines, up to 1024. 0 means 1. The trained weights are the same for any number.
	Workers int

	// Progress, if not nil, is called after each epoch, on the goroutine that called Train.
	Progress func(Epoch)

	// Checkpoint, if not nil, stores the state of the training between epochs, about every ten seconds, and at the end, for
	// example in a [checkpoint.File]. If it contains a state, Train continues from there, and the final result is the
	// same as without the interruption. When Train continues, the set and all options except Epochs and Patience must be
	// the same as before, and Train ignores Random and the weights of the given model. An error of Checkpoint ends the
	// training.
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

// An Epoch describes the training after one pass through the set.
type Epoch struct {
	// Number is the number of the epoch, from 1.
	Number int `json:"reading"`

	// Loss is the mean loss of the positions trained on, against the results of the games. It is measured during the
	// epoch, while the weights change. Validation is the mean loss of the games held out, after the epoch, or 0 if no
	// games are held out.
	//
	// A model that values all positions as even has a loss of ln 2 = 0.693. With [Options].Squared the loss of such a
	// model is half the mean square of the results: 1/2 without draws, and 0.35 if 30 % of the positions are from drawn
	// games.
	Loss       float64 `json:"loss"`
	Validation float64 `json:"heldOut"`

	// Error is the root mean square of the differences between the values of positions, from -1 to 1, and their
	// targets.
	Error float64 `json:"error"`

	// Change is the Euclidean norm of the change of the weights during the epoch, divided by the norm of the weights.
	Change float64 `json:"change"`
}

// A Result is the result of [Train]. Nodes is the number of positions trained on, each counted once, not once in each
// epoch. Status is [ply.Complete] after all epochs, or after fewer epochs if [LBFGS] has found a minimum. It is
// [ply.Decided] after early stopping, and [ply.Cancelled] or [ply.OutOfTime] if ctx has ended.
type Result struct {
	ply.Report

	// Model is the model with the least loss on the games held out. If no games are held out, it is the model after the
	// last epoch.
	Model *Model

	// Best is the number of the epoch whose model is Model. If no games are held out, Best is the number of the last
	// epoch. Best is 0 if no epoch improved the given model ([ErrNothingLearned]).
	//
	// If Best is one of the first epochs, try a lower rate of the optimizer. If [Epoch].Validation of the best epoch is
	// near the loss of a model that values all positions as even (see [Epoch]), the model has learned nothing useful.
	Best int

	// Epochs describes all epochs, in order.
	Epochs []Epoch

	// Games is the number of games trained on, without the games held out.
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
