package havannah

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/ply-search/ply/transposition"
)

// A Game is a position of Havannah, and a [ply.AdversarialGame].
type Game struct {
	position
	where   []int16 // index of each cell in empty
	played  []turn
	joined  []join
	hash    uint64
	over    Ending
	scratch playout
}

// A position is the part of a game that playouts copy.
//
// Chains of stones are a union-find forest. The root of a tree holds the size and the marks of the chain. Trees are joined the
// smaller under the greater, which keeps paths short. Paths are never compressed, as a game takes moves back.
type position struct {
	*board
	stones []stone
	near   []near
	empty  []Cell // the first free cells are empty; in a game the others follow, the last stone first
	free   int
}

// A stone is the content of a cell.
type stone struct {
	parent Cell
	size   uint16 // stones in the chain, at its root
	marks  marks  // of the chain, at its root
	colour uint8  // nobody, or 1 + the side; not kept in playouts
}

const nobody = 0

// near is the neighbours of a cell that have stones: bit d is set if the neighbour at steps[d] is white, bit 8+d if it is black.
type near uint16

// of returns the set of neighbours that have stones of a side.
func (n near) of(side int) uint { return uint(n>>(8*side)) & 63 }

// find returns the root of the chain of a stone.
func (p *position) find(c Cell) Cell {
	stones := p.stones
	for stones[c].parent != c {
		c = stones[c].parent
	}
	return c
}

// wins reports whether a stone of a side on c, which is empty, ends the game.
func (p *position) wins(c Cell, side int) bool {
	runs := &around[p.near[c].of(side)]
	all := p.marks[c]
	var roots [3]Cell
	for i := range runs.count {
		root := p.find(Cell(int16(c) + p.steps[runs.first[i]]))
		if i > 0 && root == roots[0] || i > 1 && root == roots[1] {
			return true // a ring: c connects two runs of one chain
		}
		roots[i] = root
		all |= p.stones[root].marks
	}
	return all.wins() || runs.inner != 0 && p.fills(p.near, c, runs.inner, side)
}

// flip adds or removes a stone of a side on c.
func (b *board) flip(near []near, c Cell, side int) {
	at, stride, one := int(c), b.stride, nearOne<<(8*side)
	near[at+1] ^= one << 3
	near[at+stride+1] ^= one << 4
	near[at+stride] ^= one << 5
	near[at-1] ^= one
	near[at-stride-1] ^= one << 1
	near[at-stride] ^= one << 2
}

const nearOne near = 1

// A turn is a move that was played.
type turn struct {
	cell   Cell
	from   int16 // index in empty before
	joined int   // number of joins before
}

// A join is a tree that was put under another.
type join struct {
	below, above Cell
	size         uint16 // of the tree above, before
	marks        marks
}

// Ending is the way in which a game has ended.
type Ending uint8

const (
	// Unfinished: the game goes on.
	Unfinished Ending = iota

	// Ring: a chain encloses at least one cell, empty or not.
	Ring

	// Bridge: a chain connects two corners.
	Bridge

	// Fork: a chain connects three edges.
	Fork

	// Full: the board is full, and nobody has won.
	Full
)

// String returns the ending in a word.
func (e Ending) String() string {
	names := [...]string{"unfinished", "ring", "bridge", "fork", "full board"}
	if int(e) >= len(names) {
		return fmt.Sprintf("Ending(%d)", uint8(e))
	}
	return names[e]
}

// New returns the empty board with size cells along an edge.
func New(size int) (*Game, error) {
	if size < MinSize || size > MaxSize {
		return nil, fmt.Errorf("size %d: want %d to %d cells along an edge", size, MinSize, MaxSize)
	}
	b := boards[size]()
	g := &Game{
		position: position{b, make([]stone, len(b.marks)), make([]near, len(b.marks)), slices.Clone(b.cells), len(b.cells)},
		where:    make([]int16, len(b.marks)),
	}
	for i, c := range g.empty {
		g.where[c] = int16(i)
	}
	g.hash = transposition.Mix(uint64(size))
	return g, nil
}

// Size returns the number of cells along an edge.
func (g *Game) Size() int { return g.size }

// Cells returns the number of cells.
func (g *Game) Cells() int { return len(g.cells) }

// Rows returns the cells row by row, the first row from a1 on. The rows are shared: they must not be changed.
func (g *Game) Rows() (rows [][]Cell) {
	left := g.cells
	for y := range 2*g.size - 1 {
		n := g.size + min(y, 2*g.size-2-y)
		rows = append(rows, left[:n:n])
		left = left[n:]
	}
	return rows
}

// Ending returns how the game has ended.
func (g *Game) Ending() Ending { return g.over }

// Stone returns the side of the stone on a cell, and whether there is one.
func (g *Game) Stone(c Cell) (side int, ok bool) {
	if int(c) >= len(g.stones) || g.stones[c].colour == nobody {
		return 0, false
	}
	return int(g.stones[c].colour) - 1, true
}

// Moves appends the empty cells, unless the game is over.
func (g *Game) Moves(dst []Cell) []Cell {
	if g.over != Unfinished {
		return dst
	}
	return append(dst, g.empty[:g.free]...)
}

// ToMove returns the side to move. Side 0, white, begins.
func (g *Game) ToMove() int { return len(g.played) & 1 }

// Outcome returns the value of a finished position: 0 for a full board, or -1, as only the last mover can have won.
func (g *Game) Outcome() int {
	if g.over == Full {
		return 0
	}
	return -1
}

func (g *Game) Acyclic() bool { return true }

// Numbers and Number number the moves by their cells.
func (g *Game) Numbers() int      { return len(g.cells) }
func (g *Game) Number(c Cell) int { return int(g.place[c]) }

// Play puts a stone of the side to move on a cell.
func (g *Game) Play(c Cell) {
	side := g.ToMove()
	from := g.where[c]
	g.played = append(g.played, turn{c, from, len(g.joined)})
	g.swap(from, int16(g.free-1))
	g.free--
	g.hash ^= g.keys[2*int(c)+side]

	near := g.near[c].of(side)
	g.stones[c] = stone{parent: c, size: 1, marks: g.marks[c], colour: uint8(1 + side)}
	g.flip(g.near, c, side)
	runs := &around[near]
	root := c
	ring := g.fills(g.near, c, runs.inner, side)
	for _, d := range runs.first[:runs.count] {
		other := g.find(Cell(int16(c) + g.steps[d]))
		if other == root {
			ring = true // two runs are connected elsewhere; with c they enclose the cells between them
			continue
		}
		root = g.join(root, other)
	}
	all := g.stones[root].marks
	switch {
	case ring:
		g.over = Ring
	case all&corners&(all&corners-1) != 0:
		g.over = Bridge
	case all.wins():
		g.over = Fork
	case g.free == 0:
		g.over = Full
	}
}

// fills reports whether a stone of a side on c completes a ring around a stone of the same side. That stone is one of inner, the
// neighbours of c between two others. All other rings connect two runs of the neighbours of c.
func (b *board) fills(near []near, c Cell, inner uint8, side int) bool {
	for ; inner != 0; inner &= inner - 1 {
		d := bits.TrailingZeros8(inner)
		if near[int16(c)+b.steps[d]].of(side)|1<<((d+3)%6) == 63 {
			return true
		}
	}
	return false
}

// join puts the smaller of two trees under the other and returns the root of both.
func (g *Game) join(a, b Cell) Cell {
	if g.stones[a].size < g.stones[b].size {
		a, b = b, a
	}
	above := &g.stones[a]
	g.joined = append(g.joined, join{b, a, above.size, above.marks})
	above.size += g.stones[b].size
	above.marks |= g.stones[b].marks
	g.stones[b].parent = a
	return a
}

func (g *Game) Undo(c Cell) {
	t := g.played[len(g.played)-1]
	g.played = g.played[:len(g.played)-1]
	for i := len(g.joined) - 1; i >= t.joined; i-- {
		j := &g.joined[i]
		g.stones[j.below].parent = j.below
		g.stones[j.above].size, g.stones[j.above].marks = j.size, j.marks
	}
	g.joined = g.joined[:t.joined]
	side := g.ToMove()
	g.stones[c] = stone{}
	g.flip(g.near, c, side)
	g.hash ^= g.keys[2*int(c)+side]
	g.free++
	g.swap(t.from, int16(g.free-1))
	g.over = Unfinished
}

func (g *Game) swap(i, j int16) {
	a, b := g.empty[i], g.empty[j]
	g.empty[i], g.empty[j] = b, a
	g.where[a], g.where[b] = j, i
}

// Decisive appends the cells where the side to move wins at once or, if there are none, the cells where the other side would.
func (g *Game) Decisive(dst []Cell) []Cell {
	if g.over != Unfinished {
		return dst
	}
	base := len(dst)
	for _, side := range [2]int{g.ToMove(), 1 - g.ToMove()} {
		for _, c := range g.empty[:g.free] {
			if g.wins(c, side) {
				dst = append(dst, c)
			}
		}
		if len(dst) > base {
			break
		}
	}
	return dst
}

func (g *Game) Hash() uint64 { return g.hash }

func (g *Game) HashAfter(c Cell) uint64 { return g.hash ^ g.keys[2*int(c)+g.ToMove()] }

// Symmetries returns 12: six turns, with and without a reflection.
func (g *Game) Symmetries() int { return len(g.images) }

func (g *Game) HashUnder(s int) uint64 {
	hash := transposition.Mix(uint64(g.size))
	for i, t := range g.played {
		hash ^= g.keys[2*int(g.images[s][t.cell])+i&1]
	}
	return hash
}

func (g *Game) MoveUnder(s int, c Cell) Cell { return g.images[s][c] }

// AppendBinary appends the identity of the position: the size, and a byte for each cell.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(g.size))
	for _, c := range g.cells {
		b = append(b, g.stones[c].colour)
	}
	return b, nil
}

func (g *Game) Clone() *Game {
	c := *g
	c.stones = slices.Clone(g.stones)
	c.near = slices.Clone(g.near)
	c.empty = slices.Clone(g.empty)
	c.where = slices.Clone(g.where)
	c.played = slices.Clone(g.played)
	c.joined = slices.Clone(g.joined)
	c.scratch = playout{}
	return &c
}
