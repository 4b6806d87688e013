package morpion

import "fmt"

// A Variant says how many points a line has and whether lines in the same direction may touch.
type Variant uint8

const (
	// FiveT: lines of five points. Two lines in the same direction may share an end point, and no
	// segment. T stands for touching.
	FiveT Variant = iota

	// FiveD: lines of five points. Two lines in the same direction share no point. D stands for
	// disjoint.
	FiveD

	// FourT: lines of four points, touching.
	FourT

	// FourD: lines of four points, disjoint.
	FourD

	variants
)

// Variants returns all variants.
func Variants() []Variant { return []Variant{FiveT, FiveD, FourT, FourD} }

// String returns the usual name, 5T, 5D, 4T or 4D.
func (v Variant) String() string {
	if v >= variants {
		return fmt.Sprintf("Variant(%d)", uint8(v))
	}
	return [...]string{"5T", "5D", "4T", "4D"}[v]
}

// ParseVariant returns the variant of that name.
func ParseVariant(name string) (Variant, error) {
	for _, v := range Variants() {
		if name == v.String() {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown variant %q: want 5T, 5D, 4T or 4D", name)
}

// points returns the number of points of a line.
func (v Variant) points() int {
	if v == FiveT || v == FiveD {
		return 5
	}
	return 4
}

// touching reports whether lines in the same direction may touch.
func (v Variant) touching() bool { return v == FiveT || v == FourT }

// marks returns how many segments, or if lines must not touch how many points, a line has for itself.
func (v Variant) marks() int {
	if v.touching() {
		return v.points() - 1
	}
	return v.points()
}
