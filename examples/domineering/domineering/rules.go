// Package domineering has the rules of Domineering: two sides place dominoes on a board of square cells, Vertical
// upright ones and Horizontal lying ones. Who cannot move loses.
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

// Win is the value of a won game. It is greater than any evaluation of an unfinished one.
const Win = 1000

// stride is the distance, in bits, from a cell to the one below it.
const stride = 8

// A Move places a domino: its upper or left cell, plus 64 if Horizontal places it.
type Move uint8

// String returns the side and the upper or left cell, such as "V b3": column b, third row from the top.
func (m Move) String() string {
	return fmt.Sprintf("%c %c%d", "VH"[m/64], 'a'+m%stride, m%64/stride+1)
}

// cells returns the two cells of m as a set.
func (m Move) cells() uint64 {
	if m < 64 {
		return (1 | 1<<stride) << m
	}
	return 3 << (m % 64)
}

// A Game is a position of Domineering.
type Game struct {
	rows, columns int
	board         uint64    // the cells of the board
	dominoes      [2]uint64 // the cells that each side has covered
	side          int       // the side to move
}

// New returns the empty board with the given numbers of rows and columns, which must be from 1 to 8.
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

// free returns the cells that are not covered.
func (g *Game) free() uint64 { return g.board &^ (g.dominoes[Vertical] | g.dominoes[Horizontal]) }

// places returns the cells on which side can place the upper or left half of a domino.
func (g *Game) places(side int) uint64 {
	free := g.free()
	if side == Vertical {
		return free & (free >> stride)
	}
	const lastColumn = 0x8080808080808080
	return free & (free >> 1) &^ lastColumn
}

// Moves appends the legal moves of the side to move, row by row.
func (g *Game) Moves(dst []Move) []Move {
	for places := g.places(g.side); places != 0; places &= places - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(places)+64*g.side))
	}
	return dst
}

// Play plays m.
func (g *Game) Play(m Move) {
	g.dominoes[g.side] |= m.cells()
	g.side = 1 - g.side
}

// Undo takes m back.
func (g *Game) Undo(m Move) {
	g.side = 1 - g.side
	g.dominoes[g.side] &^= m.cells()
}

// ToMove returns the side to move.
func (g *Game) ToMove() int { return g.side }

// Outcome returns the value of a finished position: the side to move has no move, and has lost.
func (g *Game) Outcome() int { return -Win }

// Acyclic reports that no position occurs twice: the board fills up.
func (g *Game) Acyclic() bool { return true }

// Evaluate counts the places that each side could fill.
func (g *Game) Evaluate() int {
	mine := bits.OnesCount64(g.places(g.side))
	if mine == 0 {
		return -Win
	}
	return mine - bits.OnesCount64(g.places(1-g.side))
}

// Hash returns the hash of the free cells. Whose dominoes cover the others does not matter for the rest of the game,
// and their number tells whose turn it is.
func (g *Game) Hash() uint64 { return transposition.Mix(g.free()) }

// Numbers returns the number of different moves.
func (g *Game) Numbers() int { return 128 }

// Number returns the number of m.
func (g *Game) Number(m Move) int { return int(m) }

// Clone returns a copy.
func (g *Game) Clone() *Game { return new(*g) }

// CopyFrom makes g a copy of another game.
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
