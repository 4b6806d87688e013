//go:build !purego

package othello

import "testing"

// TestWithoutAVX2 is TestGeneric as on a processor without AVX2.
func TestWithoutAVX2(t *testing.T) {
	defer func(was bool) { hasAVX2 = was }(hasAVX2)
	hasAVX2 = false
	TestGeneric(t)
}
