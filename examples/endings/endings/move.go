package endings

import (
	"fmt"
	"strings"
)

// A Move is the square that a man leaves, the square where it goes, what it takes there and what a pawn becomes on the last
// rank.
type Move uint32

const (
	toShift      = 6
	takeShift    = 12
	promoteShift = 15
)

func newMove(from, to int, take, promotion kind) Move {
	return Move(from) | Move(to)<<toShift | Move(take)<<takeShift | Move(promotion)<<promoteShift
}

func (m Move) from() int { return int(m & (squares - 1)) }
func (m Move) to() int   { return int(m >> toShift & (squares - 1)) }

// take returns what is taken, or none.
func (m Move) take() kind { return kind(m >> takeShift & 7) }

// promotion returns what a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> promoteShift & 7) }

// String returns the two squares and what a pawn becomes, as in "e2e4" and "e7e8q".
func (m Move) String() string {
	text := squareName(m.from()) + squareName(m.to())
	if p := m.promotion(); p < none {
		text += letters[kinds+p:][:1]
	}
	return text
}

func squareName(square int) string {
	return string([]byte{'a' + byte(square%size), '1' + byte(square/size)})
}

// ParseLegal parses a move, as String writes it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if strings.EqualFold(m.String(), text) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%.20q is no legal move here: want two squares, as in e2e4, and q, r, b or n after them for a promotion", text)
}
