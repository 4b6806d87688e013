//go:build !purego

package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// without calls f as on a processor that works on one number at a time.
func without(f func()) {
	defer func(old bool) { hasAVX = old }(hasAVX)
	hasAVX = false
	f()
}

// TestVectors compares sums of eight numbers at a time with sums of one: forwards to the last bit, which makes the
// moves of a network independent of the processor, and backwards up to rounding.
func TestVectors(t *testing.T) {
	if !hasAVX {
		t.Skip("this processor works on one number at a time")
	}
	random := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(random.NormFloat64())
		}
		return x
	}
	for range 3000 {
		inputs, units := 1+random.IntN(20), 1+random.IntN(90)
		x, y := numbers(inputs), numbers(units)
		weights := numbers(inputs * units)
		switch random.IntN(20) {
		case 0:
			x[random.IntN(inputs)] = float32(math.NaN())
		case 1:
			weights[random.IntN(len(weights))] = float32(math.Inf(1))
		}
		var active []int32
		for i := range x {
			if random.IntN(3) > 0 {
				active = append(active, int32(i))
			} else {
				x[i] = 0
			}
		}
		got, want := slices.Clone(y), slices.Clone(y)
		accumulate(got, weights, x, active)
		without(func() { accumulate(want, weights, x, active) })
		for u := range want {
			if math.Float32bits(got[u]) != math.Float32bits(want[u]) && !(got[u] != got[u] && want[u] != want[u]) {
				t.Fatalf("%d inputs, unit %d of %d: %v, want %v", len(active), u, units, got[u], want[u])
			}
		}

		if random.IntN(4) == 0 {
			clear(y[:random.IntN(units)])
		}
		gradient, gradients := numbers(inputs), numbers(inputs*units)
		wantGradient, wantGradients := slices.Clone(gradient), slices.Clone(gradients)
		ends := nonzero(nil, y)
		backtrack(gradient, gradients, weights, x, y, active, ends)
		without(func() { backtrack(wantGradient, wantGradients, weights, x, y, active, ends) })
		want = append(wantGradient, wantGradients...)
		for i, z := range append(gradient, gradients...) {
			w := want[i]
			if math.Abs(float64(z-w)) > 1e-4*(1+math.Abs(float64(w))) {
				t.Fatalf("%d inputs, %d units, gradient %d: %v, want %v", len(active), units, i, z, w)
			}
		}
	}
}

// BenchmarkVectors evaluates positions and learns from them with vectors and without.
func BenchmarkVectors(b *testing.B) {
	for _, game := range benchmarkNetworks {
		n, lessons := game.lessons(b)
		evaluate := plainEvaluation(n)
		opt := Training{}.usual()
		steps := newPlainSteps(n, &opt, 1)
		policy, values := make([]float32, len(lessons.policy)), make([]float32, batchOf)
		for _, w := range []struct {
			name string
			work func() error
		}{
			{"evaluate", func() error {
				_, _, err := evaluate(lessons.inputs, batchOf, policy[:0], values[:0])
				return err
			}},
			{"learn", func() error { return steps.step(lessons, 0.001, policy, values) }},
		} {
			name := fmt.Sprintf("%v/%s", game.architecture, w.name)
			b.Run(name+"/vectors", func(b *testing.B) { perSecond(b, batchOf, w.work) })
			without(func() { b.Run(name+"/plain", func(b *testing.B) { perSecond(b, batchOf, w.work) }) })
		}
	}
}
