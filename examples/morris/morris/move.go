package morris

import (
	"fmt"
	"slices"
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
	name := func(p int) string {
		if p >= b.points() {
			return "?"
		}
		return b.names[p]
	}
	text := name(m.to())
	if m.from() != hand {
		text = name(m.from()) + text
	}
	if m.take() != none {
		text += "x" + name(m.take())
	}
	return text
}

// ParseMove parses a move as Text returns it. It need not be legal anywhere.
func (b *Board) ParseMove(text string) (Move, error) {
	wrong := fmt.Errorf("move %.20q: want a point, as in %[2]s, or two points, as in %[2]s%[3]s, and an x and a point if a man is taken, as in %[2]sx%[3]s",
		text, b.names[0], b.names[1])
	way, taken, takes := strings.Cut(strings.ToLower(text), "x")
	at := [3]int{hand, 0, none}
	names := []string{way, taken}
	switch {
	case len(way) == 4:
		names = []string{way[2:], taken, way[:2]}
	case len(way) != 2:
		return 0, wrong
	}
	for i, place := range []int{1, 2, 0}[:len(names)] {
		if i == 1 && !takes {
			continue
		}
		p, ok := b.parsePoint(names[i])
		if !ok {
			return 0, wrong
		}
		at[place] = p
	}
	return newMove(at[0], at[1], at[2]), nil
}

// ParseLegal parses a move that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	m, err := g.board.ParseMove(text)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(g.Moves(nil), m) {
		return 0, fmt.Errorf("move %s is illegal here", g.board.Text(m))
	}
	return m, nil
}
