package morpion

import (
	"fmt"
	"math/bits"
)

// A Variant determines how many points a line has and whether lines in the same direction may touch.
type Variant uint8

const (
	// FiveT: lines of five points. Two lines in the same direction may share an end point, but no segment (T for touching).
	FiveT Variant = iota

	// FiveD: lines of five points. Two lines in the same direction share no point (D for disjoint).
	FiveD

	// FourT: lines of four points, touching.
	FourT

	// FourD: lines of four points, disjoint.
	FourD

	variants
)

func Variants() []Variant { return []Variant{FiveT, FiveD, FourT, FourD} }

// String returns the usual name, 5T, 5D, 4T or 4D.
func (v Variant) String() string {
	if v >= variants {
		return fmt.Sprintf("Variant(%d)", uint8(v))
	}
	return [...]string{"5T", "5D", "4T", "4D"}[v]
}

// ParseVariant returns the variant with a name.
func ParseVariant(name string) (Variant, error) {
	for _, v := range Variants() {
		if name == v.String() {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown variant %q: want 5T, 5D, 4T or 4D", name)
}

func (v Variant) points() int {
	if v == FiveT || v == FiveD {
		return 5
	}
	return 4
}

func (v Variant) touching() bool { return v == FiveT || v == FourT }

// marks returns the number of segments of a line or, if lines must not touch, of points: what no other line may take.
func (v Variant) marks() int {
	if v.touching() {
		return v.points() - 1
	}
	return v.points()
}

// A rule holds the tables of a variant for [Game.Advance].
//
// A window is nine consecutive points of a straight, with a new point in the middle, as the low bits of a word. Line j of a window
// begins at bit j. Lines through the middle begin at bits 0 to 4, lines of four points at bits 1 to 4.
type rule struct {
	variant Variant
	pattern uint64                 // the marks of a line, see [Game]
	overlap uint32                 // greatest distance between the starts of two lines that share a mark
	ready   [1 << windowBits]uint8 // by points: bit j is set if line j lacks exactly one point besides the middle
	free    [1 << windowBits]uint8 // by marks: bit j is set if line j has no mark there
}

const (
	windowBits   = 9
	windowMiddle = 4
)

func makeRule(v Variant) rule {
	r := rule{
		variant: v,
		pattern: 1<<v.marks() - 1,
		overlap: uint32(v.marks() - 1),
	}
	line := 1<<v.points() - 1
	for window := range 1 << windowBits {
		missing := ^(window | 1<<windowMiddle)
		for j := windowMiddle + 1 - v.points(); j <= windowMiddle; j++ {
			if bits.OnesCount(uint(missing>>j&line)) == 1 {
				r.ready[window] |= 1 << j
			}
			if window>>j&int(r.pattern) == 0 {
				r.free[window] |= 1 << j
			}
		}
	}
	return r
}
