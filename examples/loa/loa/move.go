package loa

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is the origin of a man plus 64 times its destination, or [Pass].
type Move uint16

// Pass is the move of a side that has no other.
const Pass Move = 0

func newMove(from, to int) Move { return Move(from + squares*to) }

func (m Move) from() int { return int(m) % squares }
func (m Move) to() int   { return int(m) / squares % squares }

// Squares returns the origin and the destination, 8·rank + file.
func (m Move) Squares() (from, to int) { return m.from(), m.to() }

// String writes the move as two squares, as in b1b3, and a pass as 0000.
func (m Move) String() string {
	if m == Pass {
		return "0000"
	}
	return ranks.Name(m.from(), stride) + ranks.Name(m.to(), stride)
}

// AppendMove implements [ply.Notation] with ParseMove.
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove reads a legal move as String writes it. Capitals, and a sign between the squares such as the x of a capture, are
// allowed; "pass" is a pass.
func (g *Game) ParseMove(text string) (Move, error) {
	word := text
	switch {
	case strings.EqualFold(word, "pass"):
		word = Pass.String()
	case len(word) == 5 && strings.ContainsRune("-xX:", rune(word[2])):
		word = word[:2] + word[3:]
	}
	m, err := ranks.FindMove(g.Moves(nil), word, "two squares, as in b1b3")
	if err != nil {
		err = fmt.Errorf("loa: %w", err)
	}
	return m, err
}

// SideName returns Black or White.
func SideName(side int) string { return [...]string{"Black", "White"}[side] }

// String draws the board, with Black's men as X and White's as O, and writes the side to move and the [Game.FEN].
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\nFen: %s\n", ranks.Draw(g.size, g.size, g.man("XO")), SideName(g.ToMove()), g.FEN())
}
