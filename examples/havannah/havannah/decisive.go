package havannah

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/chance"
)

// A cell where a side wins stays one until it is taken, since stones only come, and it becomes one only by a
// stone of that side. So it is enough to look, after each stone, at the empty cells near the chain that it
// belongs to, and only at those for which something is new there.

// chain links the stones of each chain into a circle and looks for the cells where each side wins at once.
func (p *playout) chain(g *Game) {
	if len(p.next) == 0 {
		p.next = make([]Cell, len(p.stones))
		p.known = make([]uint8, len(p.stones))
		p.taken = make([]bool, len(p.stones))
	}
	clear(p.known)
	for i, place := range p.place {
		p.taken[i] = place < 0 || g.stones[i].colour != nobody
	}
	// A stone alone is a circle; then those of a tree are put into the circle of its root one by one.
	for _, t := range g.played {
		p.next[t.cell] = t.cell
	}
	for _, t := range g.played {
		if root := g.find(t.cell); root != t.cell {
			p.next[t.cell], p.next[root] = p.next[root], p.next[t.cell]
		}
	}
	for side := range p.winning {
		p.winning[side] = p.winning[side][:0]
		for _, c := range p.empty[:p.free] {
			p.look(c, side)
		}
	}
}

// look adds c, which is empty, to the cells where a side wins if it is one.
func (p *playout) look(c Cell, side int) {
	if p.marks[c] == 0 && dull>>p.near[c].of(side)&1 != 0 {
		return
	}
	if p.known[c]>>side&1 == 0 && p.wins(c, side) {
		p.known[c] |= 1 << side
		p.winning[side] = append(p.winning[side], c)
	}
}

// wins reports whether a stone of a side on c, which is empty, ends the game.
func (p *playout) wins(c Cell, side int) bool {
	runs := &around[p.near[c].of(side)]
	all := p.marks[c]
	var roots [3]Cell
	for i := range runs.count {
		root := p.find(Cell(int16(c) + p.steps[runs.first[i]]))
		if i > 0 && root == roots[0] || i > 1 && root == roots[1] {
			return true
		}
		roots[i] = root
		all |= p.stones[root].marks
	}
	return all.wins() || runs.inner != 0 && p.fills(p.near, c, runs.inner, side)
}

// decide takes the move of a side: one that wins, or else one where the other side would win, or else any.
func (p *playout) decide(random *rand.PCG, side int) Cell {
	for _, of := range [2]int{side, 1 - side} {
		list := p.winning[of]
		for len(list) > 0 {
			i := chance.Below(random, len(list))
			c := list[i]
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
			p.winning[of] = list
			if !p.taken[c] {
				return p.draw(slices.Index(p.empty[:p.free], c))
			}
		}
	}
	return p.draw(chance.Below(random, p.free))
}

// putLooking is put, and looks for new cells where the side wins.
func (p *playout) putLooking(c Cell, side int) bool {
	near := p.near[c].of(side)
	runs := &around[near]
	var before [3]stone // the roots of the chains that c joins
	largest := uint16(0)
	for i := range runs.count {
		before[i] = p.stones[p.find(Cell(int16(c)+p.steps[runs.first[i]]))]
		largest = max(largest, before[i].size)
	}
	if p.put(c, side) {
		return true
	}
	p.taken[c] = true
	p.next[c] = c
	p.lookAround(c, side)
	all := p.stones[p.find(c)].marks
	for i := range runs.count {
		// A cell next to one of the chains is a new one because that touches more than before, or because the
		// cell is also next to another of them; of which it is enough to look at all but the largest.
		other := Cell(int16(c) + p.steps[runs.first[i]])
		if before[i].marks != all || before[i].size < largest {
			p.lookAround(other, side)
			for s := p.next[other]; s != other; s = p.next[s] {
				p.lookAround(s, side)
			}
		}
		if before[i].size == largest {
			largest = math.MaxUint16 // of two equal ones, only one is left out
		}
	}
	for ; near != 0; near &= near - 1 {
		// A ring around a stone of the side may have only one cell left to fill, across from c.
		middle := Cell(int16(c) + p.steps[bits.TrailingZeros(near)])
		if gap := 63 &^ p.near[middle].of(side); gap&(gap-1) == 0 {
			if last := Cell(int16(middle) + p.steps[bits.TrailingZeros(gap)]); !p.taken[last] {
				p.look(last, side)
			}
		}
	}
	for i := range runs.count {
		other := Cell(int16(c) + p.steps[runs.first[i]])
		p.next[c], p.next[other] = p.next[other], p.next[c]
	}
	return false
}

// lookAround looks at the empty neighbours of a stone.
func (p *playout) lookAround(c Cell, side int) {
	near, marks, taken := p.near, p.marks, p.near[c]
	for free := 63 &^ (uint(taken|taken>>8) | uint(p.beyond[c])); free != 0; free &= free - 1 {
		at := Cell(int16(c) + p.steps[bits.TrailingZeros(free)])
		if marks[at] != 0 || dull>>near[at].of(side)&1 == 0 {
			p.look(at, side)
		}
	}
}
