package havannah

import (
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
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
	if decisive {
		p.chain(g)
	}
	for side := first; p.free > 0; side = 1 - side {
		var c Cell
		if decisive {
			c = p.decide(random, side)
		} else {
			c = p.draw(chance.Below(random, p.free))
		}
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
