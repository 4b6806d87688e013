package learn

import "math"

// A network is a model ready for use by one goroutine: with the shift and the scale of the features in its weights, and
// with room for what its units say.
type network struct {
	inputs int
	layers []layer
	last   []float64 // weights of the output
	bias   float64
}

// A layer is a hidden layer.
type layer struct {
	weights []float64 // of one unit after the other
	biases  []float64
	out     []float64 // scratch
}

// compile makes a network of a valid model.
func compile(m *Model) *network {
	n := &network{inputs: m.Inputs}
	rest, from := m.Weights, m.Inputs
	for at := 0; at <= len(m.Hidden); at++ {
		units := 1
		if at < len(m.Hidden) {
			units = m.Hidden[at]
		}
		l := layer{make([]float64, 0, units*from), make([]float64, units), make([]float64, units)}
		for u := range units {
			l.weights = append(l.weights, rest[:from]...)
			l.biases[u] = rest[from]
			rest = rest[from+1:]
			if at == 0 {
				fold(m, l.weights[u*from:], &l.biases[u])
			}
		}
		if at == len(m.Hidden) {
			n.last, n.bias = l.weights, l.biases[0]
			break
		}
		n.layers = append(n.layers, l)
		from = units
	}
	return n
}

// fold puts the shift and the scale of features into the weights of a unit.
func fold(m *Model, weights []float64, bias *float64) {
	for i := range weights {
		if m.Scale != nil {
			weights[i] *= m.Scale[i]
		}
		if m.Shift != nil {
			*bias -= weights[i] * m.Shift[i]
		}
	}
}

// sum returns the output for features, of which there are as many as the network has inputs.
func (n *network) sum(x []float64) float64 {
	for i := range n.layers {
		l := &n.layers[i]
		rest := l.weights
		for u, b := range l.biases {
			l.out[u] = math.Tanh(b + dot(rest[:len(x)], x))
			rest = rest[len(x):]
		}
		x = l.out
	}
	return n.bias + dot(n.last, x)
}

// dot returns the scalar product of two vectors of equal length. For the dozen of numbers that evaluations have, a loop
// of Go is faster than a call of gonum's assembly.
func dot(w, x []float64) float64 {
	w = w[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += w[i] * v
	}
	return sum
}
