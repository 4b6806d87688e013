//go:build xla || gomlx

package neural

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers"
)

var backend = sync.OnceValues(func() (backends.Backend, error) {
	b, err := backends.NewWithConfig(backendConfig)
	if err != nil {
		return nil, fmt.Errorf("neural: the backend: %w", brief(err))
	}
	return b, nil
})

// brief returns the message of a GoMLX error in one line, without its stack.
func brief(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}

func variables(n *Network) *context.Context {
	ctx := context.New()
	in := ctx.InAbsPath(scope)
	for i := range n.parameters {
		p := &n.parameters[i]
		in.VariableWithValue(p.Name, tensors.FromFlatDataAndDimensions(slices.Clone(p.values), p.Shape...))
	}
	return ctx
}

// batchSize returns one of few sizes for a batch of positions, since GoMLX makes a graph for each.
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

func newEvaluation(n *Network) (evaluation, error) {
	b, err := backend()
	if err != nil {
		return nil, err
	}
	exec, err := context.NewExec(b, variables(n), func(ctx *context.Context, x *graph.Node) (policy, outcome *graph.Node) {
		t := &tape{g: x.Graph(), ctx: ctx, batch: x.Shape().Dimensions[0]}
		p, v := t.run(n.architecture, &n.shape, x)
		return p.node, v.node
	})
	if err != nil {
		return nil, fmt.Errorf("neural: %w", brief(err))
	}
	exec.SetMaxCache(-1) // sizes of batches are few
	return func(inputs []float32, count int, policy, values []float32) ([]float32, []float32, error) {
		size := batchSize(count)
		width := len(inputs) / count
		inputs = append(inputs, make([]float32, (size-count)*width)...)
		outputs, err := exec.Exec(tensors.FromFlatDataAndDimensions(inputs, size, width))
		if err != nil {
			return nil, nil, fmt.Errorf("neural: %w", brief(err))
		}
		defer finalize(outputs)
		logits, err := floats(outputs[0])
		if err != nil {
			return nil, nil, err
		}
		outcomes, err := floats(outputs[1])
		if err != nil {
			return nil, nil, err
		}
		return append(policy, logits[:count*n.shape.Moves]...), append(values, outcomes[:count*n.shape.values()]...), nil
	}, nil
}

func floats(t *tensors.Tensor) ([]float32, error) {
	data, err := tensors.CopyFlatData[float32](t)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", brief(err))
	}
	return data, nil
}

func finalize(outputs []*tensors.Tensor) {
	for _, o := range outputs {
		_ = o.FinalizeAll()
	}
}

type graphSteps struct {
	network *Network
	ctx     *context.Context
	exec    *context.Exec
	opt     *Training
	rate    *context.Variable
}

func newSteps(n *Network, opt *Training, _ int) (steps, error) {
	return &graphSteps{network: n, opt: opt, ctx: variables(n)}, nil
}

func (s *graphSteps) compile() error {
	b, err := backend()
	if err != nil {
		return err
	}
	n, opt := s.network, s.opt
	in := s.ctx.Checked(false)
	s.rate = optimizers.LearningRateVar(in, dtypes.Float32, opt.Rate)
	adam, ok := optimizers.Adam().LearningRate(opt.Rate).WeightDecay(opt.decay).Done().(interface {
		UpdateGraphWithGradients(*context.Context, []*graph.Node, dtypes.DType)
	})
	if !ok {
		return errors.New("neural: Adam of GoMLX takes no gradients")
	}
	s.exec, err = context.NewExec(b, in, func(ctx *context.Context, in []*graph.Node) []*graph.Node {
		inputs, mask, policy, target := in[0], in[1], in[2], in[3]
		g := inputs.Graph()
		tape := &tape{g: g, ctx: ctx, batch: opt.Batch}
		logits, value := tape.run(n.architecture, &n.shape, inputs)
		priors := graph.Softmax(graph.Add(logits.node, mask), -1)
		// The gradients of the mean cross entropy of the policy and the mean squared error of the values.
		logits.gradient = graph.DivScalar(graph.Sub(priors, policy), opt.Batch)
		value.gradient = graph.MulScalar(graph.Sub(value.node, target), 2*opt.ValueWeight/float64(opt.Batch*n.shape.values()))
		tape.backward()
		var gradients []*graph.Node
		for i := range n.parameters {
			gradients = append(gradients, tape.gradients[n.parameters[i].Name])
		}
		adam.UpdateGraphWithGradients(ctx, gradients, dtypes.Float32)
		return []*graph.Node{priors, value.node}
	})
	if err != nil {
		return fmt.Errorf("neural: %w", brief(err))
	}
	return nil
}

func (s *graphSteps) step(b *batch, rate float64, priors, values []float32) error {
	if s.exec == nil {
		if err := s.compile(); err != nil {
			return err
		}
	}
	if err := s.rate.SetValue(tensors.FromScalar(float32(rate))); err != nil {
		return fmt.Errorf("neural: %w", brief(err))
	}
	count := s.network.positions(b)
	outputs, err := s.exec.Exec(
		tensors.FromFlatDataAndDimensions(b.inputs, count, len(b.inputs)/count), tensors.FromFlatDataAndDimensions(b.mask, count, len(b.mask)/count),
		tensors.FromFlatDataAndDimensions(b.policy, count, len(b.policy)/count), tensors.FromFlatDataAndDimensions(b.target, count, len(b.target)/count))
	if err != nil {
		return fmt.Errorf("neural: %w", brief(err))
	}
	defer finalize(outputs)
	for i, dst := range [][]float32{priors, values} {
		data, err := floats(outputs[i])
		if err != nil {
			return err
		}
		copy(dst, data)
	}
	return nil
}

func (s *graphSteps) weights(i int) ([]float32, error) {
	x, err := s.ctx.GetVariableByScopeAndName(scope, s.network.parameters[i].Name).Value()
	if err != nil {
		return nil, fmt.Errorf("neural: %w", brief(err))
	}
	return floats(x)
}

func (s *graphSteps) state() ([]variable, error) {
	var all []variable
	for v := range s.ctx.IterVariables() {
		x, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("neural: %w", brief(err))
		}
		state := variable{Scope: v.Scope(), Name: v.Name(), Shape: v.Shape().Dimensions}
		switch v.DType() {
		case dtypes.Float32:
			state.Floats, err = tensors.CopyFlatData[float32](x)
		case dtypes.Int64:
			state.Integers, err = tensors.CopyFlatData[int64](x)
		default:
			continue // random numbers, which nothing uses
		}
		if err != nil {
			return nil, fmt.Errorf("neural: %w", brief(err))
		}
		all = append(all, state)
	}
	return all, nil
}

func (s *graphSteps) restore(all []variable) error {
	seen := 0
	for _, v := range all {
		size := 1
		for _, d := range v.Shape {
			size *= d
		}
		var x *tensors.Tensor
		switch size {
		case len(v.Floats):
			x = tensors.FromFlatDataAndDimensions(v.Floats, v.Shape...)
		case len(v.Integers):
			x = tensors.FromFlatDataAndDimensions(v.Integers, v.Shape...)
		default:
			return errState
		}
		if old := s.ctx.GetVariableByScopeAndName(v.Scope, v.Name); old != nil {
			if !slices.Equal(old.Shape().Dimensions, v.Shape) || old.DType() != x.DType() {
				return errState
			}
			if err := old.SetValue(x); err != nil {
				return fmt.Errorf("neural: %w", brief(err))
			}
			seen++
			continue
		}
		s.ctx.InAbsPath(v.Scope).VariableWithValue(v.Name, x).SetTrainable(false)
	}
	if seen != len(s.network.parameters) {
		return errState
	}
	return nil
}

func (s *graphSteps) close() { s.ctx.Finalize() }
