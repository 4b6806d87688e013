package connectfour

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"github.com/ply-search/ply/transposition"
)

// The board.
const (
	Columns = 7
	Rows    = 6
	Cells   = Columns * Rows
)

// Win is what a win is worth that fills the board, and one more for each cell that it leaves empty. A
// loss is worth the negative, a draw 0. So the value of a position also tells when the game ends.
const Win = 1000

// A Drop is a move: the cell that a stone falls into. Cells are numbered upwards from the lowest of the
// left column, 7 to a column, of which the last is above the board.
type Drop uint8

const height = Rows + 1 // bits of a column

// Column returns the column of the drop, counted from 0.
func (d Drop) Column() int { return int(d) / height }

// cell returns the cell as a bit. The processor does what & 63 says by itself, and Go need not.
func (d Drop) cell() uint64 { return 1 << (d & 63) }

// String returns the column as it is written, counted from 1.
func (d Drop) String() string { return fmt.Sprint(d.Column() + 1) }

// A Game is a position of Connect Four. The zero value is the empty board.
//
// Stones are bits, of the numbers that cells have. A column has a bit more than it has cells, so that
// lines do not go on in the next column.
type Game struct {
	own    uint64 // stones of the side to move
	stones uint64 // of both sides
	count  int
}

const (
	bottom uint64 = 1<<(0*height) | 1<<(1*height) | 1<<(2*height) | 1<<(3*height) | 1<<(4*height) | 1<<(5*height) | 1<<(6*height)
	board  uint64 = bottom * (1<<Rows - 1)
	column uint64 = 1<<Rows - 1
)

// centreFirst is the order in which moves are listed.
var centreFirst = [Columns]uint64{
	column << (3 * height), column << (2 * height), column << (4 * height), column << (1 * height),
	column << (5 * height), column << (0 * height), column << (6 * height),
}

// New returns the position after drops into these columns, which are written as digits from 1 to 7.
func New(columns string) (*Game, error) {
	g := new(Game)
	for i, c := range columns {
		if c < '1' || c > '0'+Columns {
			return nil, fmt.Errorf("move %d of %q is %q, want a column from 1 to %d", i+1, columns, c, Columns)
		}
		d, ok := g.Drop(int(c - '1'))
		if !ok {
			if g.Finished() {
				return nil, fmt.Errorf("move %d of %q comes after the end of the game", i+1, columns)
			}
			return nil, fmt.Errorf("move %d of %q: column %c is full", i+1, columns, c)
		}
		g.Play(d)
	}
	return g, nil
}

// Empty returns the number of empty cells.
func (g *Game) Empty() int { return Cells - g.count }

// Drop returns the move into a column, counted from 0, and whether there is one.
func (g *Game) Drop(at int) (Drop, bool) {
	cell := g.open() & (column << (at * height))
	return Drop(bits.TrailingZeros64(cell)), cell != 0 && !g.Finished()
}

// Bits returns the stones of the side to move and of the other, a bit for each cell.
func (g *Game) Bits() (own, other uint64) { return g.own, g.own ^ g.stones }

// open returns the cells that a stone can fall into.
func (g *Game) open() uint64 { return (g.stones + bottom) & board }

// Finished reports whether the game is over.
func (g *Game) Finished() bool { return fourInLine(g.own^g.stones) || g.stones == board }

// fourInLine reports whether four of these stones are in a line.
func fourInLine(stones uint64) bool {
	return first(stones, 1)|first(stones, height-1)|first(stones, height)|first(stones, height+1) != 0
}

// first returns the first stones of lines of four, the neighbours of a cell being that many bits away.
func first(stones uint64, step uint) uint64 {
	two := stones & (stones >> step)
	return two & (two >> (2 * step))
}

// Moves appends the legal moves, those in the middle first.
func (g *Game) Moves(dst []Drop) []Drop {
	if fourInLine(g.own ^ g.stones) {
		return dst
	}
	// Whether a column is full is hard to foretell, so each cell is written, and kept if it is on the board. There is
	// room for eight, as n&7 then needs no check of bounds.
	cells, start, n := g.stones+bottom, len(dst), 0
	dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	moves := (*[8]Drop)(dst[start:])
	moves[n&7], n = next(cells, 3), n+vacant(cells, 3)
	moves[n&7], n = next(cells, 2), n+vacant(cells, 2)
	moves[n&7], n = next(cells, 4), n+vacant(cells, 4)
	moves[n&7], n = next(cells, 1), n+vacant(cells, 1)
	moves[n&7], n = next(cells, 5), n+vacant(cells, 5)
	moves[n&7], n = next(cells, 0), n+vacant(cells, 0)
	moves[n&7], n = next(cells, 6), n+vacant(cells, 6)
	return dst[:start+n]
}

// next returns the cell of a column among the next cells of all columns. It is above the board if the column is full.
func next(cells uint64, column int) Drop {
	return Drop(column*height + bits.TrailingZeros8(uint8(cells>>(column*height))))
}

// vacant returns 1 if the next cell of a column is on the board, and 0 otherwise.
func vacant(cells uint64, column int) int { return int(^(cells >> (column*height + Rows)) & 1) }

// Play drops a stone.
func (g *Game) Play(d Drop) {
	g.own ^= g.stones
	g.stones |= d.cell()
	g.count++
}

// Undo takes a stone up again.
func (g *Game) Undo(d Drop) {
	g.count--
	g.stones ^= d.cell()
	g.own ^= g.stones
}

// Advance drops prev[i] and lists what follows: the same, but for the cell in that column.
func (g *Game) Advance(prev []Drop, i, _ int, dst []Drop) ([]Drop, int) {
	g.Play(prev[i])
	if fourInLine(g.own ^ g.stones) {
		return dst, 0
	}
	next := prev[i] + 1
	start := len(dst)
	dst = append(dst, prev...)
	if dst[start+i] = next; next.cell()&board == 0 {
		dst = append(dst[:start+i], prev[i+1:]...)
	}
	return dst, 0
}

// ToMove returns the side to move.
func (g *Game) ToMove() int { return g.count & 1 }

// Outcome returns the value of a finished position: a loss, since the side that could win was the other,
// or a draw.
func (g *Game) Outcome() int {
	if fourInLine(g.own ^ g.stones) {
		return -(Win + Cells - g.count)
	}
	return 0
}

// Acyclic reports that stones only come.
func (g *Game) Acyclic() bool { return true }

// Hash returns the hash of the position.
func (g *Game) Hash() uint64 { return transposition.Mix(g.own + g.stones) }

// HashAfter returns the hash after d.
func (g *Game) HashAfter(d Drop) uint64 {
	return transposition.Mix((g.own ^ g.stones) + (g.stones | d.cell()))
}

// HashSuccessors appends the hashes after moves.
func (g *Game) HashSuccessors(moves []Drop, dst []uint64) []uint64 {
	for _, d := range moves {
		dst = append(dst, g.HashAfter(d))
	}
	return dst
}

// Symmetries returns 2: the board, and the board seen from behind.
func (g *Game) Symmetries() int { return 2 }

// HashUnder returns the hash of the image.
func (g *Game) HashUnder(s int) uint64 {
	key := g.own + g.stones
	if s == 1 {
		key = mirror(key)
	}
	return transposition.Mix(key)
}

// mirror exchanges the columns on the left with those on the right.
func mirror(cells uint64) uint64 {
	const one = uint64(1)<<height - 1
	return cells>>(6*height)&one | cells>>(4*height)&(one<<height) | cells>>(2*height)&(one<<(2*height)) |
		cells&(one<<(3*height)) |
		cells<<(2*height)&(one<<(4*height)) | cells<<(4*height)&(one<<(5*height)) | cells<<(6*height)&(one<<(6*height))
}

// MoveUnder returns the image of a move.
func (g *Game) MoveUnder(s int, d Drop) Drop {
	if s == 1 {
		return d%height + (Columns-1)*height - d/height*height
	}
	return d
}

// Numbers and Number number the moves by their cells.
func (g *Game) Numbers() int      { return Columns * height }
func (g *Game) Number(d Drop) int { return int(d) }

// Clone returns a copy.
func (g *Game) Clone() *Game {
	c := *g
	return &c
}

// CopyFrom makes g a copy of another game.
func (g *Game) CopyFrom(other *Game) { *g = *other }

// AppendBinary appends the position in eight bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(b, g.own+g.stones), nil
}

// String draws the board: X are the stones of side 0, O those of side 1.
func (g *Game) String() string {
	first := g.own
	if g.ToMove() == 1 {
		first ^= g.stones
	}
	var b strings.Builder
	for row := Rows - 1; row >= 0; row-- {
		for c := range Columns {
			cell := uint64(1) << (c*height + row)
			switch {
			case first&cell != 0:
				b.WriteByte('X')
			case g.stones&cell != 0:
				b.WriteByte('O')
			default:
				b.WriteByte('.')
			}
			if c < Columns-1 {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
