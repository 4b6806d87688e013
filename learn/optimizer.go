package learn

import (
	"fmt"
	"math"
)

// An Optimizer is a method that changes weights according to the gradient of the loss: [SGD], [RPROP], [Adam] or
// [LBFGS].
type Optimizer interface {
	check() error

	// start returns the optimizer's state for n weights and this number of steps in an epoch.
	start(n, steps int) stepper
}

type stepper interface {
	// step changes the weights by the gradient of the mean loss. SGD and Adam use share times their rate.
	step(weights, gradient []float64, share float64)

	// state returns the stepper's vectors, for checkpoints; they may also be set.
	state() [][]float64
}

// SGD is stochastic gradient descent with back-propagation (Rumelhart, Hinton and Williams 1986). After each batch, the
// change of a weight is -Rate times its gradient plus Momentum times its previous change.
type SGD struct {
	Rate     float64 // the learning rate; 0 means 0.1
	Momentum float64 // the weight of the previous change, from 0 to less than 1
}

func (o SGD) check() error {
	if !(o.Rate >= 0) || math.IsInf(o.Rate, 0) || !(o.Momentum >= 0 && o.Momentum < 1) {
		return fmt.Errorf("learn: %+v: want a finite rate of 0 or more, and a momentum from 0 to less than 1", o)
	}
	return nil
}

func (o SGD) start(n, _ int) stepper {
	if o.Rate == 0 {
		o.Rate = 0.1
	}
	return &descent{o, make([]float64, n)}
}

type descent struct {
	SGD
	change []float64
}

func (d *descent) step(weights, gradient []float64, share float64) {
	rate := d.Rate * share
	for i, g := range gradient {
		d.change[i] = d.Momentum*d.change[i] - rate*g
		weights[i] += d.change[i]
	}
}

func (d *descent) state() [][]float64 { return [][]float64{d.change} }

// RPROP keeps a separate step size for each weight. The step size grows while the gradient of the weight keeps its
// sign, and shrinks if the sign changes; the magnitude of the gradient does not matter (Riedmiller and Braun 1993;
// without weight-backtracking: iRPROP⁻, Igel and Hüsken 2003). RPROP makes one step in each epoch, on the whole set.
type RPROP struct {
	// First is the size of the first step of each weight. 0 means 0.01. Before each further step, the size is
	// multiplied by 1.2 if the gradient has kept its sign, and by 0.5 if the sign has changed. The size never grows
	// beyond 1.
	First float64
}

func (o RPROP) check() error {
	if !(o.First >= 0 && o.First <= 1) {
		return fmt.Errorf("learn: %+v: want a first step from 0 to 1", o)
	}
	return nil
}

func (o RPROP) start(n, _ int) stepper {
	if o.First == 0 {
		o.First = 0.01
	}
	r := &resilient{make([]float64, n), make([]float64, n)}
	for i := range r.sizes {
		r.sizes[i] = o.First
	}
	return r
}

type resilient struct{ sizes, last []float64 }

func (r *resilient) step(weights, gradient []float64, _ float64) {
	const grow, shrink, least, most = 1.2, 0.5, 1e-9, 1
	for i, g := range gradient {
		switch product := g * r.last[i]; {
		case product > 0:
			r.sizes[i] = min(r.sizes[i]*grow, most)
		case product < 0:
			r.sizes[i] = max(r.sizes[i]*shrink, least)
			g = 0
		}
		switch {
		case g > 0:
			weights[i] -= r.sizes[i]
		case g < 0:
			weights[i] += r.sizes[i]
		}
		r.last[i] = g
	}
}

func (r *resilient) state() [][]float64 { return [][]float64{r.sizes, r.last} }

// Adam scales the step of each weight by running means of its gradient and of the square of the gradient (Kingma and Ba
// 2015). It makes one step for each batch.
type Adam struct {
	// Rate is approximately the greatest change of a weight in one step. 0 means 0.03 divided by the number of batches
	// of the set, but at most 0.01; a weight then changes by at most about 0.03 in an epoch. If the best epoch is one of
	// the first epochs, try a lower Rate.
	Rate float64
}

func (o Adam) check() error {
	if !(o.Rate >= 0) || math.IsInf(o.Rate, 0) {
		return fmt.Errorf("learn: %+v: want a finite rate of 0 or more", o)
	}
	return nil
}

func (o Adam) start(n, steps int) stepper {
	if o.Rate == 0 {
		o.Rate = min(0.01, 0.03/float64(max(steps, 1)))
	}
	return &adam{o, make([]float64, n), make([]float64, n), make([]float64, 1)}
}

type adam struct {
	Adam
	mean, square []float64
	steps        []float64 // one number: how many steps were made
}

func (a *adam) step(weights, gradient []float64, share float64) {
	a.steps[0]++
	rate := a.Rate * share
	const beta1, beta2 = 0.9, 0.999 // how slowly the means change
	mean, square := 1-math.Pow(beta1, a.steps[0]), 1-math.Pow(beta2, a.steps[0])
	for i, g := range gradient {
		a.mean[i] += (1 - beta1) * (g - a.mean[i])
		a.square[i] += (1 - beta2) * (g*g - a.square[i])
		weights[i] -= rate * a.mean[i] / mean / (math.Sqrt(a.square[i]/square) + 1e-8)
	}
}

func (a *adam) state() [][]float64 { return [][]float64{a.mean, a.square, a.steps} }
