package neural

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// testArchitectures are small, and of all forms.
var testArchitectures = []Architecture{
	Dense{Hidden: []int{}}, Dense{Hidden: []int{6, 4}}, Dense{Hidden: []int{7, 1, 30}},
	Residual{Blocks: 2, Filters: 3, Hidden: []int{5}}, Residual{Filters: 4, Hidden: []int{}},
}

// testShapes returns the architectures with shapes of games of two sides and of three players.
func testShapes() iter.Seq2[shape, Architecture] {
	return func(yield func(shape, Architecture) bool) {
		for _, players := range []int{0, 3} {
			for _, a := range testArchitectures {
				if !yield(shape{"test", "", 2, 3, 4, 5, players}, a) {
					return
				}
			}
		}
	}
}

// testNetwork returns a network none of whose weights is 0.
func testNetwork(t testing.TB, s shape, a Architecture, random *rand.Rand) *Network {
	n, err := newNetwork(s, a, random)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.parameters {
		for j := range n.parameters[i].values {
			n.parameters[i].values[j] += float32(0.3 * random.NormFloat64())
		}
	}
	if n, err = build(s, a, n.parameters); err != nil {
		t.Fatal(err)
	}
	return n
}

// testInputs returns inputs of which about a third are not 0.
func testInputs(random *rand.Rand, count int) []float32 {
	inputs := make([]float32, count)
	for i := range inputs {
		if random.IntN(3) == 0 {
			inputs[i] = float32(random.NormFloat64())
		}
	}
	return inputs
}

// testBatch returns something to learn.
func testBatch(random *rand.Rand, s *shape, count int) *batch {
	b := &batch{inputs: testInputs(random, count*s.Planes*s.Height*s.Width)}
	for range count {
		legal := random.IntN(s.Moves)
		for i := range s.Moves {
			switch {
			case i == legal:
				b.mask, b.policy = append(b.mask, 0), append(b.policy, 0.75)
			case i == (legal+1)%s.Moves:
				b.mask, b.policy = append(b.mask, 0), append(b.policy, 0.25)
			case random.IntN(2) == 0:
				b.mask, b.policy = append(b.mask, 0), append(b.policy, 0)
			default:
				b.mask, b.policy = append(b.mask, illegal), append(b.policy, 0)
			}
		}
		for range s.values() {
			b.target = append(b.target, float32(2*random.Float64()-1))
		}
	}
	return b
}

// lossOf returns the mean loss of a batch.
func lossOf(t *testing.T, n *Network, b *batch, valueWeight float64) float64 {
	count, width, outputs := n.positions(b), n.shape.Moves, n.shape.values()
	policy, values, err := plainEvaluation(n)(slices.Clone(b.inputs), count, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss := 0.0
	for i := range count {
		sum := 0.0
		for j := range width {
			sum += math.Exp(float64(policy[i*width+j] + b.mask[i*width+j]))
		}
		for j := range width {
			if p := float64(b.policy[i*width+j]); p > 0 {
				loss -= p * (float64(policy[i*width+j]) - math.Log(sum))
			}
		}
		for j := range outputs {
			z := float64(values[i*outputs+j] - b.target[i*outputs+j])
			loss += valueWeight * z * z / float64(outputs)
		}
	}
	return loss / float64(count)
}

// TestGradients compares the gradients of the loss with differences, except where a unit begins or ends between them.
func TestGradients(t *testing.T) {
	for s, a := range testShapes() {
		random := rand.New(rand.NewPCG(3, 4))
		n := testNetwork(t, s, a, random)
		b := testBatch(random, &s, 3)
		opt := Training{ValueWeight: 2}.usual()
		steps := newPlainSteps(n, &opt, 1)
		priors, values := make([]float32, len(b.policy)), make([]float32, len(b.target))
		for j := range n.positions(b) {
			steps.shares[0].learn(n, b, j, opt.ValueWeight, priors, values)
		}
		here, smooth := lossOf(t, n, b, opt.ValueWeight), 0
		for i := range n.parameters {
			p := &n.parameters[i]
			got := steps.parameter(steps.shares[0].pass.gradients, i)
			for range 5 {
				j := random.IntN(len(p.values))
				const step = 1e-3
				x := p.values[j]
				p.values[j] = x + step
				high := lossOf(t, n, b, opt.ValueWeight)
				p.values[j] = x - step
				low := lossOf(t, n, b, opt.ValueWeight)
				p.values[j] = x
				want := (high - low) / (2 * step)
				if math.Abs(high-2*here+low)/step > 0.01*(1+math.Abs(want)) {
					continue
				}
				smooth++
				if math.Abs(float64(got[j])-want) > 0.01*(1+math.Abs(want)) {
					t.Errorf("%T %v: %s, weight %d: %v, want %v", a, a, p.Name, j, got[j], want)
				}
			}
		}
		if smooth < 4*len(n.parameters) {
			t.Errorf("%T %v: only %d weights of %d parameters were compared", a, a, smooth, len(n.parameters))
		}
	}
}

// TestShares: steps are the same, to the last bit, for each number of workers, and after a stop.
func TestShares(t *testing.T) {
	for s, a := range testShapes() {
		random := rand.New(rand.NewPCG(7, 8))
		n := testNetwork(t, s, a, random)
		var batches []*batch
		for range 6 {
			batches = append(batches, testBatch(random, &s, 21))
		}
		opt := Training{Batch: 21}.usual()
		var want [][]float32
		for _, workers := range []int{1, 3, 20} {
			steps := newPlainSteps(n, &opt, workers)
			priors, values := make([]float32, 21*s.Moves), make([]float32, 21*s.values())
			for i, b := range batches {
				if err := steps.step(b, 0.01, priors, values); err != nil {
					t.Fatal(err)
				}
				if i == 3 {
					state, err := steps.state()
					if err != nil {
						t.Fatal(err)
					}
					steps = newPlainSteps(n, &opt, workers)
					if err := steps.restore(state); err != nil {
						t.Fatal(err)
					}
				}
			}
			for i := range n.parameters {
				got, err := steps.weights(i)
				if err != nil {
					t.Fatal(err)
				}
				if workers == 1 {
					want = append(want, got)
				} else if !slices.Equal(got, want[i]) {
					t.Errorf("%T %v, %d workers: other weights of %s", a, a, workers, n.parameters[i].Name)
				}
			}
		}
	}
}

// TestForwardPassAllocs: nothing is allocated for a position once the buffers have grown.
func TestForwardPassAllocs(t *testing.T) {
	for s, a := range testShapes() {
		random := rand.New(rand.NewPCG(1, 2))
		n := testNetwork(t, s, a, random)
		b := testBatch(random, &s, 20)
		opt := Training{}.usual()
		part := &newPlainSteps(n, &opt, 1).shares[0]
		priors, values := make([]float32, len(b.policy)), make([]float32, len(b.target))
		if allocations := testing.AllocsPerRun(100, func() {
			for j := range n.positions(b) {
				part.learn(n, b, j, 1, priors, values)
			}
		}); allocations > 0 {
			t.Errorf("%T %v: %v allocations", a, a, allocations)
		}
	}
}
