package doubutsu

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

const letters = "GECLHgeclh"

func SideName(side int) string { return [...]string{Sente: "Sente", Gote: "Gote"}[side] }

// Position returns the position as [Parse] reads it, similar to shogi's SFEN: the ranks from the last to the first, with
// Sente's pieces in capital letters and numbers for empty squares; the side to move, b for Sente and w for Gote; and the
// pieces in hand, or -. The start is "gle/1c1/1C1/ELG b -".
func (g *Game) Position() string {
	hands := g.handText(Sente) + g.handText(Gote)
	return fmt.Sprintf("%s %c %s", ranks.Write(width, height, g.letterOn), "bw"[g.toMove], cmp.Or(hands, "-"))
}

func (g *Game) handText(side int) (text string) {
	for k, n := range g.hand[side] {
		text += strings.Repeat(letters[side*int(kinds)+k:][:1], int(n))
	}
	return text
}

// Parse parses a position written by [Game.Position].
func Parse(text string) (*Game, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return nil, fmt.Errorf("position %.40q: want ranks, the side to move and hands, as in \"gle/1c1/1C1/ELG b -\"", text)
	}
	g := new(Game)
	put := func(square, letter int) { g.on[letter/int(kinds)][letter%int(kinds)] |= 1 << square }
	if err := ranks.Parse(fields[0], width, height, letters, "piece", put); err != nil {
		return nil, err
	}
	var err error
	if g.toMove, err = ranks.Side(fields[1], "bw"); err != nil {
		return nil, err
	}
	if fields[2] == "-" {
		fields[2] = ""
	}
	for _, c := range []byte(fields[2]) {
		at := strings.IndexByte(letters, c)
		side, k := at/int(kinds), kind(at%int(kinds))
		if at < 0 || k == hen || g.hand[side][k] == 2 {
			return nil, fmt.Errorf("hands %.20q: want pieces other than hens, two of a kind at most", fields[2])
		}
		g.hand[side][k]++
	}
	return g, g.check()
}

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
		return errors.New("want a lion of each side, or the lion of the side to move in the other's hand")
	case bits.OnesCount16(g.on[us][lion]) > 1:
		return errors.New("two lions of the side to move: want one of each side")
	case g.on[us][lion]&home[them] != 0:
		return fmt.Errorf("the lion of %s is on the last rank, and the game over before: it is not its turn", SideName(g.ToMove()))
	}
	return nil
}

func (g *Game) letterOn(square int) byte {
	return ranks.Letter(square, letters, slices.Concat(g.on[Sente][:], g.on[Gote][:])...)
}

func (g *Game) String() string {
	var inHand [height]string
	for rank, side := range map[int]int{0: Gote, height - 1: Sente} {
		if text := g.handText(side); text != "" {
			inHand[rank] = "   in hand: " + text
		}
	}
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(width, height, g.letterOn, inHand[:]...), SideName(g.ToMove()))
}

// A Move leads from a square or the hand to a square. It also holds the captured kind and the promotion of a chick, for Undo.
type Move uint16

const (
	toShift    = 4
	takeShift  = 8
	promoteBit = 1 << 12
	handStart  = squares // plus a kind: the from of a drop
)

// newMove returns a move. take is the captured kind plus 1, or 0.
func newMove(from, to int, take kind, promote bool) Move {
	m := Move(from) | Move(to)<<toShift | Move(take)<<takeShift
	if promote {
		m |= promoteBit
	}
	return m
}

func (m Move) from() int      { return int(m & 15) }
func (m Move) to() int        { return int(m >> toShift & 15) }
func (m Move) promotes() bool { return m&promoteBit != 0 }

func (m Move) taken() (kind, bool) {
	k := kind(m >> takeShift & 7)
	return k - 1, k > 0
}

func (m Move) dropped() (kind, bool) {
	if m.from() < handStart {
		return 0, false
	}
	return kind(m.from() - handStart), true
}

// String returns both squares, as in "b2b3", and for a drop the piece and the square, as in "C*b2".
func (m Move) String() string {
	if k, ok := m.dropped(); ok {
		return letters[k:k+1] + "*" + ranks.Name(m.to(), width)
	}
	return ranks.Name(m.from(), width) + ranks.Name(m.to(), width)
}
