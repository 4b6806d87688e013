package havannah

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/chance"
)

// A playout is a copy of a position on which random moves are played.
type playout struct {
	position

	// With decisive moves:
	next    []Cell    // the next stone in the circle of stones of a chain
	winning [2][]Cell // the cells where each side wins at once, and some that have been taken since
	taken   []bool    // the cells that are not empty, and those off the board
	known   []uint8   // bit s is set if a cell is in winning[s]
}

// Playout plays uniform random moves to the end of the game, and takes them back (mcts.Playouter). If decisive is set, a side plays
// moves that win at once or, without any, moves that prevent a win of the other side.
func (g *Game) Playout(random *rand.PCG, decisive bool, lines *[2][]Cell) (outcome, moves int) {
	if g.over != Unfinished {
		return g.Outcome(), 0
	}
	p := &g.scratch
	p.position = position{
		g.board, append(p.stones[:0], g.stones...), append(p.near[:0], g.near...), append(p.empty[:0], g.empty[:g.free]...), g.free,
	}
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

// draw takes the cell with an index out of the list of empty cells.
func (p *playout) draw(i int) Cell {
	c := p.empty[i]
	p.free--
	p.empty[i] = p.empty[p.free]
	return c
}

// put puts a stone of a side on c and reports whether it wins.
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

// A cell where a side wins remains one until it is taken, and only stones of that side create new ones, near their chain.

// chain links the stones of each chain into a circle and finds the cells where each side wins at once.
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
	// Each stone begins as a separate circle; then the stones of a tree are put into the circle of its root.
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

// look adds c, which is empty, to winning if the side wins there.
func (p *playout) look(c Cell, side int) {
	if p.marks[c] == 0 && dull>>p.near[c].of(side)&1 != 0 {
		return
	}
	if p.known[c]>>side&1 == 0 && p.wins(c, side) {
		p.known[c] |= 1 << side
		p.winning[side] = append(p.winning[side], c)
	}
}

// decide takes the move of a side: a cell where it wins, or else where the other side would win, or else any cell.
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

// putLooking is put, and finds the new cells where the side wins.
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
		// A cell next to one of the joined chains can be new because the chain has more marks than before, or because the cell is
		// next to another of the chains too. For the latter the cells next to the largest chain need not be looked at.
		other := Cell(int16(c) + p.steps[runs.first[i]])
		if before[i].marks != all || before[i].size < largest {
			p.lookAround(other, side)
			for s := p.next[other]; s != other; s = p.next[s] {
				p.lookAround(s, side)
			}
		}
		if before[i].size == largest {
			largest = math.MaxUint16 // only one chain is left out
		}
	}
	for ; near != 0; near &= near - 1 {
		// A ring around a neighbour of the same side may need only one more stone.
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

func (p *playout) lookAround(c Cell, side int) {
	near, marks, taken := p.near, p.marks, p.near[c]
	for free := 63 &^ (uint(taken|taken>>8) | uint(p.beyond[c])); free != 0; free &= free - 1 {
		at := Cell(int16(c) + p.steps[bits.TrailingZeros(free)])
		if marks[at] != 0 || dull>>near[at].of(side)&1 == 0 {
			p.look(at, side)
		}
	}
}

// Knowledge sets prior results of moves. The zero value sets none.
type Knowledge struct {
	// Reach is the number of prior simulations, all of them won, of a move for each edge and each corner that the chain of its
	// stone touches (see mcts.Expert). Its effect depends on the weight of RAVE; see [Strong].
	Reach float32
}

// Strong returns the knowledge and the weight of RAVE that won most matches on boards of a size. On larger boards playouts say less,
// and the edges need more weight. The values for large boards are for half a second a move or more; with a few thousand
// simulations the values for small boards are better on all boards.
func Strong(size int) (k Knowledge, rave float64) {
	switch {
	case size <= 5:
		return Knowledge{Reach: 25}, 500
	case size == 6:
		return Knowledge{Reach: 150}, 1500
	default:
		return Knowledge{Reach: 1500}, 5000
	}
}

// An Informed game is a game with Knowledge, for package mcts. It shares the position of the game.
type Informed struct {
	*Game
	Knowledge
}

func (g *Informed) Clone() *Informed { return &Informed{g.Game.Clone(), g.Knowledge} }

func (g *Informed) PriorResults(moves []Cell, wins, simulations []float32) {
	side := g.ToMove()
	for i, c := range moves {
		touched := g.touched(c, side)
		w := g.Reach * float32(bits.OnesCount16(uint16(touched)))
		wins[i], simulations[i] = w, w
	}
}

// touched returns the marks of the chain that a stone of a side on c, which is empty, would have.
func (g *Game) touched(c Cell, side int) marks {
	all := g.marks[c]
	runs := &around[g.near[c].of(side)]
	for _, d := range runs.first[:runs.count] {
		all |= g.stones[g.find(Cell(int16(c)+g.steps[d]))].marks
	}
	return all
}
