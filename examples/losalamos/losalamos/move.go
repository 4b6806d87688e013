package losalamos

import (
	"fmt"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is an origin, a destination and the piece that a pawn becomes on the last rank.
type Move uint16

const (
	toShift    = 6
	kindShift  = 12
	squareMask = 1<<toShift - 1
)

func newMove(from, to int, promotion kind) Move {
	return Move(from) | Move(to)<<toShift | Move(promotion)<<kindShift
}

func (m Move) from() int { return int(m & squareMask) }
func (m Move) to() int   { return int(m >> toShift & squareMask) }

// promotion returns the piece that a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> kindShift) }

// Numbers returns the upper bound of Number.
func (g *Game) Numbers() int { return squares * squares * int(king) }

// Number returns the number of a move. Different moves have different numbers.
func (g *Game) Number(m Move) int { return (int(m.promotion())*squares+m.from())*squares + m.to() }

// String returns the two squares and the letter of a promotion, as in "b2b3" and "c5c6q".
func (m Move) String() string {
	if m.from() >= squares || m.to() >= squares || m.promotion() >= king {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	text := ranks.Name(m.from(), size) + ranks.Name(m.to(), size)
	if p := m.promotion(); p != none {
		text += letters[Black][p:][:1]
	}
	return text
}

// AppendMove implements [ply.Notation] with ParseMove.
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a move that must be legal in the present position, in small letters or capitals.
func (g *Game) ParseMove(text string) (Move, error) {
	return ranks.FindMove(g.Moves(nil), text, "two squares, as in b2b3, and q, r or n after them for a promotion")
}
