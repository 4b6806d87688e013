package endings

import "github.com/ply-search/ply/examples/internal/ranks"

// A Move is an origin, a destination, the kind of man captured and the kind that a pawn becomes on the last rank.
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

// take returns the kind of man captured, or none.
func (m Move) take() kind { return kind(m >> takeShift & 7) }

// promotion returns the kind that a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> promoteShift & 7) }

// String returns the two squares and the letter of a promotion, as in "e2e4" and "e7e8q".
func (m Move) String() string {
	text := ranks.Name(m.from(), size) + ranks.Name(m.to(), size)
	if p := m.promotion(); p < none {
		text += letters[kinds+p:][:1]
	}
	return text
}

// ParseLegal parses a move, as String writes it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	return ranks.FindMove(g.Moves(nil), text, "two squares, as in e2e4, and q, r, b or n after them for a promotion")
}
