package transposition

import (
	"fmt"
	"math/bits"
)

// A Scheme decides which position remains in a [Table] when two positions belong in the same place (Breuker, Uiterwijk
// and van den Herik 1994). Most schemes compare the weights with which positions are stored. What a weight must be, a
// depth or a number of nodes, depends on the scheme.
type Scheme uint8

const (
	// ReplaceAlways keeps the newer position. It is the zero value, the fastest scheme, and the one that
	// Helmstetter 2007 uses throughout. Breuker's name is New.
	ReplaceAlways Scheme = iota

	// ReplaceNever keeps the older position. Breuker's name is Old.
	ReplaceNever

	// KeepDeeper keeps the position that was searched deeper or, if equal, the newer one. The weight is a depth
	// from 0 to 255. Breuker's name is Deep.
	KeepDeeper

	// KeepBigger keeps the position whose search took more nodes or, if equal, the newer one. The weight is a
	// number of nodes, to which a position found in the table contributes 1. Breuker's name is Big1.
	KeepBigger

	// KeepBiggerAll is like KeepBigger, but a position found in the table contributes the weight with which it was
	// stored. Breuker's name is BigAll.
	KeepBiggerAll

	// TwoDeep has two entries in each place: one for the position that was searched deepest, and one for the
	// newest of the others. The weight is that of KeepDeeper. Breuker's name is TwoDeep.
	TwoDeep

	// TwoBig has two entries in each place: one for the position whose search took the most nodes, and one for the
	// newest of the others. The weight is that of KeepBigger. Breuker's name is TwoBig1; it is the best of his
	// seven schemes.
	TwoBig

	schemes
)

var schemeNames = [schemes]string{"New", "Old", "Deep", "Big1", "BigAll", "TwoDeep", "TwoBig1"}

// String returns Breuker's name of the scheme, such as "TwoBig1".
func (s Scheme) String() string {
	if s >= schemes {
		return fmt.Sprintf("Scheme(%d)", uint8(s))
	}
	return schemeNames[s]
}

// Weighs reports whether the scheme compares weights: all do but ReplaceAlways and ReplaceNever.
func (s Scheme) Weighs() bool { return s >= KeepDeeper }

// ByNodes reports whether the weights of the scheme are numbers of nodes rather than depths.
func (s Scheme) ByNodes() bool { return s == KeepBigger || s == KeepBiggerAll || s == TwoBig }

// slots returns the number of entries in a place.
func (s Scheme) slots() int {
	if s == TwoDeep || s == TwoBig {
		return 2
	}
	return 1
}

// compress returns the weight as the eight bits that an entry has for it. Depths are kept as they
// are up to 255; numbers of nodes keep their three leading bits, and their order.
func (s Scheme) compress(weight int) uint8 {
	switch {
	case weight <= 0:
		return 0
	case !s.ByNodes():
		return uint8(min(weight, 255))
	case weight < 8:
		return uint8(weight)
	}
	exponent := bits.Len64(uint64(weight)) - 3 // ≥ 1
	return uint8(min(exponent<<2+weight>>exponent, 255))
}

// expand returns the least weight that compress makes c of.
func (s Scheme) expand(c uint8) int {
	if !s.ByNodes() || c < 8 {
		return int(c)
	}
	exponent := int(c)>>2 - 1
	return (int(c)&3 | 4) << exponent
}
