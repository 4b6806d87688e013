//go:build xla || gomlx

package neural

import (
	"fmt"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/shapes"
	"github.com/gomlx/gomlx/pkg/ml/context"
)

// A tape builds the graph of a network, and records how to go back from the gradient of each result to its operands.
// GoMLX's own gradients multiply matrices element by element, which its compiling backend fuses but its plain Go
// backend takes fifty times as long for, and gradients of convolutions need an operation missing there. Convolutions
// therefore gather the neighbours of each cell, and multiply matrices.
type tape struct {
	g         *graph.Graph
	ctx       *context.Context
	batch     int
	back      []func()
	gradients map[string]*graph.Node
}

type value struct{ node, gradient *graph.Node }

func (v *value) accumulate(part *graph.Node) {
	if v.gradient == nil {
		v.gradient = part
		return
	}
	v.gradient = graph.Add(v.gradient, part)
}

const scope = "/network"

func (t *tape) variable(name string) *graph.Node {
	return t.ctx.GetVariableByScopeAndName(scope, name).ValueGraph(t.g)
}

// linear multiplies rows by a matrix, whose rows are the units, and adds a bias.
func (t *tape) linear(name string, x *value) *value {
	weights := t.variable(name + ".weights")
	y := &value{node: graph.Add(
		graph.DotGeneral(x.node, []int{1}, nil, weights, []int{1}, nil), graph.ExpandAxes(t.variable(name+".bias"), 0))}
	t.back = append(t.back, func() {
		rows := y.node.Shape().Dimensions[0]
		ones := graph.Ones(t.g, shapes.Make(dtypes.Float32, rows))
		t.gradients[name+".weights"] = graph.DotGeneral(y.gradient, []int{0}, nil, x.node, []int{0}, nil)
		t.gradients[name+".bias"] = graph.DotGeneral(ones, []int{0}, nil, y.gradient, []int{0}, nil)
		x.accumulate(graph.DotGeneral(y.gradient, []int{1}, nil, weights, []int{0}, nil))
	})
	return y
}

func (t *tape) relu(x *value) *value {
	y := &value{node: graph.Max(x.node, graph.ScalarZero(t.g, dtypes.Float32))}
	t.back = append(t.back, func() { x.accumulate(graph.Mul(y.gradient, graph.Sign(y.node))) })
	return y
}

func (t *tape) add(a, b *value) *value {
	y := &value{node: graph.Add(a.node, b.node)}
	t.back = append(t.back, func() {
		a.accumulate(y.gradient)
		b.accumulate(y.gradient)
	})
	return y
}

func (t *tape) reshape(x *value, dimensions ...int) *value {
	y := &value{node: graph.Reshape(x.node, dimensions...)}
	t.back = append(t.back, func() { x.accumulate(graph.Reshape(y.gradient, x.node.Shape().Dimensions...)) })
	return y
}

// rows turns planes into one row for each cell of each position. Inputs need no gradient.
func (t *tape) rows(x *value, s *shape) *value {
	cells := s.Height * s.Width
	planes := graph.Reshape(x.node, t.batch, s.Planes, cells)
	return &value{node: graph.Reshape(graph.TransposeAllAxes(planes, 0, 2, 1), t.batch*cells, s.Planes)}
}

// convolution computes a 3 × 3 convolution of rows, one for each cell, with zeros around the board.
func (t *tape) convolution(name string, x *value, s *shape) *value {
	cells, channels := s.Height*s.Width, x.node.Shape().Dimensions[1]
	columns := &value{node: graph.Reshape(t.gather(x.node, t.neighbours(s, 1)), t.batch*cells, 9*channels)}
	t.back = append(t.back, func() {
		// The gradient of cell a in its neighbour b comes from b's place for a, which is opposite.
		parts := graph.Reshape(columns.gradient, t.batch*cells*9, channels)
		x.accumulate(graph.ReduceSum(graph.Reshape(t.gather(parts, t.neighbours(s, 9)), t.batch*cells, 9, channels), 1))
	})
	return t.linear(name, columns)
}

// neighbours returns the row of each cell at the 3 × 3 places around each cell of each position, or one after the last
// row off the board. With 9 places a cell, it is the row of the neighbour's opposite place.
func (t *tape) neighbours(s *shape, places int) [][]int32 {
	cells := s.Height * s.Width
	rows := make([][]int32, 0, t.batch*cells*9)
	for b := range t.batch {
		for cell := range cells {
			for k := range 9 {
				y, x := cell/s.Width+k/3-1, cell%s.Width+k%3-1
				row := t.batch * cells * places
				if y >= 0 && y < s.Height && x >= 0 && x < s.Width {
					row = (b*cells + y*s.Width + x) * places
					if places == 9 {
						row += 8 - k
					}
				}
				rows = append(rows, []int32{int32(row)})
			}
		}
	}
	return rows
}

// gather returns rows of x, which has a row of zeros after its last.
func (t *tape) gather(x *graph.Node, rows [][]int32) *graph.Node {
	zeros := graph.Zeros(t.g, shapes.Make(dtypes.Float32, 1, x.Shape().Dimensions[1]))
	return graph.Gather(graph.Concatenate([]*graph.Node{x, zeros}, 0), graph.Const(t.g, rows))
}

func (t *tape) run(a Architecture, s *shape, inputs *graph.Node) (policy, outcome *value) {
	trunk := a.(interface { // the graphs are no part of Architecture, since without the build tags there are none
		forward(t *tape, s *shape, x *value) *value
	}).forward(t, s, &value{node: inputs})
	policy = t.linear("policy", trunk)
	sum := t.linear("value", trunk)
	outcome = &value{node: graph.Tanh(sum.node)}
	t.back = append(t.back, func() {
		sum.accumulate(graph.Mul(outcome.gradient, graph.Sub(graph.OnesLike(outcome.node), graph.Mul(outcome.node, outcome.node))))
	})
	return policy, outcome
}

func (t *tape) backward() {
	t.gradients = map[string]*graph.Node{}
	for i := len(t.back) - 1; i >= 0; i-- {
		t.back[i]()
	}
}

func (a Dense) forward(t *tape, _ *shape, x *value) *value { return t.hidden(a.hidden(), x) }

func (t *tape) hidden(hidden []int, x *value) *value {
	for i := range hidden {
		x = t.relu(t.linear(fmt.Sprintf("hidden%d", i+1), x))
	}
	return x
}

func (a Residual) forward(t *tape, s *shape, x *value) *value {
	a = a.usual()
	x = t.relu(t.convolution("first", t.rows(x, s), s))
	for i := range a.Blocks {
		y := t.relu(t.convolution(fmt.Sprintf("block%d.first", i+1), x, s))
		y = t.convolution(fmt.Sprintf("block%d.second", i+1), y, s)
		x = t.relu(t.add(x, y))
	}
	return t.hidden(a.Hidden, t.reshape(x, t.batch, s.Height*s.Width*a.Filters))
}
