package neural

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
)

// A Network computes, for a position of a game, its value and a policy: a logit for each move number. In a game of
// several players, it computes a value for each player. A Network never changes, and several goroutines may use it at
// the same time.
type Network struct {
	shape        shape
	architecture Architecture
	parameters   []parameter
	evaluate     evaluation
}

// An evaluation appends the policy, as logits, and the values of count positions, by plain Go or GoMLX (build tags).
type evaluation func(inputs []float32, count int, policy, values []float32) ([]float32, []float32, error)

// NewNetwork returns an untrained network with random weights. source is the source of randomness; nil means a PCG
// seeded with 0. The weights of the layers that compute the policy and the value are small: all moves have nearly equal
// priors, and all positions have values near 0.
func NewNetwork[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](d Description[G, M], a Architecture, source rand.Source) (*Network, error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	return newNetwork(v.shape, a, source)
}

func newNetwork(s shape, a Architecture, source rand.Source) (*Network, error) {
	source, err := random.Source(source)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	parameters, err := parametersOf(&s, a)
	if err != nil {
		return nil, err
	}
	r := rand.New(source)
	for i := range parameters {
		parameters[i].draw(r)
	}
	return build(s, a, parameters)
}

const mostWeights = 1 << 28

func parametersOf(s *shape, a Architecture) ([]parameter, error) {
	if a == nil {
		return nil, errors.New("neural: no architecture given")
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	parameters, width := a.parameters(s, nil)
	parameters = appendLayer(parameters, "policy", width, s.Moves, 0.1)
	parameters = appendLayer(parameters, "value", width, s.values(), 0.1)
	total := 0
	for i := range parameters {
		if total += parameters[i].size(); total > mostWeights {
			return nil, fmt.Errorf("neural: a network of more than %d weights", mostWeights)
		}
	}
	return parameters, nil
}

func build(s shape, a Architecture, parameters []parameter) (*Network, error) {
	n := &Network{shape: s, architecture: a, parameters: parameters}
	var err error
	n.evaluate, err = newEvaluation(n)
	return n, err
}

// Weights returns the number of weights, including biases.
func (n *Network) Weights() int {
	total := 0
	for i := range n.parameters {
		total += n.parameters[i].size()
	}
	return total
}

// Game returns the name of the game, which is [Description].Name.
func (n *Network) Game() string { return n.shape.Game }

func (n *Network) fits(s *shape) error {
	if n.shape == *s {
		return nil
	}
	what := cmp.Or(differ("the game", n.shape.Game, s.Game),
		differ("the planes", [3]int{n.shape.Planes, n.shape.Height, n.shape.Width}, [3]int{s.Planes, s.Height, s.Width}),
		differ("the players", n.shape.Players, s.Players), differ("the numbers of moves", n.shape.Moves, s.Moves),
		differ("the fingerprint", n.shape.Fingerprint, s.Fingerprint))
	return fmt.Errorf("%w: %s", ErrOtherGame, what)
}

func differ(what string, got, want any) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s of the network: %v, of the description: %v", what, got, want)
}

// ErrOtherGame is wrapped by the errors of [Load], [Train], [ForPUCT] and [ForAlphaBeta] if a network or a folder was
// made for another game or with another [Description].
var ErrOtherGame = errors.New("a network for another game")
