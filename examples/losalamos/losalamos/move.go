package losalamos

import (
	"fmt"
	"slices"
	"strings"
)

// A Move is the square that a piece leaves, the square where it goes and what a pawn becomes on the last rank.
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

// promotion returns what a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> kindShift) }

// numbers is the number of moves that have numbers.
const numbers = squares * squares * int(king)

// Numbers returns how many numbers Number uses.
func (g *Game) Numbers() int { return numbers }

// Number returns a number of its own for each move.
func (g *Game) Number(m Move) int {
	return (int(m.promotion())*squares+m.from())*squares + m.to()
}

// String returns the two squares and what a pawn becomes, as in "b2b3" and "c5c6q".
func (m Move) String() string {
	if m.from() >= squares || m.to() >= squares || m.promotion() >= king {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	text := squareName(m.from()) + squareName(m.to())
	if p := m.promotion(); p != none {
		text += p.letter()
	}
	return text
}

func squareName(square int) string {
	return string([]byte{'a' + byte(square%size), '1' + byte(square/size)})
}

// ParseMove parses a move as String writes it. It need not be legal anywhere.
func ParseMove(text string) (Move, error) {
	wrong := fmt.Errorf("move %q: want two squares, as in b2b3, and q, r or n after them for a promotion", text)
	lower := strings.ToLower(text)
	if len(lower) != 4 && len(lower) != 5 {
		return 0, wrong
	}
	var at [2]int
	for i := range at {
		file, rank := lower[2*i], lower[2*i+1]
		if file < 'a' || file >= 'a'+size || rank < '1' || rank >= '1'+size {
			return 0, wrong
		}
		at[i] = int(rank-'1')*size + int(file-'a')
	}
	promotion := none
	if len(lower) == 5 {
		switch lower[4] {
		case 'q':
			promotion = queen
		case 'r':
			promotion = rook
		case 'n':
			promotion = knight
		default:
			return 0, wrong
		}
	}
	return newMove(at[0], at[1], promotion), nil
}

// AppendMove implements [ply.Notation] with ParseMove.
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a move that must be legal in the present position, in small letters or capitals.
func (g *Game) ParseMove(text string) (Move, error) {
	m, err := ParseMove(strings.ToLower(text))
	if err != nil {
		return 0, err
	}
	if !slices.Contains(g.Moves(nil), m) {
		return 0, fmt.Errorf("move %v is illegal here", m)
	}
	return m, nil
}
