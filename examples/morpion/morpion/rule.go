package morpion

import "math/bits"

// A rule is what a variant says about the lines through a point, made ready for [Game.Advance].
//
// A straight is looked at through a window: the point, in the middle, and the four points on either side.
// It is the low 9 bits of a word, in the order of positions. Line j of a window begins at bit j; those with
// the point in the middle begin at bits 0 to 4, or if they have four points 1 to 4.
type rule struct {
	variant Variant
	pattern uint64 // the marks of a line, see [Game]
	overlap uint32 // how far apart two lines on a straight can begin and share a mark

	// ready says in bit j whether line j goes through the middle and all its points but one are there,
	// that in the middle being taken to be there.
	ready [1 << windowBits]uint8

	// free says in bit j whether no mark of line j is there.
	free [1 << windowBits]uint8
}

const (
	windowBits   = 9 // for lines of five
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
