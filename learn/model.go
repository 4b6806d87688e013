package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/random"
)

// A Model maps the features of a position to its value. Without hidden layers it is linear; otherwise it is a network with
// hyperbolic tangents as hidden units. Its output is a sum z. The value of the position is tanh z, from -1 for a sure loss
// of the side to move to 1 for a sure win, which corresponds to (1 + tanh z)/2 expected points. Goroutines may share it.
type Model struct {
	// Game is the name of the game and of its size, such as "checkers 8x8", and, after a comma and a space, anything
	// else that changes the features, such as their version: "checkers 8x8, features 2". A model with another name
	// than expected is refused. It learns from a [Set] of the same name, or of the name before a comma.
	Game string

	// Inputs is the number of features.
	Inputs int

	// Hidden has the numbers of units of the hidden layers, from the features on. Nil means a linear model.
	Hidden []int

	// Shift and Scale normalize features to (x - Shift) * Scale. Nil means 0 and 1. Training sets them if both are nil.
	Shift, Scale []float64

	// Weights has, for each unit of each layer and then the output, the weights of its inputs and a bias.
	Weights []float64
}

// Sizes are bounded: a damaged file must not take all memory.
const (
	mostInputs  = 1 << 16
	mostLayers  = 16
	mostUnits   = 1 << 12
	mostWeights = 1 << 24
)

// NewModel returns a model to be trained. hidden has the units of its hidden layers, none for a linear model. The weights
// of hidden units are drawn uniformly from source (nil means a PCG seeded with 0), with a variance of 1/n for n weights
// (LeCun et al. 1998, section 4.6); all others are 0. A new linear model therefore evaluates all positions as even.
func NewModel(game string, inputs int, hidden []int, source rand.Source) (*Model, error) {
	m := &Model{Game: game, Inputs: inputs, Hidden: slices.Clone(hidden)}
	size, err := m.size()
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	source, err = random.Source(source)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	numbers := rand.New(source)
	m.Weights = make([]float64, size)
	at, from := 0, inputs
	for _, units := range hidden {
		for range units {
			for range from {
				m.Weights[at] = (2*numbers.Float64() - 1) * math.Sqrt(3/float64(from))
				at++
			}
			at++ // the bias
		}
		from = units
	}
	if len(hidden) > 0 { // otherwise the units would never differ in what they learn
		for range from {
			m.Weights[at] = (2*numbers.Float64() - 1) * math.Sqrt(3/float64(from)) / 10
			at++
		}
	}
	return m, nil
}

// Linear returns a linear model with the given bias and weights.
func Linear(game string, bias float64, weights ...float64) *Model {
	return &Model{Game: game, Inputs: len(weights), Weights: append(slices.Clone(weights), bias)}
}

// Clone returns an independent copy.
func (m *Model) Clone() *Model {
	return &Model{m.Game, m.Inputs, slices.Clone(m.Hidden), slices.Clone(m.Shift), slices.Clone(m.Scale), slices.Clone(m.Weights)}
}

func (m *Model) size() (int, error) {
	if m.Inputs < 1 || m.Inputs > mostInputs {
		return 0, fmt.Errorf("%d features, want 1 to %d", m.Inputs, mostInputs)
	}
	if len(m.Hidden) > mostLayers {
		return 0, fmt.Errorf("%d hidden layers, want at most %d", len(m.Hidden), mostLayers)
	}
	size, from := 0, m.Inputs
	for i, units := range m.Hidden {
		if units < 1 || units > mostUnits {
			return 0, fmt.Errorf("%d units in hidden layer %d, want 1 to %d", units, i+1, mostUnits)
		}
		if size += units * (from + 1); size > mostWeights {
			return 0, fmt.Errorf("more than %d weights", mostWeights)
		}
		from = units
	}
	return size + from + 1, nil
}

// Check returns an error if the number of weights does not fit the layers, or if a number is not finite.
func (m *Model) Check() error {
	if part, err := m.check(); err != nil {
		return fmt.Errorf("learn: %s: %w", part, err)
	}
	return nil
}

func (m *Model) check() (field string, err error) {
	size, err := m.size()
	switch {
	case err != nil && (m.Inputs < 1 || m.Inputs > mostInputs):
		return "inputs", err
	case err != nil:
		return "hidden", err
	case len(m.Weights) != size:
		return "weights", fmt.Errorf("%d weights, want %d for %d features and hidden layers %v", len(m.Weights), size, m.Inputs, m.Hidden)
	}
	for _, part := range []struct {
		name   string
		values []float64
	}{{"shift", m.Shift}, {"scale", m.Scale}} {
		if part.values != nil && len(part.values) != m.Inputs {
			return part.name, fmt.Errorf("%d numbers for %d features", len(part.values), m.Inputs)
		}
		if err := finite(part.values); err != nil {
			return part.name, err
		}
	}
	return "weights", finite(m.Weights)
}

func finite(values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("number %d is %v", i+1, v)
		}
	}
	return nil
}

// ErrOtherGame is wrapped by errors for models and sets that belong to another game.
var ErrOtherGame = errors.New("it belongs to another game")

// Value returns the value of a position with these features for the side to move, from -1 to 1. It is an error if the
// model is invalid, if the number of features differs, or if one is not finite. It allocates memory; evaluators of
// searches do not, and are within 10⁻⁶ of it unless weights of the output are great.
func (m *Model) Value(features []float64) (float64, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	if err := checkFeatures(features, m.Inputs); err != nil {
		return 0, fmt.Errorf("learn: %w", err)
	}
	p := newPass(m)
	x := slices.Clone(features)
	for i := range x {
		if m.Shift != nil {
			x[i] -= m.Shift[i]
		}
		if m.Scale != nil {
			x[i] *= m.Scale[i]
		}
	}
	return math.Tanh(p.output(m.Weights, x, make([]float64, p.units))), nil
}

func checkFeatures(features []float64, want int) error {
	if len(features) != want {
		return fmt.Errorf("%d features, want %d", len(features), want)
	}
	for i, x := range features {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("feature %d is %v", i, x)
		}
	}
	return nil
}
