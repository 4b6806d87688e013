package neural

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
)

// A Network gives positions of a game a value, and their moves weights. It does not change and may be used by several
// goroutines at the same time.
type Network struct {
	shape        shape
	architecture Architecture
	parameters   []parameter
	exec         *context.Exec
}

// backend returns the backend of GoMLX, which all networks share.
var backend = sync.OnceValues(func() (backends.Backend, error) {
	if backendConfig == "" {
		return nil, errors.New("neural: networks need a processor of 64 bits")
	}
	b, err := backends.NewWithConfig(backendConfig)
	if err != nil {
		return nil, fmt.Errorf("neural: the backend: %w", brief(err))
	}
	return b, nil
})

// brief returns the message of an error of GoMLX in one line, without the stack that it may print.
func brief(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}

// NewNetwork returns a network that has learned nothing: its weights are random. Nil for source means a PCG seeded with
// 0. The weights of the policy and the value are small, so that all moves are nearly alike and all positions even.
func NewNetwork[G ply.AdversarialGame[M], M comparable](d Description[G, M], a Architecture, source rand.Source) (*Network, error) {
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

// parametersOf returns the parameters of a network, without values.
func parametersOf(s *shape, a Architecture) ([]parameter, error) {
	if a == nil {
		return nil, errors.New("neural: no architecture given")
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	parameters, width := a.parameters(s, nil)
	parameters = appendLayer(parameters, "policy", width, s.Moves, 0.1)
	parameters = appendLayer(parameters, "value", width, 1, 0.1)
	total := 0
	for i := range parameters {
		if total += parameters[i].size(); total > mostWeights {
			return nil, fmt.Errorf("neural: a network of more than %d weights", mostWeights)
		}
	}
	return parameters, nil
}

// build makes a network of its parameters.
func build(s shape, a Architecture, parameters []parameter) (*Network, error) {
	b, err := backend()
	if err != nil {
		return nil, err
	}
	n := &Network{shape: s, architecture: a, parameters: parameters}
	ctx := n.context()
	n.exec, err = context.NewExec(b, ctx, func(ctx *context.Context, x *graph.Node) (policy, outcome *graph.Node) {
		t := &tape{g: x.Graph(), ctx: ctx, batch: x.Shape().Dimensions[0]}
		p, v := t.run(a, &n.shape, x)
		return p.node, v.node
	})
	if err != nil {
		return nil, fmt.Errorf("neural: %w", brief(err))
	}
	n.exec.SetMaxCache(-1) // sizes of batches are few
	return n, nil
}

// context returns the variables of a network for GoMLX.
func (n *Network) context() *context.Context {
	ctx := context.New()
	in := ctx.InAbsPath(scope)
	for i := range n.parameters {
		p := &n.parameters[i]
		in.VariableWithValue(p.Name, tensors.FromFlatDataAndDimensions(slices.Clone(p.values), p.Shape...))
	}
	return ctx
}

// Weights returns the number of weights.
func (n *Network) Weights() int {
	total := 0
	for i := range n.parameters {
		total += n.parameters[i].size()
	}
	return total
}

// Game returns the name of the game.
func (n *Network) Game() string { return n.shape.Game }

// fits returns an error that wraps [ErrOtherGame] if the network is for another game.
func (n *Network) fits(s *shape) error {
	if n.shape == *s {
		return nil
	}
	what := cmp.Or(differ("the game", n.shape.Game, s.Game),
		differ("the planes", [3]int{n.shape.Planes, n.shape.Height, n.shape.Width}, [3]int{s.Planes, s.Height, s.Width}),
		differ("the numbers of moves", n.shape.Moves, s.Moves), differ("the fingerprint", n.shape.Fingerprint, s.Fingerprint))
	return fmt.Errorf("%w: %s", ErrOtherGame, what)
}

func differ(what string, got, want any) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s of the network: %v, of the description: %v", what, got, want)
}

// ErrOtherGame is the error of a network, or of a file, that is for another game, or for the same game with other rules or
// another description.
var ErrOtherGame = errors.New("a network for another game")

// batchSizes returns the size of the batch in which a number of positions is evaluated. There are few, since GoMLX makes
// a graph for each.
func batchSize(count int) int {
	size := 1
	for size < count {
		size *= 2
	}
	if three := size / 4 * 3; size >= 4 && count <= three {
		return three
	}
	return size
}

// evaluate computes the policy, as logits, and the values of positions. Inputs are extended by zeros as necessary.
func (n *Network) evaluate(inputs []float32, count int) (policy, values []float32, err error) {
	size := batchSize(count)
	width := len(inputs) / count
	inputs = append(inputs, make([]float32, (size-count)*width)...)
	outputs, err := n.exec.Exec(tensors.FromFlatDataAndDimensions(inputs, size, width))
	if err != nil {
		return nil, nil, fmt.Errorf("neural: %w", brief(err))
	}
	defer func() {
		for _, o := range outputs {
			_ = o.FinalizeAll() // which gives its memory back sooner than the garbage collector
		}
	}()
	if policy, err = tensors.CopyFlatData[float32](outputs[0]); err == nil {
		values, err = tensors.CopyFlatData[float32](outputs[1])
	}
	if err != nil {
		return nil, nil, fmt.Errorf("neural: %w", brief(err))
	}
	return policy, values, nil
}
