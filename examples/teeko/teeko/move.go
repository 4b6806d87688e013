package teeko

import (
	"fmt"
	"strings"
)

// A Move places a man on a square, or moves one from a square to another.
type Move uint16

const (
	fromShift = 5
	hand      = 31 // where a man that is placed comes from
)

func newMove(from, to int) Move { return Move(from)<<fromShift | Move(to) }

func (m Move) to() int   { return int(m & hand) }
func (m Move) from() int { return int(m >> fromShift) }

// String returns the square, as in "c3", or both squares, as in "c3c4".
func (m Move) String() string {
	if m.from() == hand {
		return squareName(m.to())
	}
	return squareName(m.from()) + squareName(m.to())
}

func squareName(square int) string {
	return string([]byte{'a' + byte(square%side), '1' + byte(square/side)})
}

// ParseLegal parses a move, as String writes it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if strings.EqualFold(m.String(), text) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%.20q is no legal move here: want a square, as in c3, or two squares, as in c3c4", text)
}
