package teeko

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

const letters = "BW"

func SideName(side int) string { return [...]string{Black: "Black", White: "White"}[side] }

// Position returns the position as [Parse] reads it: the ranks from the last to the first, with numbers for empty squares, and
// the side to move, as in "5/1B3/2W2/5/5 b".
func (g *Game) Position() string {
	return fmt.Sprintf("%s %c", ranks.Write(side, side, g.letterOn), "bw"[g.toMove])
}

// Parse parses a position written by [Game.Position].
func Parse(text string, v Variant) (*Game, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return nil, fmt.Errorf("position %.40q: want ranks and the side to move, as in \"5/1B3/2W2/5/5 b\"", text)
	}
	g := New(v)
	if err := ranks.Parse(fields[0], side, side, letters, "man", func(square, of int) { g.men[of] |= 1 << square }); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "b":
	case "w":
		g.toMove = White
	default:
		return nil, fmt.Errorf("side to move %.10q: want b or w", fields[1])
	}
	return g, g.check()
}

func (g *Game) check() error {
	black, white := bits.OnesCount32(g.men[Black]), bits.OnesCount32(g.men[White])
	switch {
	case black > men || white > men:
		return fmt.Errorf("%d black and %d white men: want %d at most", black, white, men)
	case black == men && white == men:
	case black != white+int(g.toMove):
		return fmt.Errorf("%d black and %d white men with %s to move: the sides place in turn, Black first", black, white, SideName(g.ToMove()))
	}
	if own := g.men[g.toMove]; bits.OnesCount32(own) == men && g.variant.wins(own) {
		return fmt.Errorf("%s has won, but is to move", SideName(g.ToMove()))
	}
	return nil
}

func (g *Game) letterOn(square int) byte {
	for side, set := range g.men {
		if set>>square&1 != 0 {
			return letters[side]
		}
	}
	return '.'
}

// String draws the board and the side to move.
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(side, side, g.letterOn), SideName(g.ToMove()))
}

// A Move places a man on a square or moves it to another.
type Move uint16

const (
	fromShift = 5
	hand      = 31 // the from of a man that is placed
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
