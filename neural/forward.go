package neural

import (
	"math"
	"slices"
	"sync"

	"github.com/ply-search/ply/internal/vectors"
)

// A forwardPass evaluates a position input by input: it adds the weights of each nonzero input, times that input, to
// the sums of all units. Most cells of most planes are 0, and so is the output of about half of all units, so this
// takes a fraction of the multiplications of a matrix product, and batches gain nothing. It allocates nothing once its
// buffers have grown, and is for one goroutine at a time.
type forwardPass struct {
	layers  []layer
	used    int         // layers that the position has passed
	inputs  [][]float32 // of each layer
	outputs [][]float32 // of each layer, which are negative where the output of a unit is 0
	rows    []float32   // what rowsOf returns
	active  []int32
}

// A layer is a linear layer. The weights of each input are contiguous.
type layer struct {
	weights []float32 // inputs × units
	bias    []float32
}

func layersOf(parameters []parameter) []layer {
	layers := make([]layer, len(parameters)/2)
	for i := range layers {
		p := &parameters[2*i]
		layers[i] = layer{transposed(p.values, p.Shape[0], p.Shape[1]), slices.Clone(parameters[2*i+1].values)}
	}
	return layers
}

func transposed(matrix []float32, rows, columns int) []float32 {
	t := make([]float32, len(matrix))
	for i := range rows {
		for j := range columns {
			t[j*rows+i] = matrix[i*columns+j]
		}
	}
	return t
}

func newForwardPass(layers []layer) *forwardPass {
	return &forwardPass{layers: layers, inputs: make([][]float32, len(layers)), outputs: make([][]float32, len(layers))}
}

func plainEvaluation(n *Network) evaluation {
	layers := layersOf(n.parameters)
	idle := sync.Pool{New: func() any { return newForwardPass(layers) }}
	return func(inputs []float32, count int, policy, values []float32) ([]float32, []float32, error) {
		f := idle.Get().(*forwardPass)
		defer idle.Put(f)
		width := len(inputs) / count
		for i := range count {
			logits, found := f.run(n.architecture, &n.shape, inputs[i*width:][:width])
			policy, values = append(policy, logits...), append(values, found...)
		}
		return policy, values, nil
	}
}

// run returns the logits of the policy and the values, both valid until the next call.
func (f *forwardPass) run(a Architecture, s *shape, inputs []float32) (logits, values []float32) {
	f.used = 0
	x := a.evaluate(f, s, inputs)
	logits = f.linear(x)
	values = f.linear(x)
	for i, sum := range values {
		values[i] = float32(math.Tanh(float64(sum)))
	}
	return logits, values
}

// next returns the next layer, for some cells with inputs x, and its outputs initialized with the biases.
func (f *forwardPass) next(x []float32, cells int) (*layer, []float32) {
	l, y := &f.layers[f.used], &f.outputs[f.used]
	f.inputs[f.used] = x
	f.used++
	*y = (*y)[:0]
	for range cells {
		*y = append(*y, l.bias...)
	}
	return l, *y
}

// linear computes the next layer from the inputs in f.active; the others are 0.
func (f *forwardPass) linear(x []float32) []float32 {
	l, y := f.next(x, 1)
	vectors.Accumulate(y, l.weights, x, f.active)
	return y
}

// hidden computes all fully connected layers except policy and value. f.active lists the nonzero outputs.
func (f *forwardPass) hidden(x []float32) []float32 {
	f.active = nonzero(f.active[:0], x)
	for f.used < len(f.layers)-2 {
		x = f.linear(x)
		f.active = positive(f.active[:0], x)
	}
	return x
}

// convolution computes the next layer from the 3 × 3 cells around each. Rows of x are channels; active lists nonzero ones.
func (f *forwardPass) convolution(x []float32, s *shape, active func(dst []int32, x []float32) []int32) []float32 {
	l, y := f.next(x, s.Height*s.Width)
	channels, units := len(x)/(s.Height*s.Width), len(l.bias)
	for cell := range s.Height * s.Width {
		row := x[cell*channels:][:channels]
		f.active = active(f.active[:0], row)
		for k := range 9 {
			if to := s.inverse(cell, k); to >= 0 {
				vectors.Accumulate(y[to*units:][:units], l.weights[k*channels*units:], row, f.active)
			}
		}
	}
	return y
}

// inverse returns the cell for which a cell is at place k of the 3 × 3 cells around it, or -1 off the board.
func (s *shape) inverse(cell, k int) int {
	y, x := cell/s.Width-k/3+1, cell%s.Width-k%3+1
	if y < 0 || y >= s.Height || x < 0 || x >= s.Width {
		return -1
	}
	return y*s.Width + x
}

func (f *forwardPass) rowsOf(x []float32, s *shape) []float32 {
	cells := s.Height * s.Width
	f.rows = slices.Grow(f.rows[:0], len(x))[:len(x)]
	for i, v := range x {
		f.rows[i%cells*s.Planes+i/cells] = v
	}
	return f.rows
}

// nonzero appends the indices of nonzero numbers, without branches: each index is written, but kept only if not 0.
func nonzero(dst []int32, x []float32) []int32 {
	n := len(dst)
	dst = slices.Grow(dst, len(x))[:n+len(x)]
	for i, v := range x {
		dst[n] = int32(i)
		magnitude := math.Float32bits(v) << 1
		n += int((magnitude | -magnitude) >> 31)
	}
	return dst[:n]
}

// positive appends the indices of numbers greater than 0, the output of rectified linear units, and of NaNs.
func positive(dst []int32, x []float32) []int32 {
	n := len(dst)
	dst = slices.Grow(dst, len(x))[:n+len(x)]
	for i, v := range x {
		dst[n] = int32(i)
		n += int(uint32(-int32(math.Float32bits(v))) >> 31) // as an integer, a float keeps its sign
	}
	return dst[:n]
}

func (a Dense) evaluate(f *forwardPass, _ *shape, x []float32) []float32 { return f.hidden(x) }

func (a Residual) evaluate(f *forwardPass, s *shape, x []float32) []float32 {
	x = f.convolution(f.rowsOf(x, s), s, nonzero)
	rectify(x)
	for range a.usual().Blocks {
		y := f.convolution(f.convolution(x, s, positive), s, positive)
		add(y, x)
		rectify(y)
		x = y
	}
	return f.hidden(x)
}

func rectify(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}
