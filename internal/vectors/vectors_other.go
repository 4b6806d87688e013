//go:build !amd64 || purego

package vectors

func Accumulate(y, weights, x []float32, active []int32) {
	accumulateGeneric(y, weights, x, active, len(y))
}

func Backtrack(gradient, gradients, weights, x, y []float32, active, units []int32) {
	backtrackGeneric(gradient, gradients, weights, x, y, active, units)
}

func Tanh(x []float32) { tanhGeneric(x) }
