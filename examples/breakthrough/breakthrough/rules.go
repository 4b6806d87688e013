// Package breakthrough is the game of Breakthrough (Troyka 2000). Each side has two rows of pieces on its edge of the board. A
// piece moves one cell forward or diagonally forward to an empty cell, and captures diagonally forward. A side wins with a piece
// on the opposite edge, or by capturing all pieces of the other. There are no draws.
package breakthrough

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/transposition"
)

// Size is the number of rows and columns of the largest board.
const Size = 8

// A Move is the old cell and the new cell, six bits each, and a bit for a capture. Cells are numbered by rows from the lower left.
type Move uint16

const taking Move = 1 << 12

func (m Move) From() int { return int(m & 63) }

func (m Move) To() int { return int(m >> 6 & 63) }

func (m Move) Takes() bool { return m&taking != 0 }

// String returns the two cells, as in a2-b3, or a2xb3 for a capture.
func (m Move) String() string {
	between := "-"
	if m.Takes() {
		between = "x"
	}
	return cellName(m.From()) + between + cellName(m.To())
}

func cellName(cell int) string { return fmt.Sprintf("%c%d", 'a'+cell%Size, cell/Size+1) }

// A Game is a position. The pieces of side 0 start in the lower rows and go up.
type Game struct {
	pieces [2]uint64 // of each side
	board  uint64    // all cells
	rows   int
	side   int // to move
}

const (
	firstColumn uint64 = 0x0101010101010101
	firstRow    uint64 = 0xff
)

// New returns the start of a game on a board with 2 to 8 columns and 4 to 8 rows.
func New(columns, rows int) (*Game, error) {
	if columns < 2 || columns > Size || rows < 4 || rows > Size {
		return nil, fmt.Errorf("breakthrough: a board of %d columns and %d rows, want 2 to 8 columns and 4 to 8 rows", columns, rows)
	}
	row := firstRow >> (Size - columns)
	g := &Game{rows: rows}
	for i := range rows {
		g.board |= row << (Size * i)
	}
	g.pieces[0] = row | row<<Size
	g.pieces[1] = g.pieces[0] << (Size * (rows - 2))
	return g, nil
}

// Pieces returns the cells of a side's pieces, cell 0 as the lowest bit.
func (g *Game) Pieces(side int) uint64 { return g.pieces[side] }

func (g *Game) goal(side int) uint64 {
	if side == 0 {
		return firstRow << (Size * (g.rows - 1))
	}
	return firstRow
}

// Finished reports whether the side that moved last has won.
func (g *Game) Finished() bool {
	other := 1 - g.side
	return g.pieces[other]&g.goal(other) != 0 || g.pieces[g.side] == 0
}

// steps returns the cells to which pieces of a side can go: straight, to the left and to the right.
func (g *Game) steps(side int) (straight, left, right uint64) {
	own := g.pieces[side]
	toLeft, toRight := own&^firstColumn, own&^(firstColumn<<(Size-1))
	if side == 0 {
		straight, left, right = own<<Size, toLeft<<(Size-1), toRight<<(Size+1)
	} else {
		straight, left, right = own>>Size, toLeft>>(Size+1), toRight>>(Size-1)
	}
	free := g.board &^ own
	return straight & free &^ g.pieces[1-side], left & free, right & free
}

// Moves appends the legal moves: straight, to the left, to the right.
func (g *Game) Moves(dst []Move) []Move {
	if g.Finished() {
		return dst
	}
	straight, left, right := g.steps(g.side)
	back := [3]int{-Size, -Size + 1, -Size - 1} // from the new cell to the old, for side 0
	for i, cells := range [3]uint64{straight, left, right} {
		for ; cells != 0; cells &= cells - 1 {
			to := bits.TrailingZeros64(cells)
			dst = append(dst, g.move(to+back[i]+2*Size*g.side, to))
		}
	}
	return dst
}

func (g *Game) move(from, to int) Move {
	m := Move(from | to<<6)
	if g.pieces[1-g.side]>>to&1 != 0 {
		m |= taking
	}
	return m
}

func (g *Game) Play(m Move) {
	g.pieces[g.side] ^= 1<<m.From() | 1<<m.To()
	g.side = 1 - g.side
	if m.Takes() {
		g.pieces[g.side] ^= 1 << m.To()
	}
}

func (g *Game) Undo(m Move) {
	if m.Takes() {
		g.pieces[g.side] ^= 1 << m.To()
	}
	g.side = 1 - g.side
	g.pieces[g.side] ^= 1<<m.From() | 1<<m.To()
}

func (g *Game) ToMove() int { return g.side }

const Win = 10_000

// Outcome returns a loss: the other side has won.
func (g *Game) Outcome() int { return -Win }

// Acyclic returns true: pieces only go forward.
func (g *Game) Acyclic() bool { return true }

func (g *Game) Hash() uint64 {
	return transposition.Mix(transposition.Mix(g.pieces[0]) + g.pieces[1] + uint64(g.side)*0x9e3779b97f4a7c15)
}

// AppendBinary appends the pieces of both sides and the side to move, 17 bytes. It never fails.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint64(b, g.pieces[0])
	return append(binary.LittleEndian.AppendUint64(b, g.pieces[1]), byte(g.side)), nil
}

func (g *Game) Clone() *Game { return new(*g) }

func (g *Game) CopyFrom(other *Game) { *g = *other }

// Playout plays random moves to the end of the game, and leaves the position as it was (see mcts.Playouter).
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]Move) (outcome, moves int) {
	before, side := g.pieces, g.side
	for !g.Finished() {
		m := g.draw(random)
		if lines != nil {
			lines[g.side] = append(lines[g.side], m)
		}
		g.Play(m)
		moves++
	}
	if outcome = -Win; g.side != side {
		outcome = Win
	}
	g.pieces, g.side = before, side
	return outcome, moves
}

// draw draws a move, each with the same probability except for less than one in 2²⁵.
func (g *Game) draw(random *rand.PCG) Move {
	straight, left, right := g.steps(g.side)
	s, l, r := bits.OnesCount64(straight), bits.OnesCount64(left), bits.OnesCount64(right)
	k := int(random.Uint64() >> 32 * uint64(s+l+r) >> 32)
	cells, back := straight, -Size
	switch {
	case k >= s+l:
		k, cells, back = k-s-l, right, -Size-1
	case k >= s:
		k, cells, back = k-s, left, -Size+1
	}
	for ; k > 0; k-- {
		cells &= cells - 1
	}
	to := bits.TrailingZeros64(cells)
	return g.move(to+back+2*Size*g.side, to)
}

// String draws the board, with o for side 0 and x for side 1.
func (g *Game) String() string {
	columns := bits.OnesCount64(g.board & firstRow)
	return ranks.Draw(columns, g.rows, func(square int) byte {
		return ranks.Letter(square/columns*Size+square%columns, "ox", g.pieces[:]...)
	})
}

// perPiece is the value of a piece, and perRow[r] its further value r rows beyond the first two.
const perPiece = 100

var perRow = [Size]int{0, 4, 12, 28, 60, 120}

// Evaluate returns the value of pieces and their advance, for the side to move.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	value := g.strength(0) - g.strength(1)
	if g.side == 1 {
		value = -value
	}
	return value
}

func (g *Game) strength(side int) int {
	value := perPiece * bits.OnesCount64(g.pieces[side])
	for row := 2; row < g.rows-1; row++ {
		from := row
		if side == 1 {
			from = g.rows - 1 - row
		}
		// Rows count from the goal, on a board of any size.
		value += perRow[min(row-2+Size-g.rows, len(perRow)-1)] * bits.OnesCount64(g.pieces[side]&(firstRow<<(Size*from)))
	}
	return value
}

// Rank ranks moves that win before captures, and these before other moves, the most advanced first (see alphabeta.Ranker).
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	goal := g.goal(g.side)
	for i, m := range moves {
		row := int32(m.To() / Size)
		if g.side == 1 {
			row = int32(g.rows-1) - row
		}
		ranks[i] = row
		if m.Takes() {
			ranks[i] += 10
		}
		if goal>>m.To()&1 != 0 {
			ranks[i] += 100
		}
	}
	return false
}
