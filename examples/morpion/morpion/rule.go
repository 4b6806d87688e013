package morpion

import "math/bits"

// A rule is what a variant says about the lines through a point, made ready for [Game.Advance].
//
// A straight is looked at through a window: the point, in the middle, and the n-1 points on either side,
// for lines of n. It is the low 2n-1 bits of a word, in the order of positions. Line j of a window, from
// 0 to n-1, begins at bit j.
type rule struct {
	variant Variant
	reach   int    // n-1: how far the window reaches from its middle
	pattern uint64 // the marks of a line, see [Game]
	overlap uint32 // how far apart two lines on a straight can begin and share a mark

	// ready says in bit j whether all points of line j but one are there, that in the middle being
	// taken to be there.
	ready [1 << windowBits]uint8

	// free says in bit j whether no mark of line j is there.
	free [1 << windowBits]uint8
}

const windowBits = 9 // for lines of five

func makeRule(v Variant) rule {
	r := rule{
		variant: v,
		reach:   v.points() - 1,
		pattern: 1<<v.marks() - 1,
		overlap: uint32(v.marks() - 1),
	}
	line := 1<<v.points() - 1
	for window := range 1 << windowBits {
		missing := ^(window | 1<<r.reach)
		for j := range v.points() {
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
