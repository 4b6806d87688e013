// Package connectfour is Connect Four as a game for package ply: a small game of two sides, and the tutorial of the searches
// for two sides.
//
// The sides, 0 and 1, take turns in dropping a stone into one of seven columns of six cells, where it falls on the stones
// below. The first side with four stones in a line, horizontal, vertical or diagonal, wins; a full board is a draw. With best
// play side 0 wins, by a first stone in the middle (Allen 1988; Allis 1988). A quick win is better than a slow one ([Win]).
package connectfour

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply/transposition"
)

const (
	Columns = 7
	Rows    = 6
	Cells   = Columns * Rows
)

// Win is the value of a win that fills the board; each cell that a win leaves empty adds one. A loss has the negative value,
// and a draw is 0. The value of a position thus tells when the game ends.
const Win = 1000

// A Drop is a move: the cell into which a stone falls. Cells are numbered upwards from the lowest cell of the left column, 7
// to a column; the last of these is above the board.
type Drop uint8

const height = Rows + 1 // bits of a column

func (d Drop) Column() int { return int(d) / height }

// cell returns the cell as a bit. The mask costs nothing: it spares the check that Go would make of the shift.
func (d Drop) cell() uint64 { return 1 << (d & 63) }

// String returns the column as it is written, counted from 1.
func (d Drop) String() string { return fmt.Sprint(d.Column() + 1) }

// A Game is a position of Connect Four. The zero value is the empty board.
//
// Stones are bits with the numbers of their cells. The spare bit of each column keeps lines from continuing in the next one.
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

var centreFirst = [Columns]uint64{
	column << (3 * height), column << (2 * height), column << (4 * height), column << (1 * height),
	column << (5 * height), column << (0 * height), column << (6 * height),
}

// New returns the position after drops into columns, written as digits from 1 to 7.
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

func (g *Game) Empty() int { return Cells - g.count }

// Drop returns the move into a column, counted from 0, and whether there is one.
func (g *Game) Drop(at int) (Drop, bool) {
	cell := g.open() & (column << (at * height))
	return Drop(bits.TrailingZeros64(cell)), cell != 0 && !g.Finished()
}

// Bits returns the stones of the side to move and of the other, a bit for each cell.
func (g *Game) Bits() (own, other uint64) { return g.own, g.own ^ g.stones }

func (g *Game) open() uint64 { return (g.stones + bottom) & board }

func (g *Game) Finished() bool { return fourInLine(g.own^g.stones) || g.stones == board }

func fourInLine(stones uint64) bool {
	return first(stones, 1)|first(stones, height-1)|first(stones, height)|first(stones, height+1) != 0
}

// first returns the first stones of lines of four in a direction, in which neighbours are step bits apart.
func first(stones uint64, step uint) uint64 {
	two := stones & (stones >> step)
	return two & (two >> (2 * step))
}

// Moves appends the legal moves, those in the middle first.
func (g *Game) Moves(dst []Drop) []Drop {
	if fourInLine(g.own ^ g.stones) {
		return dst
	}
	// The branch on a full column would be hard to predict, so each cell is written, and kept if it is on the board. Room
	// for eight moves makes the mask n&7 replace a check of bounds.
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

// next returns the next cell of a column, given the next cells of all columns: one above the board if the column is full.
func next(cells uint64, column int) Drop {
	return Drop(column*height + bits.TrailingZeros8(uint8(cells>>(column*height))))
}

// vacant returns 1 if the next cell of a column is on the board, and 0 otherwise.
func vacant(cells uint64, column int) int { return int(^(cells >> (column*height + Rows)) & 1) }

func (g *Game) Play(d Drop) {
	g.own ^= g.stones
	g.stones |= d.cell()
	g.count++
}

func (g *Game) Undo(d Drop) {
	g.count--
	g.stones ^= d.cell()
	g.own ^= g.stones
}

// Advance drops prev[i] and lists the next moves: the same, except in that column.
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

func (g *Game) ToMove() int { return g.count & 1 }

// Outcome returns the value of a finished position: a loss of the side to move, or a draw.
func (g *Game) Outcome() int {
	if fourInLine(g.own ^ g.stones) {
		return -(Win + Cells - g.count)
	}
	return 0
}

// Acyclic returns true: stones are never removed.
func (g *Game) Acyclic() bool { return true }

func (g *Game) Hash() uint64 { return transposition.Mix(g.own + g.stones) }

func (g *Game) HashAfter(d Drop) uint64 {
	return transposition.Mix((g.own ^ g.stones) + (g.stones | d.cell()))
}

func (g *Game) HashSuccessors(moves []Drop, dst []uint64) []uint64 {
	for _, d := range moves {
		dst = append(dst, g.HashAfter(d))
	}
	return dst
}

// Symmetries returns 2: the board, and the board seen from behind.
func (g *Game) Symmetries() int { return 2 }

func (g *Game) HashUnder(s int) uint64 {
	key := g.own + g.stones
	if s == 1 {
		key = mirror(key)
	}
	return transposition.Mix(key)
}

func mirror(cells uint64) uint64 {
	const one = uint64(1)<<height - 1
	return cells>>(6*height)&one | cells>>(4*height)&(one<<height) | cells>>(2*height)&(one<<(2*height)) |
		cells&(one<<(3*height)) |
		cells<<(2*height)&(one<<(4*height)) | cells<<(4*height)&(one<<(5*height)) | cells<<(6*height)&(one<<(6*height))
}

func (g *Game) MoveUnder(s int, d Drop) Drop {
	if s == 1 {
		return d%height + (Columns-1)*height - d/height*height
	}
	return d
}

// Numbers and Number number the moves by their cells.
func (g *Game) Numbers() int      { return Columns * height }
func (g *Game) Number(d Drop) int { return int(d) }

func (g *Game) Clone() *Game { return new(*g) }

func (g *Game) CopyFrom(other *Game) { *g = *other }

// AppendBinary appends the position in eight bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(b, g.own+g.stones), nil
}

// String draws the board, with X for side 0 and O for side 1.
func (g *Game) String() string {
	first, second := g.Bits()
	if g.ToMove() == 1 {
		first, second = second, first
	}
	var b strings.Builder
	for row := Rows - 1; row >= 0; row-- {
		for c := range Columns {
			cell := c*height + row
			b.WriteByte(".XO"[first>>cell&1|second>>cell&1<<1])
			if c < Columns-1 {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Playout plays random drops to the end of the game, and leaves the position as it was (see mcts.Playouter).
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]Drop) (outcome, moves int) {
	own, stones := g.own, g.stones
	if fourInLine(own ^ stones) {
		return g.Outcome(), 0
	}
	side := g.ToMove()
	var at, chance uint64
	for draws := 0; stones != board; draws++ {
		// The digits of a fraction to the base 7 are columns; 64 bits are enough for 16 digits. A full column is drawn again,
		// which is rare and faster than counting the open ones.
		if draws&15 == 0 {
			chance = random.Uint64()
		}
		at, chance = bits.Mul64(chance, Columns)
		drop := (stones + bottom) & (column << (at * height & 63))
		if drop == 0 {
			continue
		}
		if lines != nil {
			lines[side] = append(lines[side], Drop(bits.TrailingZeros64(drop)))
		}
		own |= drop
		stones |= drop
		moves++
		if fourInLine(own) {
			outcome = Win + Cells - g.count - moves
			if moves&1 == 0 {
				outcome = -outcome
			}
			return outcome, moves
		}
		own ^= stones
		side ^= 1
	}
	return 0, moves
}
