package block

import "slices"

func meet(a, b []int32) bool {
	for _, c := range a {
		if slices.Contains(b, c) {
			return true
		}
	}
	return false
}

// A cellTrace holds the stages of sub-games that mark a cell.
type cellTrace struct {
	first []int32 // by cell: one more than the number of the last mark on it, or 0
	marks []cellMark
}

type cellMark struct {
	subgame, stage int32
	next           int32 // as first, of the marks before
	other          int32 // as next, of the marks of other sub-games
}

func newCellTrace(cells int) cellTrace { return cellTrace{first: make([]int32, cells)} }

func (t *cellTrace) reset() {
	clear(t.first)
	t.marks = t.marks[:0]
}

func (t *cellTrace) add(cells []int32, subgame, stage int) {
	for _, c := range cells {
		n := t.first[c]
		other := n
		if n != 0 && t.marks[n-1].subgame == int32(subgame) {
			other = t.marks[n-1].other
		}
		t.marks = append(t.marks, cellMark{int32(subgame), int32(stage), n, other})
		t.first[c] = int32(len(t.marks))
	}
}

// within returns a sub-game other than x that marks one of the cells at a stage from low up to high, exclusive, or none.
func (t *cellTrace) within(cells []int32, x int, low, high []int) (subgame, stage int) {
	for _, c := range cells {
		for n := t.first[c]; n != 0; {
			m := &t.marks[n-1]
			y, i := int(m.subgame), int(m.stage)
			if n = m.next; y == x {
				n = m.other
			} else if i >= low[y] && i < high[y] {
				return y, i
			}
		}
	}
	return none, 0
}

// before reports whether a sub-game other than x marks one of the cells at a stage before low.
func (t *cellTrace) before(cells []int32, x int, low []int) bool {
	for _, c := range cells {
		for n := t.first[c]; n != 0; {
			m := &t.marks[n-1]
			if n = m.next; m.subgame == int32(x) {
				n = m.other
			} else if int(m.stage) < low[m.subgame] {
				return true
			}
		}
	}
	return false
}
