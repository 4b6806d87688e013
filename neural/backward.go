package neural

import (
	"slices"

	"github.com/ply-search/ply/internal/vectors"
)

// A backwardPass reverses a [forwardPass]: it computes the gradients of all weights from the gradient of an
// evaluation. Units with output 0 and inputs that are 0 are skipped.
type backwardPass struct {
	*forwardPass
	gradients []layer     // sums over all positions
	back      [][]float32 // the gradient of the inputs of each layer
	units     []int32     // those with a gradient, cell by cell
	ends      []int       // of the units of each cell
}

func newBackwardPass(layers []layer) *backwardPass {
	return &backwardPass{forwardPass: newForwardPass(layers), gradients: zeroLayers(layers), back: make([][]float32, len(layers))}
}

func zeroLayers(layers []layer) []layer {
	zero := make([]layer, len(layers))
	for i, l := range layers {
		zero[i] = layer{make([]float32, len(l.weights)), make([]float32, len(l.bias))}
	}
	return zero
}

// run propagates back from the gradients of the logits and of the sums whose hyperbolic tangents are the values.
func (b *backwardPass) run(a Architecture, s *shape, logits, sums []float32) {
	b.linear(sums)
	fromValue := b.back[b.used]
	gradient := b.linear(logits)
	add(gradient, fromValue)
	a.learn(b, s, gradient)
}

// last goes back by one layer, and returns it, its inputs, and zeroed space for their gradient.
func (b *backwardPass) last() (l, gradients *layer, x, gradient []float32) {
	b.used--
	x = b.inputs[b.used]
	g := &b.back[b.used]
	*g = slices.Grow((*g)[:0], len(x))[:len(x)]
	clear(*g)
	return &b.layers[b.used], &b.gradients[b.used], x, *g
}

// linear goes back by a layer with the inputs in b.active, and returns their gradient.
func (b *backwardPass) linear(y []float32) []float32 {
	l, gradients, x, gradient := b.last()
	add(gradients.bias, y)
	b.units = nonzero(b.units[:0], y)
	vectors.Backtrack(gradient, gradients.weights, l.weights, x, y, b.active, b.units)
	return gradient
}

// hidden goes back by fully connected layers, until this many layers are left.
func (b *backwardPass) hidden(y []float32, left int) []float32 {
	for b.used > left {
		if b.used == 1 {
			b.active = nonzero(b.active[:0], b.inputs[0])
		} else {
			b.active = positive(b.active[:0], b.inputs[b.used-1])
		}
		y = b.linear(y)
	}
	return y
}

func (b *backwardPass) convolution(y []float32, s *shape, active func(dst []int32, x []float32) []int32) []float32 {
	l, gradients, x, gradient := b.last()
	cells := s.Height * s.Width
	channels, units := len(x)/cells, len(l.bias)
	b.units, b.ends = b.units[:0], append(b.ends[:0], 0)
	for cell := range cells {
		row := y[cell*units:][:units]
		add(gradients.bias, row)
		b.units = nonzero(b.units, row)
		b.ends = append(b.ends, len(b.units))
	}
	for cell := range cells {
		row := x[cell*channels:][:channels]
		b.active = active(b.active[:0], row)
		for k := range 9 {
			if to := s.inverse(cell, k); to >= 0 {
				at := k * channels * units
				vectors.Backtrack(gradient[cell*channels:][:channels], gradients.weights[at:], l.weights[at:], row, y[to*units:][:units], b.active, b.units[b.ends[to]:b.ends[to+1]])
			}
		}
	}
	return gradient
}

func add(y, x []float32) {
	x = x[:len(y)]
	for i := range y {
		y[i] += x[i]
	}
}

func (a Dense) learn(b *backwardPass, _ *shape, y []float32) { b.hidden(y, 0) }

func (a Residual) learn(b *backwardPass, s *shape, y []float32) {
	blocks := a.usual().Blocks
	y = b.hidden(y, 1+2*blocks)
	for range blocks {
		inner := b.convolution(b.convolution(y, s, positive), s, positive)
		for i, v := range b.inputs[b.used] {
			if v > 0 {
				inner[i] += y[i]
			}
		}
		y = inner
	}
	b.convolution(y, s, nonzero)
}
