package ply

// A Numberer is a game that numbers its moves, so that searches can keep statistics of moves in slices. Different moves
// may have the same number if the statistics of one are likely to apply to the other.
//
// Laws: Numbers is the same in all positions. Number(m) is at least 0 and less than Numbers, and is the same in all
// positions, including those in which m is not legal.
type Numberer[M comparable] interface {
	// Numbers returns a number that is greater than every result of Number. Searches use it as the length of slices.
	Numbers() int

	// Number returns the number of m.
	Number(m M) int
}
