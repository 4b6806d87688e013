// Package teeko is Teeko, a game that John Scarne invented in 1937 and last revised in 1952.
//
// Two players place four men each on a board of 5 × 5 squares in turn, and then move a man to an empty square next to it in any
// of the eight directions. Four men in a row win, or on the corners of a square: of 2 × 2 squares by the standard rules, of 2 × 2
// to 5 × 5 by the advanced ones.
//
// Guy Steele solved the game in 1998: with best play nobody wins the standard game, and the first player the advanced one.
package teeko

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/transposition"
)

type Variant uint8

const (
	Standard Variant = iota // four in a row, or on a square of 2 × 2
	Advanced                // four in a row, or on the corners of a square of any size
)

func (v Variant) String() string {
	if v == Advanced {
		return "advanced"
	}
	return "standard"
}

const (
	Black = 0 // places first
	White = 1
)

// A Game is a position and a [ply.Game] of two sides. The zero value is the start of the standard game. Playing allocates nothing.
type Game struct {
	men     [2]uint32 // by side, the squares with its men
	toMove  uint8
	variant Variant
}

func New(v Variant) *Game { return &Game{variant: v} }

// Rules returns the variant (see [retrograde.Ruled]).
func (g *Game) Rules() string { return g.variant.String() }

func (g *Game) placing() bool { return bits.OnesCount32(g.men[g.toMove]) < men }

func (g *Game) won() bool {
	set := g.men[g.toMove^1]
	return bits.OnesCount32(set) == men && g.variant.wins(set)
}

func (g *Game) Moves(dst []Move) []Move {
	if g.won() {
		return dst
	}
	empty := board &^ (g.men[0] | g.men[1])
	if g.placing() {
		for ; empty != 0; empty &= empty - 1 {
			dst = append(dst, newMove(hand, bits.TrailingZeros32(empty)))
		}
		return dst
	}
	for own := g.men[g.toMove]; own != 0; own &= own - 1 {
		from := bits.TrailingZeros32(own)
		for to := near[from] & empty; to != 0; to &= to - 1 {
			dst = append(dst, newMove(from, bits.TrailingZeros32(to)))
		}
	}
	return dst
}

func (g *Game) toggle(m Move) {
	g.men[g.toMove] ^= 1 << m.to()
	if m.from() != hand {
		g.men[g.toMove] ^= 1 << m.from()
	}
}

func (g *Game) Play(m Move) {
	g.toggle(m)
	g.toMove ^= 1
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	g.toggle(m)
}

func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns a loss: the game ends when the other side wins.
func (g *Game) Outcome() int { return -ply.MaxValue }

func (g *Game) Hash() uint64 {
	key := uint64(g.men[0]) | uint64(g.men[1])<<32 | uint64(g.toMove)<<31 | uint64(g.variant)<<63
	return transposition.Mix(key)
}

// AppendBinary appends the identity of the position, 8 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint32(b, g.men[0]|uint32(g.toMove)<<31)
	return binary.BigEndian.AppendUint32(b, g.men[1]|uint32(g.variant)<<31), nil
}

func (g *Game) Clone() *Game { return new(*g) }

// The board. Square 0 is a1, square 1 is b1, square 5 is a2.
const (
	side    = 5
	squares = side * side
	board   = 1<<squares - 1
	men     = 4 // of each player
)

var near = func() (near [squares]uint32) {
	for a := range squares {
		for b := range squares {
			x, y := a%side-b%side, a/side-b/side
			if a != b && max(x, -x) <= 1 && max(y, -y) <= 1 {
				near[a] |= 1 << b
			}
		}
	}
	return near
}()

// fits reports whether a shape of width columns, left of them before its lowest square at, does not run over an edge.
func fits(at, left, width int) bool { return at%side >= left && at%side-left+width <= side }

func (v Variant) wins(set uint32) bool {
	at := bits.TrailingZeros32(set)
	switch set >> at {
	case 1 | 1<<1 | 1<<2 | 1<<3:
		return fits(at, 0, 4)
	case 1 | 1<<5 | 1<<10 | 1<<15:
		return true
	case 1 | 1<<6 | 1<<12 | 1<<18:
		return fits(at, 0, 4)
	case 1 | 1<<4 | 1<<8 | 1<<12:
		return fits(at, 3, 4)
	case 1 | 1<<1 | 1<<5 | 1<<6:
		return fits(at, 0, 2)
	case 1 | 1<<2 | 1<<10 | 1<<12:
		return v == Advanced && fits(at, 0, 3)
	case 1 | 1<<3 | 1<<15 | 1<<18:
		return v == Advanced && fits(at, 0, 4)
	case 1 | 1<<4 | 1<<20 | 1<<24:
		return v == Advanced
	}
	return false
}

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
	var err error
	if g.toMove, err = ranks.Side(fields[1], "bw"); err != nil {
		return nil, err
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

func (g *Game) letterOn(square int) byte { return ranks.Letter(square, letters, g.men[:]...) }

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
		return ranks.Name(m.to(), side)
	}
	return ranks.Name(m.from(), side) + ranks.Name(m.to(), side)
}
