package doubutsu

import (
	"fmt"
	"strings"
)

// A Move takes a piece from a square, or from the hand, to a square. It also tells what is taken and whether a chick
// becomes a hen, so that it can be taken back.
type Move uint16

const (
	toShift    = 4
	takeShift  = 8
	promoteBit = 1 << 12
	handStart  = squares // from is handStart plus the kind of a piece that is dropped
)

// newMove returns a move. take is one more than the kind that is taken, or 0.
func newMove(from, to int, take kind, promote bool) Move {
	m := Move(from) | Move(to)<<toShift | Move(take)<<takeShift
	if promote {
		m |= promoteBit
	}
	return m
}

func (m Move) from() int      { return int(m & 15) }
func (m Move) to() int        { return int(m >> toShift & 15) }
func (m Move) promotes() bool { return m&promoteBit != 0 }

// taken returns the kind that is taken, and whether there is one.
func (m Move) taken() (kind, bool) {
	k := kind(m >> takeShift & 7)
	return k - 1, k > 0
}

// dropped returns the kind that is dropped, and whether the move is a drop.
func (m Move) dropped() (kind, bool) {
	if m.from() < handStart {
		return 0, false
	}
	return kind(m.from() - handStart), true
}

// String returns both squares, as in "b2b3", and for a drop the piece and the square, as in "C*b2".
func (m Move) String() string {
	if k, ok := m.dropped(); ok {
		return letters[k:k+1] + "*" + squareName(m.to())
	}
	return squareName(m.from()) + squareName(m.to())
}

func squareName(square int) string {
	return string([]byte{'a' + byte(square%width), '1' + byte(square/width)})
}

// ParseLegal parses a move, as String writes it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if strings.EqualFold(m.String(), text) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%.20q is no legal move here: want two squares, as in b2b3, or a drop, as in C*b2", text)
}
