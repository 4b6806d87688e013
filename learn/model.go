package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sides"
)

// A Model computes the value of a position from its features. Without hidden layers, its output z is a weighted sum
// of the features. With hidden layers, z is the output of a network whose hidden units are hyperbolic tangents. The
// value of the position for the side to move is tanh z: -1 is a sure loss, and 1 a sure win. A value v corresponds to
// (1 + v)/2 expected points.
//
// A model with Outcomes has an output for each possible outcome of the game. From the outputs it computes the
// probabilities of the outcomes (softmax). The value of the position is then the expected outcome divided by the
// greatest outcome.
//
// Several goroutines may use a Model at the same time.
type Model struct {
	// Game is the name of the game with its size, such as "checkers 8x8". It may continue, after a comma and a space,
	// with anything that changes the features, such as their version: "checkers 8x8, features 2". [Load] compares the
	// whole name with the expected name. [Train] requires a [Set] whose Game is the whole name or the part before a
	// comma.
	Game string

	// Inputs is the number of features.
	Inputs int

	// Hidden contains the number of units of each hidden layer; the first layer is the one that reads the features. Nil
	// means a linear model.
	Hidden []int

	// Outcomes contains the possible outcomes of the game for one side, in increasing order; with each outcome x, also
	// -x. For example, games of backgammon have the outcomes -3, -2, -1, 1, 2 and 3 for backgammons, gammons and single
	// games. Nil means that the model has one output.
	Outcomes []int

	// Players is the number of players in a game of several players ([ply.Multiplayer]). The model then has an output
	// for each player: first for the player whose view the features take, then for the next players in the order of
	// their numbers. The hyperbolic tangent of an output is the value for the player, and Outcomes must be nil. 0 means
	// a game of two sides, in which the value for one side is the negative of the value for the other.
	Players int

	// Shift and Scale normalize each feature x to (x - Shift) * Scale. A nil Shift means 0, and a nil Scale 1. [Train]
	// sets both if both are nil.
	Shift, Scale []float64

	// Weights contains the weights of all units: of the hidden layers, layer by layer and unit by unit, and then of the
	// output or the outputs. The weights of the inputs of a unit are followed by the bias of the unit.
	Weights []float64
}

// Sizes are bounded: a damaged file must not take all memory.
const (
	mostInputs  = 1 << 16
	mostLayers  = 16
	mostUnits   = 1 << 12
	mostWeights = 1 << 24
	mostOutputs = 1 << 10
)

// NewModel returns a copy of a model with new weights, for training. Game and Inputs of the model must be set, Hidden,
// Outcomes and Players can be set, and Weights is ignored. The weights of a hidden unit with n inputs are drawn
// uniformly with variance 1/n (LeCun et al. 1998, section 4.6), and the weights of the outputs in the same way but ten
// times smaller; biases are 0. All weights of a model without hidden layers are 0, so it values all positions as even.
// source is the source of randomness; nil means a PCG seeded with 0.
func NewModel(model Model, source rand.Source) (*Model, error) {
	m := model.Clone()
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
	at, from := 0, m.Inputs
	for _, units := range m.Hidden {
		for range units {
			for range from {
				m.Weights[at] = (2*numbers.Float64() - 1) * math.Sqrt(3/float64(from))
				at++
			}
			at++ // the bias
		}
		from = units
	}
	if len(m.Hidden) > 0 { // otherwise the units would never differ in what they learn
		for range m.outputs() {
			for range from {
				m.Weights[at] = (2*numbers.Float64() - 1) * math.Sqrt(3/float64(from)) / 10
				at++
			}
			at++ // the bias
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
	return &Model{
		m.Game, m.Inputs, slices.Clone(m.Hidden), slices.Clone(m.Outcomes), m.Players, slices.Clone(m.Shift), slices.Clone(m.Scale), slices.Clone(m.Weights),
	}
}

func (m *Model) size() (int, error) {
	if m.Inputs < 1 || m.Inputs > mostInputs {
		return 0, fmt.Errorf("%d features, want 1 to %d", m.Inputs, mostInputs)
	}
	if m.Players < 0 || m.Players > sides.MostPlayers {
		return 0, fmt.Errorf("%d players, want 1 to %d, or 0 for two sides", m.Players, sides.MostPlayers)
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
	if size += m.outputs() * (from + 1); size > mostWeights {
		return 0, fmt.Errorf("more than %d weights", mostWeights)
	}
	return size, nil
}

// outputs returns the number of outputs.
func (m *Model) outputs() int { return max(len(m.Outcomes), m.Players, 1) }

// Check returns an error if the number of weights does not match the layers, or if a number is not finite.
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
	case checkOutcomes(m.Outcomes) != nil:
		return "outcomes", checkOutcomes(m.Outcomes)
	case m.Players > 0 && m.Outcomes != nil:
		return "players", errors.New("the model has Outcomes, which only games of two sides can have")
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

// ErrOtherGame is wrapped by the errors of [Load], [Train] and [Notation.Read] if a model or a file of games is not
// for the expected game.
var ErrOtherGame = errors.New("it belongs to another game")

// Value returns the value, from -1 to 1, of a position with the given features for the side whose view they take. It
// returns an error if the model is invalid, if the number of features differs from Inputs, or if a feature is not
// finite. Value allocates memory. The evaluators for searches, made by [ForAlphaBeta] and [ForExpectimax], allocate no
// memory and compute the hyperbolic tangents of hidden units to 7 digits.
func (m *Model) Value(features []float64) (float64, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	if err := checkFeatures(features, m.Inputs); err != nil {
		return 0, fmt.Errorf("learn: %w", err)
	}
	if m.outputs() > 1 {
		h := m.head()
		return h.value(h.of(newColumnNetwork(columnsOf(m)), features)) / float64(h.greatest()), nil
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
	return math.Tanh(p.output(m.Weights, row{dense: x}, make([]float64, p.units))), nil
}

// Probabilities returns the probabilities of [Model].Outcomes, in their order, in a position with the given features
// for the side to move. It returns an error if the model has no Outcomes, and in the same cases as Value.
func (m *Model) Probabilities(features []float64) ([]float64, error) {
	if m.Outcomes == nil {
		return nil, errors.New("learn: the model has no Outcomes")
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	if err := checkFeatures(features, m.Inputs); err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return m.head().of(newColumnNetwork(columnsOf(m)), features), nil
}

// checkSparseFeatures returns an error if features are not in the order of their indices, or not finite.
func checkSparseFeatures(features []Feature, inputs int) error {
	last := int32(-1)
	for _, f := range features {
		switch {
		case f.Index <= last || int(f.Index) >= inputs:
			return fmt.Errorf("the features are %v, want them in the order of their indices, from 0 to %d", features, inputs-1)
		case f.Value-f.Value != 0:
			return fmt.Errorf("feature %d is %v", f.Index, f.Value)
		}
		last = f.Index
	}
	return nil
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
