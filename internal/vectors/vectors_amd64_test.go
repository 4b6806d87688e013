//go:build !purego

package vectors

import (
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
		Accumulate(got, weights, x, active)
		without(func() { Accumulate(want, weights, x, active) })
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
		var ends []int32
		for u, v := range y {
			if v != 0 {
				ends = append(ends, int32(u))
			}
		}
		Backtrack(gradient, gradients, weights, x, y, active, ends)
		without(func() { Backtrack(wantGradient, wantGradients, weights, x, y, active, ends) })
		want = append(wantGradient, wantGradients...)
		for i, z := range append(gradient, gradients...) {
			w := want[i]
			if math.Abs(float64(z-w)) > 1e-4*(1+math.Abs(float64(w))) {
				t.Fatalf("%d inputs, %d units, gradient %d: %v, want %v", len(active), units, i, z, w)
			}
		}
	}
}

func TestTanhVectors(t *testing.T) {
	x := make([]float32, 5001)
	for i := range x {
		x[i] = float32(i-2500) / 250
	}
	got, want := slices.Clone(x), slices.Clone(x)
	Tanh(got)
	without(func() { Tanh(want) })
	for i := range x {
		if got[i] != want[i] {
			t.Fatalf("tanh %v is %v and %v", x[i], got[i], want[i])
		}
	}
}

func BenchmarkTanh(b *testing.B) {
	x := make([]float32, 80)
	b.Run("vectors", func(b *testing.B) {
		for b.Loop() {
			Tanh(x)
		}
	})
	without(func() {
		b.Run("plain", func(b *testing.B) {
			for b.Loop() {
				Tanh(x)
			}
		})
	})
}
