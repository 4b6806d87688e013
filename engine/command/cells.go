package command

import (
	"fmt"

	"github.com/ply-search/ply/engine"
)

// A Cell is a cell of the board that the page of subcommand serve draws.
type Cell struct {
	// Name is the name of the cell in the text of moves. To make a move, a user selects the cells that the text of the
	// move names, in the same order. A cell may occur twice in a text. Other characters may follow each name: the text
	// a2xb3 names the cells a2 and b3, and e7e8q names e7 and e8.
	//
	// If a text does not begin with the name of a cell, as for a pass, the page has a button for the move. If several
	// moves name the same cells, buttons let the user choose among these moves. Cells with the same name, such as all
	// cells of a column, are selected together.
	Name string `json:"name,omitempty"`

	// Man is the piece on the cell: one of [Game].Sides for a stone of that side, or a short text, such as ♔. Empty
	// means no piece. A cell whose Name and Man are both empty is a gap in the board.
	Man string `json:"man,omitempty"`
}

// Cells returns the cells of a rectangular board, for [Game].Cells. cell(column, row) returns each cell; columns are
// counted from the left and rows from the top, both from 0.
func Cells(columns, rows int, cell func(column, row int) Cell) [][]Cell {
	all := make([][]Cell, rows)
	for row := range all {
		for column := range columns {
			all[row] = append(all[row], cell(column, row))
		}
	}
	return all
}

// Squares returns the cells of a board of squares named a1, b1 and so on, with a1 in the lower left corner. man(column,
// row) returns the [Cell].Man of a square, or "" for an empty square; columns and rows are counted from a1, both from
// 0.
func Squares(columns, rows int, man func(column, row int) string) [][]Cell {
	return Cells(columns, rows, func(column, row int) Cell {
		row = rows - 1 - row
		return Cell{Name: fmt.Sprintf("%c%d", 'a'+column, row+1), Man: man(column, row)}
	})
}

// Stone returns the [Cell].Man of one square of a board of at most 64 squares. bit is the index of the square. first is
// the bitboard of the first side, with a bit for each of its stones, and second is the bitboard of the second side.
// Stone returns sides[0] if the square is in first, sides[1] if it is in second, and otherwise "".
func Stone(sides [2]string, first, second uint64, bit int) string {
	switch {
	case first>>bit&1 != 0:
		return sides[0]
	case second>>bit&1 != 0:
		return sides[1]
	}
	return ""
}

// A drawnCell is a cell of a scene.
type drawnCell struct {
	Cell
	Last bool `json:"last,omitempty"` // the last move named the cell and changed it
}

// draw adds the cells of a position, and the cells that its moves name, to its scene.
func (k *kit[G, M]) draw(s *scene, g G, played []M) {
	if k.Cells == nil {
		return
	}
	side := g.ToMove()
	cells := k.Cells(g, side)
	names := namesOf(cells)
	for _, text := range s.Moves {
		s.Paths = append(s.Paths, names.path(text))
	}
	var before [][]Cell
	last := map[string]bool{}
	if n := len(played); n > 0 {
		m := played[n-1]
		g.Undo(m)
		before = k.Cells(g, side)
		for _, name := range namesOf(before).path(string(engine.NotationOf(g).AppendMove(nil, m))) {
			last[name] = true
		}
		g.Play(m)
	}
	for y, row := range cells {
		drawn := make([]drawnCell, len(row))
		for x, c := range row {
			changed := y < len(before) && x < len(before[y]) && before[y][x].Man != c.Man
			drawn[x] = drawnCell{c, changed && last[c.Name]}
		}
		s.Cells = append(s.Cells, drawn)
	}
}

// cellNames are the names of the cells of a board.
type cellNames struct {
	all     map[string]bool
	longest int
}

func namesOf(cells [][]Cell) cellNames {
	names := cellNames{all: map[string]bool{}}
	for _, row := range cells {
		for _, c := range row {
			if c.Name != "" {
				names.all[c.Name] = true
				names.longest = max(names.longest, len(c.Name))
			}
		}
	}
	return names
}

// path returns the cells that a move names, or none if its text does not begin with a name. The longest name at a place
// counts.
func (n cellNames) path(text string) []string {
	path := []string{}
	for text != "" {
		length := min(n.longest, len(text))
		for length > 0 && !n.all[text[:length]] {
			length--
		}
		switch {
		case length > 0:
			path = append(path, text[:length])
		case len(path) == 0:
			return path
		}
		text = text[max(length, 1):]
	}
	return path
}
