package ply_test

import (
	"fmt"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Strip is a strip of eight squares, on which stones are placed. Its mirror image is the same position for all
// purposes.
type Strip struct{ stones uint8 }

func (s *Strip) Symmetries() int { return 2 }

func (s *Strip) HashUnder(symmetry int) uint64 {
	if symmetry == 0 {
		return transposition.Mix(uint64(s.stones))
	}
	return transposition.Mix(uint64(bits.Reverse8(s.stones)))
}

func (s *Strip) MoveUnder(symmetry, square int) int {
	if symmetry == 0 {
		return square
	}
	return 7 - square
}

func ExampleCanonicalHash() {
	left, right := &Strip{0b1100_0000}, &Strip{0b0000_0011}
	fmt.Println(left.HashUnder(0) == right.HashUnder(0), ply.CanonicalHash(left) == ply.CanonicalHash(right))
	// Output: false true
}
