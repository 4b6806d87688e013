package hashtable

import "unsafe"

const cacheLine = 64

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
