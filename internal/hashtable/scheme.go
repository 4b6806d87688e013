package hashtable

import (
	"fmt"
	"math/bits"
)

// A Scheme is a replacement scheme, as described in package transposition, or 0.
type Scheme uint8

const (
	ReplaceAlways Scheme = iota + 1
	ReplaceNever
	KeepDeeper
	KeepBigger
	KeepBiggerAll
	TwoDeep
	TwoBig

	schemes
)

var schemeNames = [schemes]string{"default", "New", "Old", "Deep", "Big1", "BigAll", "TwoDeep", "TwoBig1"}

func (s Scheme) String() string {
	if s >= schemes {
		return fmt.Sprintf("Scheme(%d)", uint8(s))
	}
	return schemeNames[s]
}

// Weighs reports whether the scheme compares weights.
func (s Scheme) Weighs() bool { return s >= KeepDeeper }

// ByNodes reports whether the weights of the scheme are numbers of nodes rather than depths.
func (s Scheme) ByNodes() bool { return s == KeepBigger || s == KeepBiggerAll || s == TwoBig }

func (s Scheme) slots() int {
	if s == TwoDeep || s == TwoBig {
		return 2
	}
	return 1
}

// compress returns a weight in eight bits. Depths are exact up to 255; numbers of nodes keep three leading bits.
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

func (s Scheme) expand(c uint8) int {
	if !s.ByNodes() || c < 8 {
		return int(c)
	}
	exponent := int(c)>>2 - 1
	return (int(c)&3 | 4) << exponent
}
