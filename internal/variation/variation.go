// Package variation keeps the lines of best play that a search finds.
package variation

// A Line is a line of play, kept as a list of cells so that a move is put before it in constant time. The
// zero value is empty. A cell belongs to one line.
type Line struct{ first, last int } // cells; 0 is none

// Lines hold the cells of all lines of a search.
type Lines[M comparable] struct {
	cells []cell[M] // without the first
	spare int       // the first of a list of cells in no line
}

type cell[M comparable] struct {
	move M
	next int
}

// Empty reports whether a line has no moves.
func (l Line) Empty() bool { return l.first == 0 }

// Clear empties a line.
func (v *Lines[M]) Clear(line *Line) {
	if line.first != 0 {
		v.drop(line)
	}
}

// drop is Clear of a line that is not empty.
func (v *Lines[M]) drop(line *Line) {
	v.cells[line.last].next, v.spare = v.spare, line.first
	*line = Line{}
}

// Begin makes line the move m and then rest, which becomes empty.
func (v *Lines[M]) Begin(line *Line, m M, rest *Line) {
	v.Clear(line)
	if v.spare == 0 {
		v.grow()
	}
	c := v.spare
	head := &v.cells[c]
	v.spare = head.next
	head.move, head.next = m, rest.first
	*line = Line{c, rest.last}
	if rest.first == 0 {
		line.last = c
	}
	*rest = Line{}
}

// grow makes a spare cell.
func (v *Lines[M]) grow() {
	v.spare = max(len(v.cells), 1)
	v.cells = append(v.cells, make([]cell[M], v.spare+1-len(v.cells))...)
}

// Set makes line these moves.
func (v *Lines[M]) Set(line *Line, moves []M) {
	v.Clear(line)
	var rest Line
	for i := len(moves) - 1; i >= 0; i-- {
		rest = *line
		*line = Line{}
		v.Begin(line, moves[i], &rest)
	}
}

// Moves appends the moves of a line to dst.
func (v *Lines[M]) Moves(dst []M, line Line) []M {
	for c := line.first; c != 0; c = v.cells[c].next {
		dst = append(dst, v.cells[c].move)
	}
	return dst
}
