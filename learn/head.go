package learn

import (
	"fmt"
	"math"
	"slices"
)

// A head computes the values of a model from its outputs: the hyperbolic tangent of a single output, or the probabilities of
// several outcomes. A slice of these values is called an estimate below. Its length is the number of outputs.
type head struct {
	outcomes []int // nil for a single output
}

func (m *Model) head() head { return head{m.Outcomes} }

func checkOutcomes(outcomes []int) error {
	if outcomes == nil {
		return nil
	}
	if len(outcomes) < 2 || len(outcomes) > mostOutputs {
		return fmt.Errorf("%d outcomes, want 2 to %d, or none for a model with one output", len(outcomes), mostOutputs)
	}
	for i, x := range outcomes {
		if i > 0 && x <= outcomes[i-1] || x != -outcomes[len(outcomes)-1-i] {
			return fmt.Errorf("the outcomes are %v, want them in increasing order, and with each outcome its negative", outcomes)
		}
	}
	return nil
}

// greatest returns the greatest outcome.
func (h head) greatest() int {
	if h.outcomes == nil {
		return 1
	}
	return h.outcomes[len(h.outcomes)-1]
}

// estimate computes an estimate from the outputs of the model.
func (h head) estimate(outputs []float32, dst []float64) {
	if h.outcomes == nil {
		dst[0] = math.Tanh(float64(outputs[0]))
		return
	}
	most, sum := slices.Max(outputs), 0.0
	for i, z := range outputs {
		dst[i] = math.Exp(float64(z - most))
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}

// of returns the estimate by a network.
func (h head) of(n *columnNetwork, features []float64) []float64 {
	list := denseList{game: given(features)}
	outputs, _ := n.outputs(list.AppendSparse(nil)) // which are in order
	estimate := make([]float64, len(outputs))
	h.estimate(outputs, estimate)
	return estimate
}

type given []float64

func (g given) AppendFeatures(dst []float64) []float64 { return append(dst, g...) }

// value returns the expected outcome, or the value from -1 to 1 of a single output.
func (h head) value(estimate []float64) float64 {
	if h.outcomes == nil {
		return estimate[0]
	}
	sum := 0.0
	for i, p := range estimate {
		sum += p * float64(h.outcomes[i])
	}
	return sum
}

// turn makes an estimate one for the other side.
func (h head) turn(estimate []float64) {
	if h.outcomes == nil {
		estimate[0] = -estimate[0]
		return
	}
	slices.Reverse(estimate)
}

// result sets an estimate to the outcome of a finished game, or returns an error if the model does not know the outcome.
func (h head) result(outcome int, estimate []float64) error {
	if h.outcomes == nil {
		estimate[0] = float64(sign(outcome))
		return nil
	}
	i, known := slices.BinarySearch(h.outcomes, outcome)
	if !known {
		return fmt.Errorf("an outcome of %d, want one of the outcomes of the model: %v", outcome, h.outcomes)
	}
	clear(estimate)
	estimate[i] = 1
	return nil
}

// loss returns the cross-entropy of an estimate and its target.
func (h head) loss(estimate, target []float64) float64 {
	const least = 1e-12 // the logarithm of 0 is not finite
	if h.outcomes == nil {
		p, q := (1+estimate[0])/2, (1+target[0])/2
		return -q*math.Log(max(p, least)) - (1-q)*math.Log(max(1-p, least))
	}
	sum := 0.0
	for i, q := range target {
		if q > 0 {
			sum -= q * math.Log(max(estimate[i], least))
		}
	}
	return sum
}
