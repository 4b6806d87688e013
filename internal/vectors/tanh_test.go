package vectors

import (
	"math"
	"testing"
)

func TestTanh(t *testing.T) {
	for n := range 40 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(i*i-3*n) / 7
		}
		y := append([]float32(nil), x...)
		Tanh(y)
		for i := range x {
			if want := math.Tanh(float64(x[i])); math.Abs(float64(y[i])-want) > 5e-7 {
				t.Errorf("tanh %v = %v, want %v", x[i], y[i], want)
			}
		}
	}
	x := []float32{0, 1e30, -1e30, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 1, 0, float32(math.NaN())}
	Tanh(x)
	if x[0] != 0 || x[1] < 0.999999 || x[2] > -0.999999 || x[3] != x[1] || x[4] != x[2] || x[5] == x[5] || x[8] == x[8] {
		t.Errorf("tangents %v", x)
	}
}
