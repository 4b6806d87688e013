// Package variation stores the lines of best play that a search finds.
package variation

// A Line is a line of play, a linked list of cells, each in one line. The zero value is empty.
type Line struct{ first, last int } // cells; 0 means no cell

type Lines[M comparable] struct {
	cells []cell[M] // without the first
	spare int       // head of the list of free cells
}

type cell[M comparable] struct {
	move M
	next int
}

func (l Line) Empty() bool { return l.first == 0 }

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

func (v *Lines[M]) grow() {
	v.spare = max(len(v.cells), 1)
	v.cells = append(v.cells, make([]cell[M], v.spare+1-len(v.cells))...)
}

func (v *Lines[M]) Set(line *Line, moves []M) {
	v.Clear(line)
	var rest Line
	for i := len(moves) - 1; i >= 0; i-- {
		rest = *line
		*line = Line{}
		v.Begin(line, moves[i], &rest)
	}
}

func (v *Lines[M]) Moves(dst []M, line Line) []M {
	for c := line.first; c != 0; c = v.cells[c].next {
		dst = append(dst, v.cells[c].move)
	}
	return dst
}
