package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Outputs computed from the features that changed are those computed from the start, to the last bit.
func TestIncrementalNetwork(t *testing.T) {
	const inputs = 60
	random := rand.New(rand.NewPCG(8, 9))
	for range 20 {
		m, err := NewModel(Model{Game: "x", Inputs: inputs, Hidden: []int{1 + random.IntN(40), 3}}, random)
		if err != nil {
			t.Fatal(err)
		}
		scale := math.Exp(4 * random.NormFloat64())
		for i := range m.Weights[:m.Hidden[0]*(inputs+1)] {
			m.Weights[i] *= scale
		}
		exact := newColumnNetwork(columnsOf(m))
		n := newIncrementalNetwork(columnsOf(m))
		values := make([]float32, inputs)
		for step := range 300 {
			values[random.IntN(inputs)] = float32(random.IntN(5) - 2)
			switch random.IntN(20) {
			case 0:
				clear(values)
			case 1:
				values[random.IntN(inputs)] = 0.3 // not integral
			case 2:
				values[random.IntN(inputs)] = mostSum // sums can be inexact
			case 3:
				for i := range values {
					values[i] = float32(random.IntN(3))
				}
			}
			var features []Feature
			for i, v := range values {
				if v != 0 {
					features = append(features, Feature{int32(i), v})
				}
			}
			got, ok := n.outputs(features, random.IntN(2))
			got = slices.Clone(got)
			anew, _ := newIncrementalNetwork(columnsOf(m)).outputs(features, 0)
			want, _ := exact.outputs(features)
			if !ok || !slices.Equal(got, anew) || math.Abs(float64(got[0]-want[0])) > 0.01 {
				t.Fatalf("step %d: %v, computed anew %v, without rounding %v", step, got, anew, want)
			}
		}
		if _, ok := n.outputs([]Feature{{3, 1}, {2, 1}}, 0); ok {
			t.Error("features that are not in order have outputs")
		}
		if _, ok := n.outputs([]Feature{{inputs, 1}}, 0); ok {
			t.Error("a feature that the model does not have has outputs")
		}
	}
}
