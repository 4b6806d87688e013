//go:build !purego

package vectors

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// hasAVX is whether the processor has vectors of eight numbers; otherwise the functions below call the generic ones.
var hasAVX = cpu.X86.HasAVX

// Accumulate is [accumulateGeneric] for len(y) units, with the same sums to the last bit.
func Accumulate(y, weights, x []float32, active []int32) {
	units := len(y)
	if columns := units &^ 7; hasAVX && columns > 0 && len(active) > 0 {
		last := int(active[len(active)-1]) // beyond which the assembly, which checks nothing, does not reach
		_, _ = weights[last*units+columns-1], x[last]
		accumulateVectors(&y[0], &weights[0], &x[0], &active[0], len(active), columns, units)
		if columns == units {
			return
		}
		y, weights = y[columns:], weights[columns:]
	}
	accumulateGeneric(y, weights, x, active, units)
}

// Backtrack is [backtrackGeneric], except for rounding.
func Backtrack(gradient, gradients, weights, x, y []float32, active, units []int32) {
	n := len(y)
	if columns := n &^ 7; hasAVX && columns > 0 && len(active) > 0 {
		last := int(active[len(active)-1]) // see Accumulate
		_, _, _, _ = gradient[last], gradients[last*n+columns-1], weights[last*n+columns-1], x[last]
		backtrackVectors(&gradient[0], &gradients[0], &weights[0], &x[0], &y[0], &active[0], len(active), columns, n)
		left, _ := slices.BinarySearch(units, int32(columns))
		units = units[left:]
	}
	backtrackGeneric(gradient, gradients, weights, x, y, active, units)
}

// accumulateVectors is [Accumulate] for the first columns of all units, a multiple of 8.
//
//go:noescape
func accumulateVectors(y, weights, x *float32, active *int32, count, columns, units int)

// backtrackVectors is [Backtrack] for the first columns of all units, a multiple of 8. It does not skip zero gradients.
//
//go:noescape
func backtrackVectors(gradient, gradients, weights, x, y *float32, active *int32, count, columns, units int)

// Tanh is [tanhGeneric], with the same results to the last bit.
func Tanh(x []float32) {
	if wide := len(x) &^ 7; hasAVX && wide > 0 {
		tanhVectors(&x[0], wide, &tangent)
		x = x[wide:]
	}
	tanhGeneric(x)
}

// tanhVectors is [Tanh] for n numbers, a multiple of 8.
//
//go:noescape
func tanhVectors(x *float32, n int, coefficients *[13]float32)
