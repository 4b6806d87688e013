package retrograde_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// A board is a game of two sides that is given as a graph: its positions are numbered, and so are the moves of each.
type board struct {
	*rules
	at   int
	line []int // where it was before
}

type rules struct {
	next     [][]int
	before   [][]int
	side     []int
	outcomes []int
	missing  []bool // numbers of no position
	classes  []uint64
}

func (b *board) Moves(dst []int) []int {
	for i := range b.next[b.at] {
		dst = append(dst, i)
	}
	return dst
}
func (b *board) Play(m int)    { b.line, b.at = append(b.line, b.at), b.next[b.at][m] }
func (b *board) Undo(int)      { b.at = b.line[len(b.line)-1]; b.line = b.line[:len(b.line)-1] }
func (b *board) ToMove() int   { return b.side[b.at] }
func (b *board) Outcome() int  { return b.outcomes[b.at] }
func (b *board) Clone() *board { c := *b; c.line = slices.Clone(b.line); return &c }
func (b *board) CopyFrom(o *board) {
	b.rules, b.at, b.line = o.rules, o.at, append(b.line[:0], o.line...)
}

// keyed is a board with keys alone.
type keyed struct{ board }

func (k *keyed) Hash() uint64  { return uint64(k.at) * 0x9e3779b97f4a7c15 }
func (k *keyed) Clone() *keyed { return &keyed{*k.board.Clone()} }

// named is a board with identities, whose hashes are all the same.
type named struct{ board }

func (k *named) Hash() uint64  { return 7 }
func (k *named) Clone() *named { return &named{*k.board.Clone()} }
func (k *named) AppendBinary(b []byte) ([]byte, error) {
	return binary.AppendUvarint(b, uint64(k.at)), nil
}

// indexed is a board with an index.
type indexed struct{ board }

func (x *indexed) Positions() uint64 { return uint64(len(x.next)) }
func (x *indexed) Index() uint64     { return uint64(x.at) }
func (x *indexed) SetIndex(i uint64) bool {
	x.at, x.line = int(i), x.line[:0]
	return !x.missing[i]
}
func (x *indexed) Clone() *indexed { return &indexed{*x.board.Clone()} }

// classed is a board with an index in classes.
type classed struct{ indexed }

func (x *classed) Clone() *classed   { return &classed{*x.indexed.Clone()} }
func (x *classed) Classes() []uint64 { return x.classes }
func (x *classed) Below(class int) (below []int) {
	for i := range class {
		below = append(below, i)
	}
	return below
}

// backward is a board whose moves are known backwards.
type backward struct{ classed }

func (x *backward) Clone() *backward { return &backward{*x.classed.Clone()} }
func (x *backward) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	for _, p := range x.before[x.at] {
		if x.side[p] == x.side[x.at] {
			same = append(same, uint64(p))
		} else {
			other = append(other, uint64(p))
		}
	}
	return other, same
}

// randomRules draws a game.
func randomRules(random *rand.Rand, most int) *rules {
	n := 1 + random.IntN(most)
	r := &rules{next: make([][]int, n), before: make([][]int, n), side: make([]int, n), outcomes: make([]int, n), missing: make([]bool, n)}
	ends := 0.02 + 0.4*random.Float64()*random.Float64()
	classes := 1 + random.IntN(4)
	for range classes {
		r.classes = append(r.classes, uint64(random.IntN(n)))
	}
	r.classes[0] = 0
	slices.Sort(r.classes)
	scale := 1
	if random.IntN(2) == 0 {
		scale = 1 + random.IntN(4)
	}
	alternate := random.IntN(2) == 0
	for p := range n {
		r.side[p] = random.IntN(2)
		if alternate {
			r.side[p] = p & 1
		}
		r.missing[p] = random.IntN(10) == 0
	}
	for p := range n {
		if random.Float64() < ends {
			r.outcomes[p] = random.IntN(2*scale+1) - scale
			continue
		}
		// A class begins at the greatest start that is not greater than p; its end is the next start.
		end := uint64(n)
		for _, first := range slices.Backward(r.classes) {
			if uint64(p) >= first {
				break
			}
			end = first
		}
		for range 1 + random.IntN(6) {
			q := random.IntN(int(end))
			if random.IntN(3) > 0 { // mostly near, so that lines are long
				q = min(max(0, p-8+random.IntN(17)), int(end)-1)
			}
			if alternate && r.side[q] == r.side[p] || r.missing[q] {
				continue
			}
			r.next[p] = append(r.next[p], q)
			r.before[q] = append(r.before[q], p)
		}
		if len(r.next[p]) == 0 {
			r.outcomes[p] = random.IntN(2*scale+1) - scale
		}
	}
	return r
}
