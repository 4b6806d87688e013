package retrograde

import (
	"cmp"
	"slices"
)

// A class is a range of indices that is solved as a whole.
type class struct {
	number     int
	first, end uint64 // indices
	below      []int
	base       uint64 // the number of its first position
	count      uint64 // of cells

	layout layout
	cells  cells // empty if only in a file
	file   *cellFile
	rows   []Row

	// Certain values: none if unsolved; if partial, the outcomes before number k, and k itself up to plies.
	state standing
	k     int
	plies int
}

type standing uint8

const (
	unsolved standing = iota
	partial
	solved
)

func (c *class) loaded() bool { return c.cells.words != nil }

func (c *class) value(n uint64) Value { return c.known(c.cells.get(n)) }

func (c *class) known(code code) Value {
	switch {
	case c.state == solved:
	case c.state == partial && c.layout.cell == twoBits && code >= wonBits:
	case c.state == unsolved, code < c.layout.first && code != drawn:
		return Value{0, Absent}
	case code >= c.layout.first && !c.layout.isFinal(code, c.k, c.plies):
		return Value{0, Absent}
	}
	return c.layout.value(code)
}

func (l *layout) isFinal(c code, k, plies int) bool {
	n, _, p := l.split(c)
	return n < k || n == k && p <= plies
}

type tally struct {
	counts  []uint64
	example []uint64
}

// tallyBytes returns the memory of a tally: a megabyte for cells of two bytes.
func tallyBytes(cell cell) uint64 { return 16 << newCells(0, cell).width }

func (t *tally) add(c *class, n, end uint64) {
	if t.counts == nil {
		t.counts, t.example = make([]uint64, 1<<c.cells.width), make([]uint64, 1<<c.cells.width)
	}
	for ; n < end; n++ {
		x := c.cells.get(n)
		if t.counts[x]++; t.counts[x] == 1 || n < t.example[x] {
			t.example[x] = n
		}
	}
}

func rows(c *class, tallies []tally, index func(n uint64) uint64) []Row {
	found := make(map[Value]Row)
	for _, t := range tallies {
		for x, count := range t.counts {
			if count > 0 && code(x) != absent {
				addRow(found, Row{c.layout.value(code(x)), count, t.example[x]})
			}
		}
	}
	sorted := sortRows(found)
	for i := range sorted {
		sorted[i].Example = index(sorted[i].Example)
	}
	return sorted
}

// fewRows is tally and rows for a class of few positions.
func fewRows(c *class, index func(n uint64) uint64) []Row {
	found := make(map[Value]Row)
	for n := range c.count {
		if v := c.value(n); v.Plies != Absent {
			addRow(found, Row{v, 1, n})
		}
	}
	sorted := sortRows(found)
	for i := range sorted {
		sorted[i].Example = index(sorted[i].Example)
	}
	return sorted
}

func addRow(rows map[Value]Row, r Row) {
	if before, ok := rows[r.Value]; ok {
		r.Positions += before.Positions
		r.Example = min(r.Example, before.Example)
	}
	rows[r.Value] = r
}

func sortRows(rows map[Value]Row) []Row {
	sorted := make([]Row, 0, len(rows))
	for _, r := range rows {
		sorted = append(sorted, r)
	}
	slices.SortFunc(sorted, func(a, b Row) int {
		return cmp.Or(b.Compare(a.Value), cmp.Compare(b.Plies, a.Plies))
	})
	return sorted
}

func (s *Solution) total() {
	found := make(map[Value]Row)
	for _, c := range s.classes {
		for _, r := range c.rows {
			addRow(found, r)
		}
	}
	s.Rows = sortRows(found)
	s.Positions, s.Wins, s.Draws, s.Losses = 0, 0, 0, 0
	for _, r := range s.Rows {
		s.Positions += r.Positions
		switch sign(r.Outcome) {
		case 1:
			s.Wins += r.Positions
		case 0:
			s.Draws += r.Positions
		default:
			s.Losses += r.Positions
		}
	}
}
