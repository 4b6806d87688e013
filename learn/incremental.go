package learn

import (
	"math"

	"github.com/ply-search/ply/internal/vectors"
)

// An incrementalNetwork is a columnNetwork that computes the first layer from the features that have changed since an
// earlier position (efficiently updatable neural networks: Nasu 2018). It keeps the sums of one earlier position for
// each side to move, because the features of most games take the view of this side.
//
// Outputs do not depend on the earlier position: the weights of the first layer are rounded to multiples of a power of
// two, so the sums of integral features are exact, in any order. Other features are summed from the start.
type incrementalNetwork struct {
	*columnNetwork
	earlier [2]summed
}

// A summed is a position with its sums of the first layer. It has no sums if it has no features.
type summed struct {
	features []Feature
	sums     []float32
}

// mostSum is the greatest sum of the absolute values of features whose sums of weights are exact.
const mostSum = 256

// newIncrementalNetwork returns a network with the given weights, whose first layer it rounds.
func newIncrementalNetwork(weights columnWeights) *incrementalNetwork {
	first := &weights.layers[0]
	greatest := 0.0
	for _, part := range [][]float32{first.weights, first.biases} {
		for _, w := range part {
			greatest = max(greatest, math.Abs(float64(w)))
		}
	}
	// A sum adds and subtracts the features of two positions to a bias. It has 24 bits.
	_, exponent := math.Frexp(greatest * (2*mostSum + 1))
	step := math.Ldexp(1, exponent-24)
	for _, part := range [][]float32{first.weights, first.biases} {
		for i, w := range part {
			part[i] = float32(math.RoundToEven(float64(w)/step) * step)
		}
	}
	n := &incrementalNetwork{columnNetwork: newColumnNetwork(weights)}
	for i := range n.earlier {
		n.earlier[i].sums = make([]float32, first.width())
	}
	return n
}

// outputs is [columnNetwork.outputs] for a position with a side to move.
func (n *incrementalNetwork) outputs(features []Feature, side int) ([]float32, bool) {
	e := &n.earlier[side]
	old := e.features
	n.active = n.active[:0]
	last, total := int32(-1), float32(0)
	change := func(index int32, value float32) {
		n.x[index] = value
		n.active = append(n.active, index)
	}
	for _, f := range features {
		if f.Index <= last || int(f.Index) >= n.inputs {
			return nil, false
		}
		last = f.Index
		if f.Value != 1 && f.Value != float32(math.RoundToEven(float64(f.Value))) {
			return n.columnNetwork.outputs(features)
		}
		total += max(f.Value, -f.Value)
		for ; len(old) > 0 && old[0].Index < f.Index; old = old[1:] {
			change(old[0].Index, -old[0].Value)
		}
		switch {
		case len(old) == 0 || old[0].Index > f.Index:
			change(f.Index, f.Value)
		case old[0].Value != f.Value:
			change(f.Index, f.Value-old[0].Value)
			old = old[1:]
		default:
			old = old[1:]
		}
	}
	if !(total <= mostSum) {
		return n.columnNetwork.outputs(features)
	}
	for _, f := range old {
		change(f.Index, -f.Value)
	}
	if len(e.features) == 0 || len(n.active) >= len(features) {
		n.active = n.active[:0]
		for _, f := range features {
			change(f.Index, f.Value)
		}
		copy(e.sums, n.layers[0].biases)
	}
	vectors.Accumulate(e.sums, n.layers[0].weights, n.x, n.active)
	e.features = append(e.features[:0], features...)
	copy(n.sums[0], e.sums)
	return n.after(), true
}
