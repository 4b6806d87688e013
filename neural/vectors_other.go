//go:build !amd64

package neural

const vectors = false

func accumulateVectors(_, _, _ *float32, _ *int32, _, _, _ int) {}

func backtrackVectors(_, _, _, _, _ *float32, _ *int32, _, _, _ int) {}
