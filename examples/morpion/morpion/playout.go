package morpion

import (
	"math/bits"
	"math/rand/v2"
)

// PlayRandom plays random moves, see montecarlo.Playouter. It keeps the legal moves in one list and in no order, which
// costs less than Advance.
func (g *Game) PlayRandom(random *rand.PCG, most int, legal, line []Move) (rest, played []Move) {
	for ; len(legal) > 0 && most > 0; most-- {
		i, _ := bits.Mul64(random.Uint64(), uint64(len(legal)))
		m := legal[i]
		line = append(line, m)
		legal = g.draw(m, g.clash(m).filter(legal))
	}
	return legal, line
}

// draw plays m and appends the moves that become legal: the second half of Advance without the order of moves, and with
// all that both need at hand, which makes it a third faster.
func (g *Game) draw(m Move, moves []Move) []Move {
	if g.keys != nil {
		g.changeHash(m.line())
	}
	x, y := uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask
	row, column := 0*gridSize+y, 1*gridSize+x
	fall, rise := 2*gridSize+(x-y)&gridMask, 3*gridSize+(x+y)&gridMask
	g.marks[m.straight()] ^= bits.RotateLeft64(g.rule.pattern, int(m>>startShift))
	g.points[row] ^= 1 << x
	g.points[column] ^= 1 << y
	g.points[fall] ^= 1 << x
	g.points[rise] ^= 1 << x

	turnX, turnY := windowMiddle-int(x), windowMiddle-int(y)
	found := g.ready(row, turnX) | g.ready(column, turnY)<<8 | g.ready(fall, turnX)<<16 | g.ready(rise, turnX)<<24
	straights := uint32(row | column<<8 | fall<<16 | rise<<24)
	positions := uint32(x*0x01_01_00_01 | y<<8)
	for ; found != 0; found &= found - 1 {
		bit := bits.TrailingZeros32(found)
		s := straight(straights >> (bit & 24))
		offset := bit&7 - windowMiddle // from the new point
		start := int(positions>>(bit&24))&gridMask + offset
		offset += bits.TrailingZeros64(^bits.RotateLeft64(g.points[s], -start))
		step := &steps[s.direction()]
		moves = append(moves, moveOn(s, start, pointAt(int(x)+offset*step.x, int(y)+offset*step.y)))
	}
	return moves
}

// filter removes the moves that clash, and so are illegal from then on.
//
// In playouts it is hard to foretell which they are, so each move is written, and the next over it if it clashes, without
// a branch. The loop needs the registers for itself.
//
//go:noinline
func (c clash) filter(moves []Move) []Move {
	n, beyond := 0, c.span+1
	for _, m := range moves {
		moves[n] = m
		difference := bits.RotateLeft32(uint32(m)^c.same-c.from, 32-startShift)
		clashes := (difference - lines | (difference&(lines-1) - beyond)) >> 31 // 1 if either is below 0, that is if c.with(m)
		n += int(clashes ^ 1)
	}
	return moves[:n]
}
