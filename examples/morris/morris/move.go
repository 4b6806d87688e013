package morris

import (
	"fmt"
	"strings"
)

// A Move places a man on a point or moves one to another point, and may take a man of the other side.
type Move uint16

const (
	toShift   = 5
	takeShift = 10
	hand      = 31 // where a man that is placed comes from
	none      = 31 // the point of a man that is taken, if none is
)

func newMove(from, to, take int) Move {
	return Move(from) | Move(to)<<toShift | Move(take)<<takeShift
}

func (m Move) from() int { return int(m & 31) }
func (m Move) to() int   { return int(m >> toShift & 31) }
func (m Move) take() int { return int(m >> takeShift & 31) }

// Text returns a move as players write it: the point, as in "c4", or both points, as in "c4c5"; then, if a man is taken, an x
// and its point, as in "c4xa3".
func (b *Board) Text(m Move) string {
	text := b.names[m.to()]
	if m.from() != hand {
		text = b.names[m.from()] + text
	}
	if m.take() != none {
		text += "x" + b.names[m.take()]
	}
	return text
}

// AppendMove appends a move as [Board.Text] returns it. With ParseMove it makes the game a [ply.Notation].
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, g.board.Text(m)...) }

// ParseMove is ParseLegal.
func (g *Game) ParseMove(text string) (Move, error) { return g.ParseLegal(text) }

// ParseLegal parses a move, as Text returns it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if strings.EqualFold(g.board.Text(m), text) {
			return m, nil
		}
	}
	names := g.board.names
	return 0, fmt.Errorf("%.20q is no legal move here: want a point, as in %[2]s, or two points, as in %[2]s%[3]s, and an x and a point if a man is taken, as in %[2]sx%[3]s",
		text, names[0], names[1])
}
