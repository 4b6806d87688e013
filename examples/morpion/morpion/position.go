package morpion

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A position is the set of its lines, whatever the order in which they were drawn: the marks on a
// straight, in groups from one end, are its lines, and the points follow from the lines (Helmstetter
// 2007, section 5.4.1, lemma 1).

// drawn returns the lines of the position, in an order that depends on the position alone.
func (g *Game) drawn() iter.Seq[line] {
	count := g.rule.variant.marks()
	return func(yield func(line) bool) {
		for i, marks := range g.marks {
			if marks == 0 {
				continue
			}
			// No line lies across a place without a mark, which there always is.
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

// lineKeys returns the Zobrist keys of all lines.
var lineKeys = sync.OnceValue(func() *[lines]uint64 {
	return (*[lines]uint64)(transposition.Zobrist{}.Keys(lines, 1))
})

// Hash returns the exclusive or of the Zobrist keys of all lines.
func (g *Game) Hash() uint64 {
	if g.keys == nil {
		g.keys = lineKeys()
		g.hash = g.Rehash()
	}
	return g.hash
}

// HashAfter returns the hash of the position after m.
func (g *Game) HashAfter(m Move) uint64 {
	if g.keys == nil {
		g.Hash()
	}
	return g.hash ^ g.keys[m.line()]
}

// HashSuccessors appends the hashes of the positions after moves.
func (g *Game) HashSuccessors(moves []Move, dst []uint64) []uint64 {
	if g.keys == nil {
		g.Hash()
	}
	return g.XorHashes(g.hash, moves, dst)
}

// XorHashes appends hash exclusive or what each of moves changes in the hash.
func (g *Game) XorHashes(hash uint64, moves []Move, dst []uint64) []uint64 {
	keys := lineKeys()
	for _, m := range moves {
		dst = append(dst, hash^keys[m.line()])
	}
	return dst
}

// Rehash computes the hash anew.
func (g *Game) Rehash() uint64 {
	keys := lineKeys()
	var hash uint64
	for l := range g.drawn() {
		hash ^= keys[l]
	}
	return hash
}

// AppendBinary appends the identity of the position: its lines, in two bytes each.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for l := range g.drawn() {
		b = binary.BigEndian.AppendUint16(b, uint16(l))
	}
	return b, nil
}

// The cells are first the points, 1 for those that are there, and then the places of the straights, 1
// for those with a mark.

// Cells returns the number of cells.
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

func pointCell(p point) int32 { return int32(p) }

func markCell(s straight, position int) int32 {
	return points + int32(s)*gridSize + int32(position&gridMask)
}

// Footprint appends what m needs, that its new point is not there, the other points of its line are and
// the marks of the line are not, and what it changes, the new point and the marks.
func (g *Game) Footprint(m Move, dst ply.Footprint) ply.Footprint {
	need := func(cell, value int32) {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: cell, Value: value})
	}
	set := func(cell int32) {
		need(cell, 0)
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: cell, Value: 1})
	}
	set(pointCell(m.point()))
	s, start := m.straight(), m.line().start()
	for i := range g.rule.variant.points() {
		if p := s.at(start + i); p != m.point() {
			need(pointCell(p), 1)
		}
	}
	for i := range g.rule.variant.marks() {
		set(markCell(s, start+i))
	}
	return dst
}
