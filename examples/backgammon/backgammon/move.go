package backgammon

import "fmt"

// A Move is a throw of the dice or a play of a side. The zero value is [Pass].
type Move uint32

// Pass is the play of a side that can use none of its dice.
const Pass Move = 0

// The bits of a move, from the lowest: the points from which up to four checkers move, 5 bits each; the dice, 3 bits each, in
// the order of the movements; and whether the move is a throw.
const (
	pointBits = 5
	dieBits   = 3
	dieShift  = 4 * pointBits
	throwBit  = 1 << (dieShift + 2*dieBits)
)

// Throw returns the throw of two numbers from 1 to 6, in any order.
func Throw(a, b int) Move { return throwBit | newPlay(max(a, b), min(a, b)) }

// newPlay returns a play of up to two dice, or of a double, that moves the checkers on these points in this order.
func newPlay(first, second int, from ...int) Move {
	m := Move(first)<<dieShift | Move(second)<<(dieShift+dieBits)
	for i, p := range from {
		m |= Move(p) << (i * pointBits)
	}
	return m
}

func (m Move) throw() bool { return m&throwBit != 0 }

// die returns the first or second die.
func (m Move) die(i int) int { return int(m>>(dieShift+i*dieBits)) & (1<<dieBits - 1) }

// from returns the point from which movement i begins, or 0 if the play has fewer movements.
func (m Move) from(i int) int { return int(m>>(i*pointBits)) & (1<<pointBits - 1) }

// movements returns the number of checkers that move.
func (m Move) movements() int {
	n := 0
	for n < 4 && m.from(n) != 0 {
		n++
	}
	return n
}

// movement returns where movement i begins and ends.
func (m Move) movement(i int) (from, to int) {
	from = m.from(i)
	return from, max(from-m.die(i&1), Off)
}

// String returns the move as text, without the marks of hits: see [Game.AppendMove] for the notation.
func (m Move) String() string { return string(appendMove(nil, m, nil)) }

var _ fmt.Stringer = Move(0)
