package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A ring is a small puzzle with all capabilities, for the tests to break. Its cells stand in a ring
// and hold 0 to ringTop. A move raises a cell by one while its left neighbour holds 0. Two cells at
// the top solve it. Its symmetries turn it.
type ring struct {
	cells []int32
	hash  uint64
}

const (
	ringCells = 5
	ringTop   = 2
)

// A raise is a cell and the value that it is raised from. It is a number, like the moves of all games here: the kit
// and the searches are then compiled for one shape of moves.
type raise int

func raiseOf(cell, from int32) raise { return raise(cell*(ringTop+1) + from) }

func (m raise) cell() int32    { return int32(m) / (ringTop + 1) }
func (m raise) from() int32    { return int32(m) % (ringTop + 1) }
func (m raise) String() string { return fmt.Sprintf("{%d %d}", m.cell(), m.from()) }

func newRing() *ring {
	g := &ring{cells: make([]int32, ringCells)}
	g.hash = g.Rehash()
	return g
}

func left(cell int32) int32 { return (cell + ringCells - 1) % ringCells }

func (g *ring) Moves(dst []raise) []raise {
	if g.Solved() {
		return dst
	}
	for i, v := range g.cells {
		if v < ringTop && g.cells[left(int32(i))] == 0 {
			dst = append(dst, raiseOf(int32(i), v))
		}
	}
	return dst
}

func ringKey(cell, value int32) uint64 { return transposition.Zobrist{}.Key(int(cell), int(value)) }

func (g *ring) change(m raise) uint64 {
	return ringKey(m.cell(), m.from()) ^ ringKey(m.cell(), m.from()+1)
}

func (g *ring) Play(m raise) {
	g.cells[m.cell()]++
	g.hash ^= g.change(m)
}

func (g *ring) Undo(m raise) {
	g.cells[m.cell()]--
	g.hash ^= g.change(m)
}

// tops counts the cells at the top.
func (g *ring) tops() int {
	n := 0
	for _, v := range g.cells {
		if v == ringTop {
			n++
		}
	}
	return n
}

func (g *ring) Solved() bool             { return g.tops() >= 2 }
func (g *ring) Acyclic() bool            { return true }
func (g *ring) Hash() uint64             { return g.hash }
func (g *ring) HashAfter(m raise) uint64 { return g.hash ^ g.change(m) }
func (g *ring) HashSuccessors(moves []raise, dst []uint64) []uint64 {
	return g.XorHashes(g.hash, moves, dst)
}
func (g *ring) XorHashes(hash uint64, moves []raise, dst []uint64) []uint64 {
	for _, m := range moves {
		dst = append(dst, hash^g.change(m))
	}
	return dst
}
func (g *ring) Rehash() uint64   { return g.HashUnder(0) }
func (g *ring) Cells() int       { return len(g.cells) }
func (g *ring) Cell(i int) int32 { return g.cells[i] }
func (g *ring) Clone() *ring     { return &ring{slices.Clone(g.cells), g.hash} }
func (g *ring) String() string   { return fmt.Sprint(g.cells) }
func (g *ring) Cost(m raise) int { return 1 + int(m.from()) }

func (g *ring) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range g.cells {
		b = append(b, byte(v))
	}
	return b, nil
}

func (g *ring) Score() float64 {
	sum := 0.0
	for _, v := range g.cells {
		sum += float64(v)
	}
	return sum
}

// Estimate is the cost of raising the two cells nearest to the top.
func (g *ring) Estimate() int {
	sorted := slices.Sorted(slices.Values(g.cells))
	sum := 0
	for _, v := range sorted[len(sorted)-2:] {
		for ; v < ringTop; v++ {
			sum += g.Cost(raiseOf(0, v))
		}
	}
	return sum
}

func (g *ring) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: m.cell(), Value: m.from()}, ply.Condition{Cell: left(m.cell()), Value: 0})
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: m.cell(), Value: m.from() + 1})
	return dst
}

func (g *ring) Commute(a, b raise) bool {
	apart := a.cell() != b.cell() && a.cell() != left(b.cell()) && b.cell() != left(a.cell())
	solves := func(m raise) bool { return m.from()+1 == ringTop && g.tops() == 1 }
	return apart && !solves(a) && !solves(b)
}

func (g *ring) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	base := len(dst)
	for _, m := range prev[:t] {
		if g.Commute(m, prev[i]) {
			dst = append(dst, m)
		}
	}
	commuting := len(dst) - base
	g.Play(prev[i])
	for _, m := range g.Moves(nil) {
		if !slices.Contains(dst[base:base+commuting], m) {
			dst = append(dst, m)
		}
	}
	return dst, commuting
}

func (g *ring) Symmetries() int { return ringCells }

func turn(s int, cell int32) int32 { return (cell + int32(s)) % ringCells }

func (g *ring) HashUnder(s int) uint64 {
	var hash uint64
	for i, v := range g.cells {
		hash ^= ringKey(turn(s, int32(i)), v)
	}
	return hash
}

func (g *ring) MoveUnder(s int, m raise) raise { return raiseOf(turn(s, m.cell()), m.from()) }
