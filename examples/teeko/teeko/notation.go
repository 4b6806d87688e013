package teeko

import (
	"fmt"
	"math/bits"
	"strings"
)

// letters are the men of each side.
const letters = "BW"

// SideName returns the name of a side.
func SideName(side int) string { return [...]string{Black: "Black", White: "White"}[side] }

// Position returns the position as a text that [Parse] takes: the ranks from the last to the first, a number for empty
// squares, and the side to move, as in "5/1B3/2W2/5/5 b".
func (g *Game) Position() string {
	var b strings.Builder
	for rank := side - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for file := range side {
			c := g.letterOn(rank*side + file)
			if c == '.' {
				empty++
				continue
			}
			flush()
			b.WriteByte(c)
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + "bw"[g.toMove:g.toMove+1]
}

// Parse parses a position as [Game.Position] writes it.
func Parse(text string, v Variant) (*Game, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return nil, fmt.Errorf("position %.40q: want ranks and the side to move, as in \"5/1B3/2W2/5/5 b\"", text)
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != side {
		return nil, fmt.Errorf("position of %d ranks: want %d", len(ranks), side)
	}
	g := New(v)
	for i, rank := range ranks {
		number, file := side-i, 0
		for _, c := range []byte(rank) {
			switch of := strings.IndexByte(letters, c); {
			case c >= '1' && c <= '0'+side:
				file += int(c - '0')
			case of < 0:
				return nil, fmt.Errorf("rank %d: %q is no man and no number of empty squares", number, c)
			default:
				if file < side {
					g.men[of] |= 1 << ((number-1)*side + file)
				}
				file++
			}
		}
		if file != side {
			return nil, fmt.Errorf("rank %d has %d squares: want %d", number, file, side)
		}
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

// check returns an error if the rules do not allow the position.
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

// String draws the board and says who is to move.
func (g *Game) String() string {
	var b strings.Builder
	for rank := side - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range side {
			b.WriteByte(' ')
			b.WriteByte(g.letterOn(rank*side + file))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  a b c d e\n%s to move\n", SideName(g.ToMove()))
	return b.String()
}
