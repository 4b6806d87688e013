//go:build gomlx

package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPlain compares evaluations and steps of training in plain Go with those by GoMLX.
func TestPlain(t *testing.T) {
	for s, a := range testShapes() {
		random := rand.New(rand.NewPCG(1, 2))
		n := testNetwork(t, s, a, random)
		const count = 20
		compare := func(what string, got, want []float32) {
			t.Helper()
			if len(got) != len(want) {
				t.Fatalf("%T %v: %s: %d numbers, want %d", a, a, what, len(got), len(want))
			}
			for i := range got {
				if math.Abs(float64(got[i]-want[i])) > 1e-4*(1+math.Abs(float64(want[i]))) {
					t.Fatalf("%T %v: %s %d: %v, want %v", a, a, what, i, got[i], want[i])
				}
			}
		}
		opt := Training{Batch: count, ValueWeight: 1.5, decay: 0.01}.usual()
		plain := newPlainSteps(n, &opt, 1)
		byGraph, err := newSteps(n, &opt, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			b := testBatch(random, &s, count)
			policy, values, err := plainEvaluation(n)(slices.Clone(b.inputs), count, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			wantPolicy, wantValues, err := n.evaluate(slices.Clone(b.inputs), count, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			compare("policy", policy, wantPolicy)
			compare("value", values, wantValues)
			priors, wantPriors := make([]float32, count*s.Moves), make([]float32, count*s.Moves)
			if err := plain.step(b, 0.01, priors, values); err != nil {
				t.Fatal(err)
			}
			if err := byGraph.step(b, 0.01, wantPriors, wantValues); err != nil {
				t.Fatal(err)
			}
			compare("priors", priors, wantPriors)
			compare("value learned from", values, wantValues)
			for j := range n.parameters {
				got, err := plain.weights(j)
				if err != nil {
					t.Fatal(err)
				}
				want, err := byGraph.weights(j)
				if err != nil {
					t.Fatal(err)
				}
				compare(fmt.Sprintf("step %d: %s", i+1, n.parameters[j].Name), got, want)
			}
		}
	}
}

// BenchmarkPlain evaluates positions and learns from them in plain Go and by GoMLX: for Connect Four by dense
// networks, for Go on 9 × 9 points by convolutions.
func BenchmarkPlain(b *testing.B) {
	for _, game := range benchmarkNetworks {
		n, lessons := game.lessons(b)
		width := len(lessons.inputs) / batchOf
		run := func(name string, count int, work func() error) {
			b.Run(fmt.Sprintf("%v/%s", game.architecture, name), func(b *testing.B) { perSecond(b, count, work) })
		}
		var policy, values []float32
		for _, way := range []struct {
			name     string
			evaluate evaluation
		}{{"plain", plainEvaluation(n)}, {"gomlx", n.evaluate}} {
			for _, count := range []int{1, batchOf} {
				run(fmt.Sprintf("evaluate=%d/%s", count, way.name), count, func() (err error) {
					policy, values, err = way.evaluate(lessons.inputs[:count*width:count*width], count, policy[:0], values[:0])
					return err
				})
			}
		}
		opt := Training{}.usual()
		byGraph, err := newSteps(n, &opt, 1)
		if err != nil {
			b.Fatal(err)
		}
		priors, values := make([]float32, len(lessons.policy)), make([]float32, batchOf)
		plain := newPlainSteps(n, &opt, 1)
		run("learn/plain", batchOf, func() error { return plain.step(lessons, 0.001, priors, values) })
		run("learn/gomlx", batchOf, func() error { return byGraph.step(lessons, 0.001, priors, values) })
	}
}
