// Package domineering is Domineering: two sides place dominoes on a board of square cells, Vertical upright ones and
// Horizontal lying ones. A side that cannot move loses.
package domineering

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/ply-search/ply/transposition"
)

// The sides. Vertical moves first.
const (
	Vertical = iota
	Horizontal
)

// Win is the value of a win, greater than any evaluation of an unfinished game.
const Win = 1000

// stride is the distance, in bits, from a cell to the one below it.
const stride = 8

// A Move places a domino: its upper or left cell, plus 64 if Horizontal places it.
type Move uint8

// String returns the side and the upper or left cell, such as "V b3": column b, third row from the top.
func (m Move) String() string { return fmt.Sprintf("%c %c%d", "VH"[m/64], 'a'+m%stride, m%64/stride+1) }

func (m Move) cells() uint64 {
	if m < 64 {
		return (1 | 1<<stride) << m
	}
	return 3 << (m % 64)
}

type Game struct {
	rows, columns int
	board         uint64    // the cells of the board
	dominoes      [2]uint64 // the cells that each side has covered
	side          int       // the side to move
}

// New returns an empty board with 1 to 8 rows and columns.
func New(rows, columns int) (*Game, error) {
	if rows < 1 || rows > 8 || columns < 1 || columns > 8 {
		return nil, fmt.Errorf("domineering: %d rows and %d columns: want 1 to 8 of each", rows, columns)
	}
	g := &Game{rows: rows, columns: columns}
	for row := range rows {
		g.board |= (1<<columns - 1) << (stride * row)
	}
	return g, nil
}

func (g *Game) free() uint64 { return g.board &^ (g.dominoes[Vertical] | g.dominoes[Horizontal]) }

// places returns the cells where a side can place the upper or left half of a domino.
func (g *Game) places(side int) uint64 {
	free := g.free()
	if side == Vertical {
		return free & (free >> stride)
	}
	const lastColumn = 0x8080808080808080
	return free & (free >> 1) &^ lastColumn
}

func (g *Game) Moves(dst []Move) []Move {
	for places := g.places(g.side); places != 0; places &= places - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(places)+64*g.side))
	}
	return dst
}

func (g *Game) Play(m Move) {
	g.dominoes[g.side] |= m.cells()
	g.side = 1 - g.side
}

func (g *Game) Undo(m Move) {
	g.side = 1 - g.side
	g.dominoes[g.side] &^= m.cells()
}

func (g *Game) ToMove() int { return g.side }

// Outcome returns a loss: the side to move has no move.
func (g *Game) Outcome() int { return -Win }

// Acyclic returns true: the board fills up.
func (g *Game) Acyclic() bool { return true }

func (g *Game) Evaluate() int {
	mine := bits.OnesCount64(g.places(g.side))
	if mine == 0 {
		return -Win
	}
	return mine - bits.OnesCount64(g.places(1-g.side))
}

// Hash returns the hash of the free cells, which determine the rest of the game: their number tells whose turn it is.
func (g *Game) Hash() uint64 { return transposition.Mix(g.free()) }

func (g *Game) Numbers() int { return 128 }

func (g *Game) Number(m Move) int { return int(m) }

func (g *Game) Clone() *Game { return new(*g) }

func (g *Game) CopyFrom(other *Game) { *g = *other }

// String draws the board: V and H are the dominoes of the sides.
func (g *Game) String() string {
	var b strings.Builder
	for row := range g.rows {
		for column := range g.columns {
			cell := row*stride + column
			b.WriteByte(".VH"[g.dominoes[Vertical]>>cell&1+g.dominoes[Horizontal]>>cell&1*2])
			b.WriteByte(" \n"[(column+1)/g.columns])
		}
	}
	return b.String()
}

// scale is the weight of a domino in the first numbers. It is large because [proof.Search] adds 1 for each unsettled move:
// a missing domino must weigh more than a few moves.
const scale = 32

// FirstNumbers estimates how hard it is to prove that the side to move wins, and that it does not. A domino of a side is safe
// if no domino of the other side fits over either cell. The side to move wins if it has more safe dominoes than the other
// side can place at most, and loses if it can place at most as many as the other side has safe ones (compare Breuker,
// Uiterwijk and van den Herik 2000, Solving 8 × 8 Domineering). Otherwise the numbers are the dominoes missing for that,
// times scale.
func (g *Game) FirstNumbers() (proof, disproof int) {
	safe, most := g.room(g.side)
	otherSafe, otherMost := g.room(1 - g.side)
	switch {
	case safe > otherMost:
		return 0, 1
	case most <= otherSafe:
		return 1, 0
	}
	return scale * (otherMost - safe + 1), scale * (most - otherSafe)
}

// room returns how many dominoes a side can place against any play of the other side, and how many at most.
func (g *Game) room(side int) (safe, most int) {
	free := g.free()
	crossing := g.places(1 - side)
	if side == Vertical {
		crossing |= crossing << 1
		return upright(free &^ crossing), upright(free)
	}
	crossing |= crossing << stride
	return lying(free &^ crossing), lying(free)
}

// upright returns the greatest number of upright dominoes on some cells, placed in each column from the top.
func upright(cells uint64) int {
	n := 0
	for row := uint64(0xff); row != 0; row <<= stride {
		top := cells & (cells >> stride) & row
		n += bits.OnesCount64(top)
		cells &^= top | top<<stride
	}
	return n
}

// lying returns the greatest number of lying dominoes on some cells, placed in each row from the left.
func lying(cells uint64) int {
	n := 0
	for column := uint64(0x0101010101010101); column != 0x8080808080808080; column <<= 1 {
		left := cells & (cells >> 1) & column
		n += bits.OnesCount64(left)
		cells &^= left | left<<1
	}
	return n
}
