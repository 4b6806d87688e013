package havannah

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A playout is a copy of a position that random moves are played on, never to be taken back: so paths to the
// roots of chains may be cut short, and hashes need not be kept.
type playout struct {
	*board
	stones []stone
	near   []near
	empty  []Cell
	free   int

	// For decisive moves only:
	next    []Cell    // the stone that follows in the circle of stones of a chain
	winning [2][]Cell // the cells where each side wins at once, and some that are taken by now
	taken   []bool    // the cells that are not empty, and those off the board
	known   []uint8   // 1 + side is set if a cell is among winning[side]
}

// Playout plays uniform random moves to the end of the game, and takes them back. See mcts.Playouter: decisive
// plays moves that win at once and else those that keep the other side from it.
func (g *Game) Playout(random *rand.PCG, decisive bool, lines *[2][]Cell) (outcome, moves int) {
	return g.playout(random, decisive, false, lines)
}

// playout is Playout. With bridges, a side whose bridge the last move has intruded into closes it.
func (g *Game) playout(random *rand.PCG, decisive, bridges bool, lines *[2][]Cell) (outcome, moves int) {
	if g.over != Unfinished {
		return g.Outcome(), 0
	}
	p := &g.scratch
	p.board = g.board
	p.stones = append(p.stones[:0], g.stones...)
	p.near = append(p.near[:0], g.near...)
	p.empty = append(p.empty[:0], g.empty[:g.free]...)
	p.free = g.free
	first := g.ToMove()
	last := Cell(0) // which is on no board
	if len(g.played) > 0 {
		last = g.played[len(g.played)-1].cell
	}
	if decisive {
		p.chain(g)
	}
	for side := first; p.free > 0; side = 1 - side {
		var i int
		ok := false
		if decisive {
			i, ok = p.decide(side, random)
		}
		if bridges && !ok && last != 0 {
			i, ok = p.close(last, side, random)
		}
		if !ok {
			i = below(random, p.free)
		}
		c := p.draw(i)
		last = c
		if lines != nil {
			lines[side] = append(lines[side], c)
		}
		moves++
		if decisive && p.putLooking(c, side) || !decisive && p.put(c, side) {
			if side == first {
				return 1, moves
			}
			return -1, moves
		}
	}
	return 0, moves
}

// below returns a number from 0 to n-1 (Lemire 2019).
func below(random *rand.PCG, n int) int { return int(random.Uint64() >> 32 * uint64(n) >> 32) }

// draw takes an empty cell out of the list.
func (p *playout) draw(i int) Cell {
	c := p.empty[i]
	p.free--
	p.empty[i] = p.empty[p.free]
	return c
}

// put puts a stone of a side on c and reports whether that wins.
func (p *playout) put(c Cell, side int) bool {
	near := p.near[c].of(side)
	p.flip(p.near, c, side)
	all := p.marks[c]
	if near == 0 {
		p.stones[c] = stone{parent: c, size: 1, marks: all}
		return false
	}
	runs := &around[near]
	if runs.inner != 0 && p.fills(p.near, c, runs.inner, side) {
		return true
	}
	root := p.find(Cell(int16(c) + p.steps[runs.first[0]]))
	p.stones[c] = stone{parent: root, size: 1}
	p.stones[root].size++
	all |= p.stones[root].marks
	for i := uint8(1); i < runs.count; i++ {
		other := p.find(Cell(int16(c) + p.steps[runs.first[i]]))
		if other == root {
			return true
		}
		all |= p.stones[other].marks
		if p.stones[root].size < p.stones[other].size {
			root, other = other, root
		}
		p.stones[other].parent = root
		p.stones[root].size += p.stones[other].size
	}
	p.stones[root].marks = all
	return all.wins()
}

// find returns the root of the chain of a stone, and halves the path to it.
func (p *playout) find(c Cell) Cell {
	stones := p.stones
	for {
		up := stones[c].parent
		if up == c {
			return c
		}
		over := stones[up].parent
		stones[c].parent = over
		c = over
	}
}

// close returns the place in empty of a cell where a side closes a bridge into which the last move has intruded, if
// there is one: any if there are several. See Game.closing.
func (p *playout) close(last Cell, side int, random *rand.PCG) (place int, ok bool) {
	own := p.near[last].of(side)
	if own == 0 {
		return 0, false
	}
	gaps := gaps(own, uint(p.beyond[last]), p.near[last].of(1-side))
	for left := gaps; left != 0; left &= left - 1 {
		m := bits.TrailingZeros(left)
		before, after := (m+5)%6, (m+1)%6
		if own>>before&1 == 0 {
			before, after = after, before
		}
		root := p.find(Cell(int16(last) + p.steps[before]))
		connected := false
		if own>>after&1 == 0 { // the edge
			edge := p.marks[int16(last)+p.steps[m]] & p.marks[last] & edges
			connected = p.stones[root].marks&edge == edge
		} else {
			connected = root == p.find(Cell(int16(last)+p.steps[after]))
		}
		if connected {
			gaps &^= 1 << m
		}
	}
	if gaps == 0 {
		return 0, false
	}
	for skip := below(random, bits.OnesCount(gaps)); skip > 0; skip-- {
		gaps &= gaps - 1
	}
	c := Cell(int16(last) + p.steps[bits.TrailingZeros(gaps)])
	return slices.Index(p.empty[:p.free], c), true
}
