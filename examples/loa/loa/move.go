package loa

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is the square that a man leaves plus 64 times the one where it goes, or [Pass].
type Move uint16

// Pass is the move of a side that has no other.
const Pass Move = 0

func newMove(from, to int) Move { return Move(from + squares*to) }

func (m Move) from() int { return int(m) % squares }
func (m Move) to() int   { return int(m) / squares % squares }

// Squares returns the squares that the man leaves and goes to, 8·rank + file.
func (m Move) Squares() (from, to int) { return m.from(), m.to() }

// String writes the move as two squares, as in b1b3, and a pass as 0000.
func (m Move) String() string {
	if m == Pass {
		return "0000"
	}
	return squareName(m.from()) + squareName(m.to())
}

func squareName(s int) string { return string([]byte{'a' + byte(s%stride), '1' + byte(s/stride)}) }

// ParseMove reads a move as String writes it. Capitals, and a sign between the squares such as the x of a capture, are
// allowed; "pass" is a pass.
func ParseMove(text string) (Move, error) {
	word := strings.ToLower(text)
	if word == "0000" || word == "pass" {
		return Pass, nil
	}
	if len(word) == 5 && strings.ContainsRune("-x:", rune(word[2])) {
		word = word[:2] + word[3:]
	}
	if len(word) != 4 {
		return 0, fmt.Errorf("loa: move %.20q: want two squares, as in b1b3", text)
	}
	var at [4]int
	for i, first := range []byte("a1a1") {
		at[i] = int(word[i]) - int(first)
		if at[i] < 0 || at[i] >= stride {
			return 0, fmt.Errorf("loa: move %.20q: want two squares, as in b1b3", text)
		}
	}
	return newMove(square(at[0], at[1]), square(at[2], at[3])), nil
}

// ParseLegal reads a move and checks that it is legal.
func (g *Game) ParseLegal(text string) (Move, error) {
	m, err := ParseMove(text)
	if err == nil && !slices.Contains(g.Moves(nil), m) {
		err = fmt.Errorf("loa: move %v is illegal here", m)
	}
	return m, err
}

// AppendMove implements [ply.Notation] with ParseMove.
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove is ParseLegal.
func (g *Game) ParseMove(text string) (Move, error) { return g.ParseLegal(text) }

// SideName returns Black or White.
func SideName(side int) string { return [...]string{"Black", "White"}[side] }

// String draws the board, with Black's men as X and White's as O, and tells the side to move and the [Game.FEN].
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\nFen: %s\n", ranks.Draw(g.size, g.size, g.man("XO")), SideName(g.ToMove()), g.FEN())
}
