package learn

import (
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// A head computes the values of a model from its outputs: the hyperbolic tangent of a single output, the probabilities
// of outcomes, or the hyperbolic tangents of an output for each player. A slice of these values, one for each output,
// is called an estimate. It takes the view of a side or player.
type head struct {
	outcomes []int // nil if there are none
	players  int   // 0 for two sides
}

func (m *Model) head() head { return head{m.Outcomes, m.Players} }

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

// check returns an error if a game is not one of the sides or players of the model.
func (h head) check(game any) error {
	if h.players == 0 {
		if _, ok := game.(ply.Adversarial); !ok {
			return fmt.Errorf("%T is no ply.Adversarial: a model of a game of several players has Players", game)
		}
		return nil
	}
	g, ok := game.(ply.Multiplayer)
	if !ok {
		return fmt.Errorf("%T is no ply.Multiplayer, and the model is for %d players", game, h.players)
	}
	if n := g.Players(); n != h.players {
		return fmt.Errorf("%T has %d players, and the model is for %d", game, n, h.players)
	}
	return nil
}

// greatest returns the greatest value.
func (h head) greatest() int {
	if h.outcomes == nil {
		return 1
	}
	return h.outcomes[len(h.outcomes)-1]
}

// estimate computes an estimate from the outputs of the model.
func (h head) estimate(outputs []float32, dst []float64) {
	if h.outcomes == nil {
		for i, z := range outputs {
			dst[i] = math.Tanh(float64(z))
		}
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

// value returns the expected outcome, or the value from -1 to 1, for the side or player whose view an estimate takes.
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

// valueFor returns the value for a side or player of an estimate that takes the view of another.
func (h head) valueFor(side int, estimate []float64, view int) float64 {
	switch {
	case h.players > 0:
		return estimate[(side-view+h.players)%h.players]
	case side != view:
		return -h.value(estimate)
	}
	return h.value(estimate)
}

// addSlopes adds the gradient of the value for a side or player, times a factor, to the slopes of the outputs.
func (h head) addSlopes(slopes []float32, estimate []float64, side, view int, factor float64) {
	if side != view && h.players == 0 {
		factor = -factor // the value for the other side
	}
	switch {
	case h.outcomes != nil:
		v := h.value(estimate)
		for i, p := range estimate {
			slopes[i] += float32(factor * p * (float64(h.outcomes[i]) - v))
		}
	case h.players > 0:
		i := (side - view + h.players) % h.players
		slopes[i] += float32(factor * (1 - estimate[i]*estimate[i]))
	default:
		slopes[0] += float32(factor * (1 - estimate[0]*estimate[0]))
	}
}

// turn makes an estimate take another view.
func (h head) turn(estimate []float64, from, to int) {
	switch {
	case from == to:
	case h.players > 0:
		n := (to - from + h.players) % h.players
		slices.Reverse(estimate[:n])
		slices.Reverse(estimate[n:])
		slices.Reverse(estimate)
	case h.outcomes == nil:
		estimate[0] = -estimate[0]
	default:
		slices.Reverse(estimate)
	}
}

// result sets an estimate to the outcome of a finished game, in the view of side 0. It returns an error if the model
// does not know the outcome.
func (h head) result(game any, estimate []float64) error {
	if h.players > 0 {
		values := make([]int, h.players)
		game.(ply.Multiplayer).Outcomes(values)
		for i, v := range values {
			estimate[i] = float64(sign(v))
		}
		return nil
	}
	g := game.(ply.Adversarial)
	side, outcome := g.ToMove(), g.Outcome()
	if side != 0 && side != 1 {
		return sides.Error(game, side, 2)
	}
	if h.outcomes == nil {
		estimate[0] = float64(sign(outcome))
	} else {
		i, known := slices.BinarySearch(h.outcomes, outcome)
		if !known {
			return fmt.Errorf("an outcome of %d, want one of the outcomes of the model: %v", outcome, h.outcomes)
		}
		clear(estimate)
		estimate[i] = 1
	}
	h.turn(estimate, side, 0)
	return nil
}

// loss returns the cross-entropy of an estimate and its target.
func (h head) loss(estimate, target []float64) (sum float64) {
	const least = 1e-12 // the logarithm of 0 is not finite
	for i, q := range target {
		p := estimate[i]
		if h.outcomes == nil { // of winning and losing
			p, q = (1+p)/2, (1+q)/2
			sum -= (1 - q) * math.Log(max(1-p, least))
		}
		if q > 0 {
			sum -= q * math.Log(max(p, least))
		}
	}
	return sum
}
