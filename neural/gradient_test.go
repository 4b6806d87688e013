package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/shapes"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
)

// TestGradients compares the gradients of a weighted sum of all outputs with differences.
func TestGradients(t *testing.T) {
	s := shape{"test", "", 2, 3, 4, 5}
	const batch = 3
	for _, a := range []Architecture{Dense{Hidden: []int{6, 4}}, Residual{Blocks: 2, Filters: 3, Hidden: []int{5}}} {
		n, err := newNetwork(s, a, rand.NewPCG(3, 4))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(5, 6))
		for i := range n.parameters { // the first weights of some are 0
			for j := range n.parameters[i].values {
				n.parameters[i].values[j] += float32(0.3 * random.NormFloat64())
			}
		}
		inputs := make([]float32, batch*s.Planes*s.Height*s.Width)
		for i := range inputs {
			inputs[i] = float32(random.NormFloat64())
		}
		b, err := backend()
		if err != nil {
			t.Fatal(err)
		}
		exec, err := context.NewExec(b, n.context(), func(ctx *context.Context, in []*graph.Node) []*graph.Node {
			tape := &tape{g: in[0].Graph(), ctx: ctx, batch: batch}
			policy, value := tape.run(a, &s, in[0])
			policy.gradient = graph.Ones(tape.g, policy.node.Shape())
			value.gradient = graph.MulScalar(graph.Ones(tape.g, shapes.Make(dtypes.Float32, batch, 1)), 2)
			tape.backward()
			out := make([]*graph.Node, len(n.parameters))
			for i := range n.parameters {
				out[i] = tape.gradients[n.parameters[i].Name]
			}
			return out
		})
		if err != nil {
			t.Fatal(err)
		}
		gradients, err := exec.Exec(tensors.FromFlatDataAndDimensions(inputs, batch, len(inputs)/batch))
		if err != nil {
			t.Fatal(err)
		}
		sum := func() float64 {
			m, err := build(s, a, n.parameters)
			if err != nil {
				t.Fatal(err)
			}
			policy, values, err := m.evaluate(append([]float32(nil), inputs...), batch)
			if err != nil {
				t.Fatal(err)
			}
			total := 0.0
			for _, x := range policy[:batch*s.Moves] {
				total += float64(x)
			}
			for _, x := range values[:batch] {
				total += 2 * float64(x)
			}
			return total
		}
		for i := range n.parameters {
			p := &n.parameters[i]
			got, err := tensors.CopyFlatData[float32](gradients[i])
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				j := random.IntN(len(p.values))
				const step = 1e-3 // greater ones pass the edges of units
				x := p.values[j]
				p.values[j] = x + step
				high := sum()
				p.values[j] = x - step
				low := sum()
				p.values[j] = x
				if want := (high - low) / (2 * step); math.Abs(float64(got[j])-want) > 0.02*(1+math.Abs(want)) {
					t.Errorf("%#v, %s[%d]: gradient %v, by differences %v", a, p.Name, j, got[j], want)
				}
			}
		}
	}
}

// TestTarget: what is proven counts for the positions before it, and the outcome for the rest.
func TestTarget(t *testing.T) {
	some := []uint16{1}
	r := &record[int]{outcome: -1, sides: []int8{0, 1, 0, 1}, steps: []step{{some, 0.5, false}, {some, 0.25, false}, {some, 1, true}, {some, 0, false}}}
	for at, want := range []float64{0.5*1 + 0.5*0.5, 0.5*-1 + 0.5*0.25, 1, 0.5 * 1} {
		if got := (lesson[int]{r, at}).target(0.5); got != want {
			t.Errorf("position %d: %v, want %v", at, got, want)
		}
	}
}
