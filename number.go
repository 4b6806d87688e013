package ply

// A Numberer numbers its moves, so that searches can keep statistics of moves in slices. Different moves may share a
// number if statistics of one are likely to hold for the other.
//
// Laws: Numbers does not change; Number(m) is at least 0 and less than Numbers, and is the same in all positions,
// including those in which m is not legal.
type Numberer[M comparable] interface {
	// Numbers returns the number of different numbers.
	Numbers() int

	// Number returns the number of m.
	Number(m M) int
}
