package neural

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

type plainSteps struct {
	network *Network
	opt     *Training
	workers int
	layers  []layer
	moments [2][]layer // the means of the gradients and of their squares
	made    int        // steps
	shares  [gradientShares]share
}

// gradientShares is the number of parts of a batch, and of the weights, for workers. Gradients are added in the order
// of the parts, so sums do not depend on the number of workers.
const gradientShares = 8

type share struct {
	pass   *backwardPass
	logits []float32
	sums   []float32 // the gradients of the sums whose hyperbolic tangents are the values
}

func newPlainSteps(n *Network, opt *Training, workers int) *plainSteps {
	p := &plainSteps{network: n, opt: opt, workers: workers, layers: layersOf(n.parameters)}
	p.moments = [2][]layer{zeroLayers(p.layers), zeroLayers(p.layers)}
	for i := range p.shares {
		p.shares[i].pass = newBackwardPass(p.layers)
	}
	return p
}

func (p *plainSteps) step(b *batch, rate float64, priors, values []float32) error {
	p.share(func(i int) {
		count := p.network.positions(b)
		for j := i * count / gradientShares; j < (i+1)*count/gradientShares; j++ {
			p.shares[i].learn(p.network, b, j, p.opt.ValueWeight, priors, values)
		}
	})
	p.made++
	p.share(func(i int) { p.adam(i, rate) })
	return nil
}

func (p *plainSteps) share(work func(i int)) {
	var next atomic.Int32
	var group sync.WaitGroup
	for range min(p.workers, gradientShares) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < gradientShares; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}

// learn adds the gradients of the mean cross entropy of the policy and the mean squared error of the values for
// position j.
func (s *share) learn(n *Network, b *batch, j int, valueWeight float64, priors, values []float32) {
	width, outputs, count := n.shape.Moves, n.shape.values(), n.positions(b)
	inputs := len(b.inputs) / count
	logits, found := s.pass.forwardPass.run(n.architecture, &n.shape, b.inputs[j*inputs:][:inputs])
	s.logits = append(s.logits[:0], logits...)
	priors, mask, policy := priors[j*width:][:width], b.mask[j*width:][:width], b.policy[j*width:][:width]
	greatest := math.Inf(-1)
	for i, x := range s.logits {
		greatest = max(greatest, float64(x+mask[i]))
	}
	sum := 0.0
	for i, x := range s.logits {
		p := math.Exp(float64(x+mask[i]) - greatest)
		priors[i] = float32(p)
		sum += p
	}
	for i := range priors {
		priors[i] /= float32(sum)
		s.logits[i] = (priors[i] - policy[i]) / float32(count)
	}
	s.sums = s.sums[:0]
	target, scale := b.target[j*outputs:][:outputs], float32(2*valueWeight/float64(count*outputs))
	for i, value := range found {
		values[j*outputs+i] = value
		s.sums = append(s.sums, scale*(value-target[i])*(1-value*value))
	}
	s.pass.run(n.architecture, &n.shape, s.logits, s.sums)
}

// adam makes a step for a share of the weights by the gradients of all shares, which it clears.
func (p *plainSteps) adam(share int, rate float64) {
	const meanDecay, squareDecay, epsilon = 0.9, 0.999, 1e-7
	meanScale := float32(rate / (1 - math.Pow(meanDecay, float64(p.made))))
	squareScale := float32(1 / (1 - math.Pow(squareDecay, float64(p.made))))
	shrink := float32(rate * p.opt.decay)
	update := func(of func(*layer) []float32, i int) {
		part := func(layers []layer) []float32 {
			numbers := of(&layers[i])
			return numbers[share*len(numbers)/gradientShares : (share+1)*len(numbers)/gradientShares]
		}
		gradient := part(p.shares[0].pass.gradients)
		for j := range p.shares[1:] {
			other := part(p.shares[1+j].pass.gradients)
			add(gradient, other)
			clear(other)
		}
		weights, means, squares := part(p.layers)[:len(gradient)], part(p.moments[0])[:len(gradient)], part(p.moments[1])[:len(gradient)]
		for k, g := range gradient {
			means[k] += (1 - meanDecay) * (g - means[k])
			squares[k] += (1 - squareDecay) * (g*g - squares[k])
			weights[k] -= meanScale*means[k]/(float32(math.Sqrt(float64(squares[k]*squareScale)))+epsilon) + shrink*weights[k]
		}
		clear(gradient)
	}
	for i := range p.layers {
		update(func(l *layer) []float32 { return l.weights }, i)
		update(func(l *layer) []float32 { return l.bias }, i)
	}
}

func (p *plainSteps) weights(i int) ([]float32, error) { return p.parameter(p.layers, i), nil }

func (p *plainSteps) parameter(layers []layer, i int) []float32 {
	l := &layers[i/2]
	if i%2 == 1 {
		return slices.Clone(l.bias)
	}
	return transposed(l.weights, len(l.weights)/len(l.bias), len(l.bias))
}

func (p *plainSteps) state() ([]variable, error) {
	variables := []variable{{Name: "steps", Integers: []int64{int64(p.made)}}}
	for i := range p.network.parameters {
		of := &p.network.parameters[i]
		for k, layers := range [][]layer{p.layers, p.moments[0], p.moments[1]} {
			variables = append(variables, variable{Scope: plainScopes[k], Name: of.Name, Shape: of.Shape, Floats: p.parameter(layers, i)})
		}
	}
	return variables, nil
}

var plainScopes = [3]string{"weights", "mean of the gradient", "mean of its square"}

func (p *plainSteps) restore(variables []variable) error {
	if len(variables) != 1+3*len(p.network.parameters) || len(variables[0].Integers) != 1 {
		return errState
	}
	p.made = int(variables[0].Integers[0])
	for i := range p.network.parameters {
		of := &p.network.parameters[i]
		for k, layers := range [][]layer{p.layers, p.moments[0], p.moments[1]} {
			v := &variables[1+3*i+k]
			if v.Scope != plainScopes[k] || v.Name != of.Name || len(v.Floats) != of.size() {
				return errState
			}
			if l := &layers[i/2]; i%2 == 1 {
				copy(l.bias, v.Floats)
			} else {
				copy(l.weights, transposed(v.Floats, of.Shape[0], of.Shape[1]))
			}
		}
	}
	return nil
}

func (p *plainSteps) close() {}
