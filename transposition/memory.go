package transposition

import (
	"fmt"
	"math"
	"math/bits"
	"runtime/debug"
	"unsafe"
)

// cacheLine is the size of a cache line in bytes, on nearly all processors that run Go.
const cacheLine = 64

// CheckMemory returns an error that names the memory if a table cannot have that many entries of size
// bytes each: if the number is not positive, or if the memory exceeds the limit that the program runs
// under (GOMEMLIMIT, [debug.SetMemoryLimit]) or, without one, 1 TiB. On 32-bit machines 2 GiB is always
// too much.
func CheckMemory(entries, size int) error {
	if entries <= 0 {
		return fmt.Errorf("transposition: a table of %d entries: want at least 1", entries)
	}
	limit := min(debug.SetMemoryLimit(-1), 1<<40, math.MaxInt-2*cacheLine) // which leaves room for rounding and alignment
	high, need := bits.Mul64(uint64(entries), uint64(size))
	if high != 0 || need > uint64(limit) {
		return fmt.Errorf("transposition: a table of %d entries needs %s, more than the limit of %s",
			entries, FormatBytes(float64(entries)*float64(size)), FormatBytes(float64(limit)))
	}
	return nil
}

// FormatBytes writes a number of bytes in the unit that suits it, as "33.6 MB".
func FormatBytes(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for bytes >= 999.5 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", bytes, units[i])
}

// roundUp returns the least multiple of a power of two that is n or more.
func roundUp(n, power int) int { return (n + power - 1) &^ (power - 1) }

// alignedSlice makes a slice that begins on a cache line, if the size of T divides one.
func alignedSlice[T any](n int) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if size == 0 || cacheLine%size != 0 {
		return make([]T, n)
	}
	pad := cacheLine / size
	s := make([]T, n+pad)
	useHugePages(unsafe.Pointer(&s[0]), uintptr(len(s)*size))
	skip := 0
	if over := int(uintptr(unsafe.Pointer(&s[0])) % cacheLine); over != 0 {
		skip = (cacheLine - over) / size
	}
	return s[skip : skip+n : skip+n]
}
