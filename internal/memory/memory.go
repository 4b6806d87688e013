// Package memory checks and formats amounts of memory, and copies lists exactly.
package memory

import (
	"fmt"
	"math"
	"math/bits"
	"runtime/debug"
)

// Check returns an error if a table cannot have this number of entries of size bytes each: if the number is not
// positive, or if the memory exceeds the memory limit of the program (GOMEMLIMIT, [debug.SetMemoryLimit]) or 1 TiB; on
// 32-bit machines also 2 GiB. The error states the memory needed and the limit.
func Check(entries, size int) error {
	if entries <= 0 {
		return fmt.Errorf("a table of %d entries: want at least 1", entries)
	}
	limit := min(debug.SetMemoryLimit(-1), 1<<40, math.MaxInt-128) // leaves room for rounding and alignment
	high, need := bits.Mul64(uint64(entries), uint64(size))
	if high != 0 || need > uint64(limit) {
		return fmt.Errorf("a table of %d entries needs %s, more than the limit of %s",
			entries, Format(float64(entries)*float64(size)), Format(float64(limit)))
	}
	return nil
}

// Format formats a number of bytes with three digits and a suitable unit, such as "33.6 MB".
func Format(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for bytes >= 999.5 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", bytes, units[i])
}

// Exactly returns a copy of a list with no spare capacity, which slices.Clone may leave.
func Exactly[T any](list []T) []T {
	exact := make([]T, len(list))
	copy(exact, list)
	return exact
}
