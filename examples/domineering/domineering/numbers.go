package domineering

import "math/bits"

// scale is what a missing domino counts in the first numbers. It is large, so that a search prefers positions where a
// domino less is missing to those with some moves less: [proof.Search] adds 1 for each move that is not settled.
const scale = 32

// FirstNumbers estimates from the room that is left how hard it is to prove that the side to move wins, and that it does
// not. A side has a safe domino where no domino of the other side fits over either cell. The side to move wins if it has
// more safe dominoes than the other side can place at most, and loses if it can place at most as many as the other side
// has safe ones (compare Breuker, Uiterwijk and van den Herik 2000, Solving 8 × 8 Domineering). Otherwise the numbers
// are the dominoes that are missing for that, times scale.
func (g *Game) FirstNumbers() (proof, disproof int) {
	safe, most := g.room(g.side)
	otherSafe, otherMost := g.room(1 - g.side)
	switch {
	case safe > otherMost:
		return 0, 1
	case most <= otherSafe:
		return 1, 0
	}
	return scale * (otherMost - safe + 1), scale * (most - otherSafe)
}

// room returns how many dominoes side can place whatever the other side does, and how many at most.
func (g *Game) room(side int) (safe, most int) {
	free := g.free()
	crossing := g.places(1 - side)
	if side == Vertical {
		crossing |= crossing << 1
		return upright(free &^ crossing), upright(free)
	}
	crossing |= crossing << stride
	return lying(free &^ crossing), lying(free)
}

// upright returns the greatest number of upright dominoes on some cells: in each column from the top.
func upright(cells uint64) int {
	n := 0
	for row := uint64(0xff); row != 0; row <<= stride {
		top := cells & (cells >> stride) & row
		n += bits.OnesCount64(top)
		cells &^= top | top<<stride
	}
	return n
}

// lying returns the greatest number of lying dominoes on some cells: in each row from the left.
func lying(cells uint64) int {
	n := 0
	for column := uint64(0x0101010101010101); column != 0x8080808080808080; column <<= 1 {
		left := cells & (cells >> 1) & column
		n += bits.OnesCount64(left)
		cells &^= left | left<<1
	}
	return n
}
