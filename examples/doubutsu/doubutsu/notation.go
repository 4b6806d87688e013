package doubutsu

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// letters are the pieces of each side by kind.
var letters = [2]string{Sente: "GECLH", Gote: "geclh"}

// SideName returns the name of a side.
func SideName(side int) string { return [...]string{Sente: "Sente", Gote: "Gote"}[side] }

// Position returns the position as a text that [Parse] takes, in the manner of shogi's SFEN: the ranks from the last to the
// first, with the pieces of Sente in capital letters and numbers for empty squares; the side to move, b for Sente and w for
// Gote; and the pieces in hand, or -. The start is "gle/1c1/1C1/ELG b -".
func (g *Game) Position() string {
	var b strings.Builder
	for rank := height - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for file := range width {
			c := g.letterOn(rank*width + file)
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
	hands := g.handText(Sente) + g.handText(Gote)
	if hands == "" {
		hands = "-"
	}
	return fmt.Sprintf("%s %c %s", b.String(), "bw"[g.toMove], hands)
}

// handText returns the pieces in the hand of a side.
func (g *Game) handText(side int) (text string) {
	for k, n := range g.hand[side] {
		text += strings.Repeat(letters[side][k:k+1], int(n))
	}
	return text
}

// Parse parses a position as [Game.Position] writes it.
func Parse(text string) (*Game, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return nil, fmt.Errorf("position %.40q: want ranks, the side to move and hands, as in \"gle/1c1/1C1/ELG b -\"", text)
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != height {
		return nil, fmt.Errorf("position of %d ranks: want %d", len(ranks), height)
	}
	g := new(Game)
	for i, rank := range ranks {
		number, file := height-i, 0
		for _, c := range []byte(rank) {
			side, k, ok := parseLetter(c)
			switch {
			case c >= '1' && c <= '0'+width:
				file += int(c - '0')
			case !ok:
				return nil, fmt.Errorf("rank %d: %q is no piece and no number of empty squares", number, c)
			default:
				if file < width {
					g.on[side][k] |= 1 << ((number-1)*width + file)
				}
				file++
			}
		}
		if file != width {
			return nil, fmt.Errorf("rank %d has %d squares: want %d", number, file, width)
		}
	}
	switch fields[1] {
	case "b":
	case "w":
		g.toMove = Gote
	default:
		return nil, fmt.Errorf("side to move %.10q: want b or w", fields[1])
	}
	if fields[2] != "-" {
		for _, c := range []byte(fields[2]) {
			side, k, ok := parseLetter(c)
			if !ok || k == hen || g.hand[side][k] == 2 {
				return nil, fmt.Errorf("hands %.20q: want pieces other than hens, two of a kind at most", fields[2])
			}
			g.hand[side][k]++
		}
	}
	return g, g.check()
}

// parseLetter returns the side and the kind of a piece.
func parseLetter(c byte) (side int, k kind, ok bool) {
	for side, all := range letters {
		if at := strings.IndexByte(all, c); at >= 0 {
			return side, kind(at), true
		}
	}
	return 0, 0, false
}

// check returns an error if the position cannot be.
func (g *Game) check() error {
	for k := range handKinds {
		n := int(g.hand[0][k] + g.hand[1][k])
		for side := range g.on {
			n += bits.OnesCount16(g.on[side][k])
			if k == chick {
				n += bits.OnesCount16(g.on[side][hen])
			}
		}
		if n != 2 {
			return fmt.Errorf("%d %ss: want 2, on the board and in hand", n, [...]string{"giraffe", "elephant", "chick", "lion"}[k])
		}
	}
	us, them := g.toMove, g.toMove^1
	switch {
	case bits.OnesCount16(g.on[them][lion]) != 1 || g.hand[us][lion] != 0 || g.on[us][lion] != 0 && g.hand[them][lion] != 0:
		return errors.New("want a lion of each side, or that of the side to move in the other's hand")
	case bits.OnesCount16(g.on[us][lion]) > 1:
		return errors.New("two lions of the side to move: want one of each side")
	case g.on[us][lion]&home[them] != 0:
		return fmt.Errorf("the lion of %s is on the last rank, and the game over before: it is not its turn", SideName(g.ToMove()))
	}
	return nil
}

func (g *Game) letterOn(square int) byte {
	for side := range g.on {
		for k, set := range g.on[side] {
			if set>>square&1 != 0 {
				return letters[side][k]
			}
		}
	}
	return '.'
}

// String draws the board, and the hands, and says who is to move.
func (g *Game) String() string {
	var b strings.Builder
	for rank := height - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range width {
			b.WriteByte(' ')
			b.WriteByte(g.letterOn(rank*width + file))
		}
		if rank == height-1 && g.handText(Gote) != "" {
			b.WriteString("   in hand: " + g.handText(Gote))
		}
		if rank == 0 && g.handText(Sente) != "" {
			b.WriteString("   in hand: " + g.handText(Sente))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  a b c\n%s to move\n", SideName(g.ToMove()))
	return b.String()
}
