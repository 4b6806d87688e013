package transposition

import (
	"fmt"
	"math/bits"
)

// A Scheme decides which of two positions stays when they fall on the same place of a bounded
// table (Breuker, Uiterwijk and van den Herik 1994, whose names String returns). What a scheme
// weighs, it is told by the weight that an entry is stored with.
type Scheme uint8

const (
	// ReplaceAlways keeps the newer position. It is the default, the fastest, and what
	// Helmstetter 2007 uses throughout. Breuker's New.
	ReplaceAlways Scheme = iota

	// ReplaceNever keeps the older position. Breuker's Old.
	ReplaceNever

	// KeepDeeper keeps the position whose search went deeper, the newer if equal: the weight is
	// a depth, 0 to 255. Breuker's Deep.
	KeepDeeper

	// KeepBigger keeps the position whose search took more nodes, the newer if equal: the weight
	// is a number of nodes, in which a position found in the table counts 1. Breuker's Big1.
	KeepBigger

	// KeepBiggerAll is KeepBigger with a weight in which a position found in the table counts
	// what was stored with it. Breuker's BigAll.
	KeepBiggerAll

	// TwoDeep has two entries in a place: the deeper position and the last one that did not go
	// as deep. Breuker's TwoDeep.
	TwoDeep

	// TwoBig has two entries in a place: the bigger position, by the weight of KeepBigger, and
	// the last one that was smaller. Breuker's TwoBig1, the best of his seven.
	TwoBig

	schemes
)

var schemeNames = [schemes]string{"New", "Old", "Deep", "Big1", "BigAll", "TwoDeep", "TwoBig1"}

// String returns Breuker's name of the scheme.
func (s Scheme) String() string {
	if s >= schemes {
		return fmt.Sprintf("Scheme(%d)", uint8(s))
	}
	return schemeNames[s]
}

// ParseScheme returns the scheme of Breuker's name.
func ParseScheme(name string) (Scheme, error) {
	for s, n := range schemeNames {
		if n == name {
			return Scheme(s), nil
		}
	}
	return 0, fmt.Errorf("transposition: unknown replacement scheme %q: want one of %v", name, schemeNames)
}

// Weighs reports whether the scheme looks at weights at all.
func (s Scheme) Weighs() bool { return s >= KeepDeeper }

// ByNodes reports whether the weights of the scheme are numbers of nodes.
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
