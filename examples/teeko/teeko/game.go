package teeko

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Variant is what a player wins with.
type Variant uint8

// The variants.
const (
	Standard Variant = iota // four in a row, or on a square of 2 × 2
	Advanced                // four in a row, or on the corners of a square of any size
)

// String returns "standard" or "advanced".
func (v Variant) String() string {
	if v == Advanced {
		return "advanced"
	}
	return "standard"
}

// ParseVariant parses what String returns.
func ParseVariant(text string) (Variant, error) {
	for _, v := range []Variant{Standard, Advanced} {
		if text == v.String() {
			return v, nil
		}
	}
	return 0, fmt.Errorf("variant %.20q: want %v or %v", text, Standard, Advanced)
}

// The players.
const (
	Black = 0 // places first
	White = 1
)

// A Game is a position of Teeko, and a [ply.Game] of two sides. The zero value is the start of the standard game. Playing
// allocates nothing.
type Game struct {
	men     [2]uint32 // by side, the squares with its men
	toMove  uint8
	variant Variant
}

// New returns the start of a game.
func New(v Variant) *Game { return &Game{variant: v} }

// Variant returns what a player wins with.
func (g *Game) Variant() Variant { return g.variant }

// Rules implements [retrograde.Ruled].
func (g *Game) Rules() string { return g.variant.String() }

// placing reports whether the side to move still has a man to place.
func (g *Game) placing() bool { return bits.OnesCount32(g.men[g.toMove]) < men }

// won reports whether the side that has just moved has won.
func (g *Game) won() bool {
	set := g.men[g.toMove^1]
	return bits.OnesCount32(set) == men && g.variant.wins(set)
}

// Moves appends the legal moves.
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

// toggle takes the men of a move from where they are and puts them where they are not.
func (g *Game) toggle(m Move) {
	g.men[g.toMove] ^= 1 << m.to()
	if m.from() != hand {
		g.men[g.toMove] ^= 1 << m.from()
	}
}

// Play plays m.
func (g *Game) Play(m Move) {
	g.toggle(m)
	g.toMove ^= 1
}

// Undo takes m back.
func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	g.toggle(m)
}

// ToMove returns the side to move, Black or White.
func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns the value of a loss: a game ends with four men that win, and it is then the other side's turn.
func (g *Game) Outcome() int { return -ply.MaxValue }

// Hash returns a hash of the men and of the side to move.
func (g *Game) Hash() uint64 {
	key := uint64(g.men[0]) | uint64(g.men[1])<<32 | uint64(g.toMove)<<31 | uint64(g.variant)<<63
	return transposition.Mix(key)
}

// AppendBinary appends the identity of the position, 8 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint32(b, g.men[0]|uint32(g.toMove)<<31)
	return binary.BigEndian.AppendUint32(b, g.men[1]|uint32(g.variant)<<31), nil
}

// Clone returns a copy.
func (g *Game) Clone() *Game { return new(*g) }
