package morpion

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// drawn returns the lines of the position, in an order that depends on the position alone. The marks on a straight determine the
// lines, and the lines determine the points, so the lines identify the position (Helmstetter 2007, section 5.4.1, lemma 1).
func (g *Game) drawn() iter.Seq[line] {
	count := g.rule.variant.marks()
	return func(yield func(line) bool) {
		for i, marks := range g.marks {
			if marks == 0 {
				continue
			}
			// Each straight has a place without a mark, which no line crosses.
			gap := bits.TrailingZeros64(^marks)
			for marks = bits.RotateLeft64(marks, -gap); marks != 0; {
				start := bits.TrailingZeros64(marks)
				if !yield(lineAt(straight(i), start+gap)) {
					return
				}
				marks &^= (1<<count - 1) << start
			}
		}
	}
}

var lineKeys = sync.OnceValue(func() *[lines]uint64 {
	return (*[lines]uint64)(transposition.Zobrist{}.Keys(lines, 1))
})

// Hash returns the exclusive or of the keys of the lines drawn.
func (g *Game) Hash() uint64 {
	if g.keys == nil {
		g.keys = lineKeys()
		g.hash = g.Rehash()
	}
	return g.hash
}

func (g *Game) HashAfter(m Move) uint64 {
	if g.keys == nil {
		g.Hash()
	}
	return g.hash ^ g.keys[m.line()]
}

func (g *Game) HashSuccessors(moves []Move, dst []uint64) []uint64 {
	if g.keys == nil {
		g.Hash()
	}
	return g.XorHashes(g.hash, moves, dst)
}

// XorHashes appends, for each of moves, the exclusive or of hash and the key of its line.
func (g *Game) XorHashes(hash uint64, moves []Move, dst []uint64) []uint64 {
	keys := lineKeys()
	for _, m := range moves {
		dst = append(dst, hash^keys[m.line()])
	}
	return dst
}

func (g *Game) Rehash() uint64 {
	keys := lineKeys()
	var hash uint64
	for l := range g.drawn() {
		hash ^= keys[l]
	}
	return hash
}

// AppendBinary appends the identity of the position: its lines, two bytes each.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for l := range g.drawn() {
		b = binary.BigEndian.AppendUint16(b, uint16(l))
	}
	return b, nil
}

// Cells returns the number of cells: the points of the grid, and then the marks of the straights. A cell is 1 if its point or mark is
// there.
func (g *Game) Cells() int { return points + straights*gridSize }

// Cell returns the value of cell i, 0 or 1.
func (g *Game) Cell(i int) int32 {
	if i < points {
		p := point(i)
		return int32(g.points[p.y()] >> p.x() & 1)
	}
	i -= points
	return int32(g.marks[i/gridSize] >> (i % gridSize) & 1)
}

// Footprint appends the conditions and effects of m. It needs the other points of its line; the new point and the marks of the line
// must be absent, and m sets them.
func (g *Game) Footprint(m Move, dst ply.Footprint) ply.Footprint {
	need := func(cell, value int32) {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: cell, Value: value})
	}
	set := func(cell int32) {
		need(cell, 0)
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: cell, Value: 1})
	}
	set(int32(m.point()))
	s, start := m.straight(), m.line().start()
	for i := range g.rule.variant.points() {
		if p := s.at(start + i); p != m.point() {
			need(int32(p), 1)
		}
	}
	for i := range g.rule.variant.marks() {
		set(points + int32(s)*gridSize + int32((start+i)&gridMask))
	}
	return dst
}

// Needing appends the moves that have a condition in their footprint (dependency.Needer).
func (g *Game) Needing(c ply.Condition, dst []Move) []Move {
	if c.Cell >= points {
		if c.Value == 0 {
			dst = g.needingMark(c.Cell-points, dst)
		}
		return dst
	}
	p := point(c.Cell)
	for d := range directions {
		s, position := straightOf(d, p)
		for first := position - g.rule.variant.points() + 1; first <= position; first++ {
			switch c.Value {
			case 0:
				dst = append(dst, moveOn(s, first, p))
			case 1:
				for i := range g.rule.variant.points() {
					if first+i != position {
						dst = append(dst, moveOn(s, first, s.at(first+i)))
					}
				}
			}
		}
	}
	return dst
}

// needingMark appends the moves whose lines have the mark with a number.
func (g *Game) needingMark(mark int32, dst []Move) []Move {
	s, position := straight(mark/gridSize), int(mark%gridSize)
	for first := position - g.rule.variant.marks() + 1; first <= position; first++ {
		for i := range g.rule.variant.points() {
			dst = append(dst, moveOn(s, first, s.at(first+i)))
		}
	}
	return dst
}

func (g *Game) Numbers() int { return lines * longest }

const longest = 5

// Number returns the number of a move. Different moves have different numbers.
func (g *Game) Number(m Move) int {
	// The position of the new point on the straight is its row on a vertical straight, and otherwise its column.
	position := uint32(m) >> pointShift
	if m.straight().direction() == vertical {
		position >>= 6
	}
	start := uint32(m) >> startShift
	return int((uint32(m.straight())<<6|start)*longest + (position-start)&gridMask)
}

func (g *Game) AppendNumbers(dst []int32, moves []Move) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(g.Number(m)))
	}
	return dst
}
