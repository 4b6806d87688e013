package neural

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchmarkNetworks have the shapes of Connect Four, dense, and of Go on 9 × 9 points, with convolutions.
var benchmarkNetworks = []benchmarkNetwork{
	{shape{"", "", 2, 6, 7, 7, 0}, Dense{Hidden: []int{256, 128}}},
	{shape{"", "", 2, 6, 7, 7, 0}, Dense{Hidden: []int{512, 256}}},
	{shape{"", "", 3, 9, 9, 82, 0}, Residual{Blocks: 2, Filters: 16}},
}

type benchmarkNetwork struct {
	shape        shape
	architecture Architecture
}

// batchOf is how many positions benchmarks evaluate or learn from at once.
const batchOf = 256

// lessons returns a new network and a batch of which a fifth of the inputs are not 0.
func (g *benchmarkNetwork) lessons(b *testing.B) (*Network, *batch) {
	random := rand.New(rand.NewPCG(1, 2))
	n, err := newNetwork(g.shape, g.architecture, random)
	if err != nil {
		b.Fatal(err)
	}
	lessons := testBatch(random, &g.shape, batchOf)
	for i := range lessons.inputs {
		lessons.inputs[i] = float32(random.IntN(5) / 4)
	}
	return n, lessons
}

// perSecond reports how many positions are done in a second by work that does so many.
func perSecond(b *testing.B, positions int, work func() error) {
	for b.Loop() {
		if err := work(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(positions*b.N)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkVectors evaluates positions and learns from them, with vectors or, with the build tag purego, without.
func BenchmarkVectors(b *testing.B) {
	for _, game := range benchmarkNetworks {
		n, lessons := game.lessons(b)
		evaluate := plainEvaluation(n)
		opt := Training{}.usual()
		steps := newPlainSteps(n, &opt, 1)
		policy, values := make([]float32, len(lessons.policy)), make([]float32, batchOf)
		b.Run(fmt.Sprintf("%v/evaluate", game.architecture), func(b *testing.B) {
			perSecond(b, batchOf, func() error {
				_, _, err := evaluate(lessons.inputs, batchOf, policy[:0], values[:0])
				return err
			})
		})
		b.Run(fmt.Sprintf("%v/learn", game.architecture), func(b *testing.B) {
			perSecond(b, batchOf, func() error { return steps.step(lessons, 0.001, policy, values) })
		})
	}
}
