// Package puzzle states puzzles as rules, that is, as preconditions and modifications of cells, and bounds by hand what their
// solutions cost. A derived estimate (package dependency/heuristic) can be compared with a bound that a person wrote.
package puzzle

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A Puzzle is a game of listed moves.
type Puzzle struct {
	Start []int32
	Goal  []ply.Condition
	Moves []ply.Footprint
	Names []string // of the moves
	Costs []int    // of the moves

	// Bound is a lower bound of the cost of solutions from a position, written by hand. It is math.MaxInt if there is
	// none.
	Bound func(cells func(int) int32) int
}

// Game returns the puzzle as a game, and the costs of moves.
func (p *Puzzle) Game() (*dependency.Game[int], func(int) int, error) {
	rules, err := dependency.List(len(p.Start), p.Moves)
	if err != nil {
		return nil, nil, err
	}
	g, err := dependency.New(p.Start, rules, dependency.GameOptions{Goal: p.Goal})
	return g, func(m int) int { return p.Costs[m] }, err
}

// A change gives a cell another value, or is only a condition if both values are the same.
type change struct{ cell, from, to int32 }

func (p *Puzzle) add(cost int, name string, changes ...change) {
	var f ply.Footprint
	for _, c := range changes {
		f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c.cell, Value: c.from})
		if c.to != c.from {
			f.Modifications = append(f.Modifications, ply.Condition{Cell: c.cell, Value: c.to})
		}
	}
	p.Moves, p.Names, p.Costs = append(p.Moves, f), append(p.Names, name), append(p.Costs, cost)
}

// A board is a drawing of squares. Spaces are not part of it.
type board struct {
	width, height int
	squares       string // row by row
}

func split(text string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// draw makes a board of rows, with short ones padded by spaces. Characters must be among allowed.
func draw(rows []string, allowed string) (*board, error) {
	b := &board{height: len(rows)}
	for _, row := range rows {
		b.width = max(b.width, len(row))
	}
	if b.width > mostSquares || b.height > mostSquares || b.width*b.height > mostSquares {
		return nil, errTooLarge
	}
	for i, row := range rows {
		row += strings.Repeat(" ", b.width-len(row))
		if j := strings.IndexFunc(row, func(c rune) bool { return !strings.ContainsRune(allowed, c) }); j >= 0 {
			return nil, fmt.Errorf("%d:%d: want one of %q", i+1, j+1, allowed)
		}
		b.squares += row
	}
	return b, nil
}

// mostSquares is the greatest number of squares of a board.
const mostSquares = 400

// directions are the steps right, down, left and up.
var directions = [4]struct {
	name string
	x, y int
}{{"right", 1, 0}, {"down", 0, 1}, {"left", -1, 0}, {"up", 0, -1}}

// step returns the square some steps away. ok is false outside the board and at a character of walls.
func (b *board) step(from, direction, steps int, walls string) (to int, ok bool) {
	x, y := from%b.width+steps*directions[direction].x, from/b.width+steps*directions[direction].y
	if x < 0 || x >= b.width || y < 0 || y >= b.height {
		return 0, false
	}
	to = y*b.width + x
	return to, strings.IndexByte(walls, b.squares[to]) < 0
}

// find returns the squares with one of some characters.
func (b *board) find(characters string) (squares []int) {
	for square, c := range []byte(b.squares) {
		if strings.IndexByte(characters, c) >= 0 {
			squares = append(squares, square)
		}
	}
	return squares
}

func (b *board) place(square int) string {
	return fmt.Sprintf("%d,%d", square%b.width+1, square/b.width+1)
}
