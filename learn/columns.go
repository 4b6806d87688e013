package learn

import (
	"slices"

	"github.com/ply-search/ply/internal/vectors"
)

// A columnNetwork computes a model in 32-bit floating point, from the features that are not 0. The weights of an input
// lie together, so a feature costs one addition of vectors. The rows of units are padded with zeros to a multiple of
// eight, which vectors need. A columnNetwork is for one goroutine; several may share the weights.
type columnNetwork struct {
	columnWeights
	sums   [][]float32 // the outputs of each layer
	x      []float32   // features, of which only the active ones count
	active []int32     // the numbers of features that are not 0
	all    []int32     // 0, 1, 2, ...
}

type columnWeights struct {
	inputs int
	layers []columnLayer // the last one has the outputs of the model
}

type columnLayer struct {
	weights []float32 // of all units by the first input, then by the second, ...
	biases  []float32
	units   int // without padding
}

func (l *columnLayer) width() int { return len(l.biases) }

// columnsOf returns the weights of a model, with Shift and Scale in them.
func columnsOf(m *Model) columnWeights {
	c := columnWeights{inputs: m.Inputs}
	from := m.Inputs
	for at := 0; at <= len(m.Hidden); at++ {
		units := m.outputs()
		if at < len(m.Hidden) {
			units = m.Hidden[at]
		}
		width := (units + 7) &^ 7
		c.layers = append(c.layers, columnLayer{make([]float32, from*width), make([]float32, width), units})
		from = units
	}
	c.set(m)
	return c
}

// set takes the weights of a model with the same layers, with Shift and Scale in them.
func (c *columnWeights) set(m *Model) {
	rest, from := m.Weights, m.Inputs
	row := make([]float64, 0, m.Inputs)
	for at := range c.layers {
		l := &c.layers[at]
		width := l.width()
		for u := range l.units {
			row = append(row[:0], rest[:from]...)
			bias := rest[from]
			rest = rest[from+1:]
			if at == 0 {
				fold(m, row, &bias)
			}
			for i, w := range row {
				l.weights[i*width+u] = float32(w)
			}
			l.biases[u] = float32(bias)
		}
		from = l.units
	}
}

// zero returns as many weights, all 0.
func (c *columnWeights) zero() columnWeights {
	z := columnWeights{inputs: c.inputs, layers: slices.Clone(c.layers)}
	for i := range z.layers {
		l := &z.layers[i]
		l.weights, l.biases = make([]float32, len(l.weights)), make([]float32, len(l.biases))
	}
	return z
}

func (c *columnWeights) clear() {
	for _, l := range c.layers {
		clear(l.weights)
		clear(l.biases)
	}
}

// all returns the slices of all weights.
func (c *columnWeights) all() (parts [][]float32) {
	for _, l := range c.layers {
		parts = append(parts, l.weights, l.biases)
	}
	return parts
}

// store sets the weights of a model with the same layers, without Shift and Scale.
func (c *columnWeights) store(m *Model) {
	m.Shift, m.Scale = nil, nil
	c.copy(m.Weights)
}

// copy sets numbers to the weights, in the order of [Model].Weights.
func (c *columnWeights) copy(numbers []float64) {
	rest, from := numbers, c.inputs
	for _, l := range c.layers {
		for u := range l.units {
			for i := range from {
				rest[i] = float64(l.weights[i*l.width()+u])
			}
			rest[from] = float64(l.biases[u])
			rest = rest[from+1:]
		}
		from = l.units
	}
}

func newColumnNetwork(weights columnWeights) *columnNetwork {
	n := &columnNetwork{columnWeights: weights, x: make([]float32, weights.inputs)}
	widest := 0
	for i := range weights.layers {
		l := &weights.layers[i]
		n.sums = append(n.sums, make([]float32, l.width()))
		widest = max(widest, l.units)
	}
	for i := range widest {
		n.all = append(n.all, int32(i))
	}
	return n
}

// outputs returns the outputs of the model for a position with the given features. It returns false if the features are
// not in order; checkSparseFeatures then returns the error.
func (n *columnNetwork) outputs(features []Feature) ([]float32, bool) {
	n.active = n.active[:0]
	last := int32(-1)
	for _, f := range features {
		if f.Index <= last || int(f.Index) >= n.inputs {
			return nil, false
		}
		last = f.Index
		n.x[f.Index] = f.Value
		n.active = append(n.active, f.Index)
	}
	copy(n.sums[0], n.layers[0].biases)
	vectors.Accumulate(n.sums[0], n.layers[0].weights, n.x, n.active)
	return n.after(), true
}

// after returns the outputs of the model, given the sums of the first layer.
func (n *columnNetwork) after() []float32 {
	x := n.sums[0]
	for i := 1; i < len(n.layers); i++ {
		l := &n.layers[i]
		vectors.Tanh(x)
		y := n.sums[i]
		copy(y, l.biases)
		vectors.Accumulate(y, l.weights, x, n.all[:n.layers[i-1].units])
		x = y
	}
	return x[:n.layers[len(n.layers)-1].units]
}

// A columnGradient computes gradients of all weights.
type columnGradient struct {
	*columnNetwork
	sums columnWeights
	back [][]float32 // the gradients of the inputs of each layer
}

func newColumnGradient(n *columnNetwork) *columnGradient {
	g := &columnGradient{columnNetwork: n, sums: n.zero()}
	g.back = append(g.back, make([]float32, n.inputs))
	for i := range n.layers[:len(n.layers)-1] {
		g.back = append(g.back, make([]float32, n.layers[i].width()))
	}
	return g
}

// add adds the gradients of the position whose outputs were computed last, given the gradients of its outputs, which
// must have the padded length.
func (g *columnGradient) add(outputs []float32) {
	y := outputs
	for i := len(g.layers) - 1; i >= 0; i-- {
		l, sum := &g.layers[i], &g.sums.layers[i]
		for u := range l.units {
			sum.biases[u] += y[u]
		}
		x, active := g.x, g.active
		if i > 0 {
			x, active = g.columnNetwork.sums[i-1], g.all[:g.layers[i-1].units]
		}
		clear(g.back[i])
		vectors.Backtrack(g.back[i], sum.weights, l.weights, x, y, active, g.all[:l.units])
		if i == 0 {
			return
		}
		for u, v := range x {
			g.back[i][u] *= 1 - v*v
		}
		y = g.back[i]
	}
}

// width returns the padded number of outputs.
func (c *columnWeights) width() int { return c.layers[len(c.layers)-1].width() }

// size returns the number of weights, with the padding.
func (c *columnWeights) size() (n int) {
	for _, w := range c.all() {
		n += len(w)
	}
	return n
}

// put sets the weights to the numbers of a vector, and get the numbers to the weights divided by a divisor.
func (c *columnWeights) put(vector []float64) {
	for _, w := range c.all() {
		for k := range w {
			w[k] = float32(vector[k])
		}
		vector = vector[len(w):]
	}
}

func (c *columnWeights) get(vector []float64, divisor float64) {
	for _, w := range c.all() {
		for k, x := range w {
			vector[k] = float64(x) / divisor
		}
		vector = vector[len(w):]
	}
}

// add adds other weights.
func (c *columnWeights) add(other *columnWeights) {
	parts := other.all()
	for i, w := range c.all() {
		for k, x := range parts[i][:len(w)] {
			w[k] += x
		}
	}
}
