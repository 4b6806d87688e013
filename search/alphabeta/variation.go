package alphabeta

// A variation is a line of play, kept as a list of cells so that a move is put before it in constant time. The
// zero value is empty. A cell belongs to one variation.
type variation struct{ first, last int } // cells; 0 is none

// variations hold the cells of all variations of a search.
type variations[M comparable] struct {
	cells []cell[M] // without the first
	spare int       // the first of a list of cells in no variation
}

type cell[M comparable] struct {
	move M
	next int
}

// clear empties a variation.
func (v *variations[M]) clear(line *variation) {
	if line.first != 0 {
		v.drop(line)
	}
}

// drop is clear of a variation that is not empty.
func (v *variations[M]) drop(line *variation) {
	v.cells[line.last].next, v.spare = v.spare, line.first
	*line = variation{}
}

// begin makes line the move m and then rest, which becomes empty.
func (v *variations[M]) begin(line *variation, m M, rest *variation) {
	v.clear(line)
	if v.spare == 0 {
		v.grow()
	}
	c := v.spare
	head := &v.cells[c]
	v.spare = head.next
	head.move, head.next = m, rest.first
	*line = variation{c, rest.last}
	if rest.first == 0 {
		line.last = c
	}
	*rest = variation{}
}

// grow makes a spare cell.
func (v *variations[M]) grow() {
	v.spare = max(len(v.cells), 1)
	v.cells = append(v.cells, make([]cell[M], v.spare+1-len(v.cells))...)
}

// set makes line these moves.
func (v *variations[M]) set(line *variation, moves []M) {
	v.clear(line)
	var rest variation
	for i := len(moves) - 1; i >= 0; i-- {
		rest = *line
		*line = variation{}
		v.begin(line, moves[i], &rest)
	}
}

// moves appends the moves of a variation to dst.
func (v *variations[M]) moves(dst []M, line variation) []M {
	for c := line.first; c != 0; c = v.cells[c].next {
		dst = append(dst, v.cells[c].move)
	}
	return dst
}
