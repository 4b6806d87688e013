// Package twenty48 is the game of 2048 (Cirulli 2014): tiles slide on a board of four by four cells, equal ones that
// meet become one of twice their number, and after each slide chance puts a new tile on an empty cell, a 2 nine times
// in ten and otherwise a 4. The game ends when no tile can slide.
//
// It is a game for one player with chance ([ply.Stochastic]): side 1 never moves. [Player] plays it by expectimax.
package twenty48

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Move is a slide or, as an outcome of chance, a new tile.
type Move uint8

// The slides. The lowest bit is the direction along a line, and the next one means that lines are rows.
const (
	Up Move = iota
	Down
	Left
	Right

	firstTile // the outcome of a 2 on cell 0; then come a 4 there, a 2 on cell 1, and so on
)

func (m Move) tile() (cell int, exponent Board) {
	m -= firstTile
	return int(m / 2), Board(1 + m&1)
}

// String returns the name of a slide, or the number of a new tile and its row and column, as in "2 at 1,4".
func (m Move) String() string {
	if m < firstTile {
		return [...]string{"up", "down", "left", "right"}[m]
	}
	cell, exponent := m.tile()
	return fmt.Sprintf("%d at %d,%d", 1<<exponent, cell/4+1, cell%4+1)
}

// ParseSlide reads the name of a slide, or its first letter.
func ParseSlide(text string) (Move, bool) {
	for m := Up; m < firstTile; m++ {
		if name := m.String(); text == name || text == name[:1] {
			return m, true
		}
	}
	return 0, false
}

// A Game is a position of 2048. The zero value is an empty board on which chance puts the first of two tiles.
type Game struct {
	state
	history []state
}

// A state is a board, and 2 less the number of tiles to come: 2 at the start, 1 after a slide.
type state struct {
	board   Board
	settled int8
}

// From returns a game with this board in which the player is to slide.
func From(b Board) *Game { return &Game{state: state{b, 2}} }

// Board returns the present board.
func (g *Game) Board() Board { return g.board }

// toFall returns the number of tiles to come before the next slide.
func (g *Game) toFall() int8 { return 2 - g.settled }

// ToMove returns ply.Chance if a new tile is to come, and otherwise side 0.
func (g *Game) ToMove() int {
	if g.settled < 2 {
		return ply.Chance
	}
	return 0
}

// Moves appends the slides that move a tile or, if a tile is to come, all possible tiles.
func (g *Game) Moves(dst []Move) []Move {
	if g.settled == 2 {
		return g.board.slides(dst)
	}
	for free := ^g.board.occupied() & 0x1111111111111111; free != 0; free &= free - 1 {
		m := firstTile + Move(bits.TrailingZeros64(uint64(free))/2)
		dst = append(dst, m, m+1)
	}
	return dst
}

// Probabilities appends 0.9 for a 2 and 0.1 for a 4, divided by the number of empty cells.
func (g *Game) Probabilities(moves []Move, dst []float64) []float64 {
	cells := float64(len(moves) / 2)
	two, four := 0.9/cells, 0.1/cells
	for range len(moves) / 2 {
		dst = append(dst, two, four)
	}
	return dst
}

// Play plays a slide or puts a new tile on the board.
func (g *Game) Play(m Move) {
	g.history = append(g.history, g.state)
	if m < firstTile {
		g.state = state{g.board.slide(m), 1}
		return
	}
	cell, tile := m.tile()
	g.board |= tile << (4 * cell)
	g.settled++
}

// Undo takes back the last move.
func (g *Game) Undo(Move) {
	last := len(g.history) - 1
	g.state, g.history = g.history[last], g.history[:last]
}

// perValue is the number of points per unit of value, which keeps outcomes in the range of values.
const perValue = 32

// Outcome returns the points of the board, divided by 32.
func (g *Game) Outcome() int { return min(g.board.Points()/perValue, ply.MaxValue) }

// Acyclic returns true: the sum of all tiles grows with each new one.
func (g *Game) Acyclic() bool { return true }

// Hash returns a hash of the position.
func (g *Game) Hash() uint64 {
	return transposition.Mix(uint64(g.board) + uint64(g.toFall())*0x9e3779b97f4a7c15)
}

// AppendBinary appends the board and the number of tiles to come, nine bytes. It never fails.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return append(binary.LittleEndian.AppendUint64(b, uint64(g.board)), byte(g.toFall())), nil
}

// Clone returns a copy.
func (g *Game) Clone() *Game { return &Game{g.state, slices.Clone(g.history)} }

// String draws the board and tells whether tiles are to come.
func (g *Game) String() string {
	if n := g.toFall(); n > 0 {
		return fmt.Sprintf("%v(%d to come)\n", g.board, n)
	}
	return g.board.String()
}
