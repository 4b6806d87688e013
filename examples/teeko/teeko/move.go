package teeko

import (
	"fmt"
	"slices"
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
	switch {
	case m.to() >= squares || m.from() >= squares && m.from() != hand:
		return fmt.Sprintf("Move(%d)", uint16(m))
	case m.from() == hand:
		return squareName(m.to())
	default:
		return squareName(m.from()) + squareName(m.to())
	}
}

func squareName(square int) string {
	return string([]byte{'a' + byte(square%side), '1' + byte(square/side)})
}

// ParseMove parses a move as String writes it. It need not be legal anywhere.
func ParseMove(text string) (Move, error) {
	wrong := fmt.Errorf("move %.20q: want a square, as in c3, or two squares, as in c3c4", text)
	lower := strings.ToLower(text)
	at := [2]int{hand, hand}
	if len(lower) != 2 && len(lower) != 4 {
		return 0, wrong
	}
	for i := range len(lower) / 2 {
		file, rank := lower[2*i], lower[2*i+1]
		if file < 'a' || file >= 'a'+side || rank < '1' || rank >= '1'+side {
			return 0, wrong
		}
		at[i] = int(rank-'1')*side + int(file-'a')
	}
	if len(lower) == 2 {
		return newMove(hand, at[0]), nil
	}
	return newMove(at[0], at[1]), nil
}

// ParseLegal parses a move that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	m, err := ParseMove(text)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(g.Moves(nil), m) {
		return 0, fmt.Errorf("move %v is illegal here", m)
	}
	return m, nil
}
