package neural

import "golang.org/x/sys/cpu"

// vectors is whether the processor works on eight numbers at a time (AVX).
var vectors = cpu.X86.HasAVX

// accumulateVectors is [accumulate] for the first columns of all units, a multiple of 8, with the same sums to the last bit.
//
//go:noescape
func accumulateVectors(y, weights, x *float32, active *int32, count, columns, units int)

// backtrackVectors is [backtrack] for the first columns of all units, a multiple of 8. It does not leave out units whose
// gradient is 0, which takes longer than to multiply by it.
//
//go:noescape
func backtrackVectors(gradient, gradients, weights, x, y *float32, active *int32, count, columns, units int)
