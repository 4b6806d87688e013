package havannah

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Knowledge is what is known of good moves. The zero value is none.
//
// Two stones of a side are a bridge apart if they have two common neighbours and both are empty: when the other side
// takes one (intrudes), the side can take the other and has connected them. Likewise, a stone on the second row is a
// bridge away from its edge. (A chain from corner to corner, which wins, is called a bridge as well; this is not meant
// here.)
type Knowledge struct {
	// Closing makes playouts close a bridge into which the last move has intruded, unless it connects what is connected
	// already.
	Closing bool

	// The other fields are virtual simulations, all of them won, that a move begins with in the tree; see mcts.Expert.
	// Several add up.

	// Close is for a move that closes a bridge into which the last move has intruded.
	Close float32

	// Reach is for each edge and each corner that the chain of the new stone touches.
	Reach float32

	// Link is for each edge and each corner that the chain of the new stone touches or is a bridge away from, over one
	// bridge of the new stone, beyond those that the best of the chains that it links touches by itself.
	Link float32

	// Join is for each chain, after the first, that the new stone is next to or a bridge away from.
	Join float32

	// Near is for a move next to the last one; a move that is a bridge away from it gets half.
	Near float32

	// Shape is for a move that is a bridge away from a stone of its side and next to none.
	Shape float32
}

// Strong is the knowledge with which package mcts plays best, as far as matches have told.
var Strong = Knowledge{}

// experienced reports whether moves have any virtual simulations.
func (k *Knowledge) experienced() bool {
	return k.Close != 0 || k.Reach != 0 || k.Link != 0 || k.Join != 0 || k.Near != 0 || k.Shape != 0
}

// An Informed game is a game with knowledge of good moves, for package mcts. The rules are those of the game, which it
// shares: moves played on one are played on the other.
type Informed struct {
	*Game
	Knowledge
}

// Clone returns a copy.
func (g *Informed) Clone() *Informed { return &Informed{g.Game.Clone(), g.Knowledge} }

// Playout is that of the game, with what Knowledge says of playouts.
func (g *Informed) Playout(random *rand.PCG, decisive bool, lines *[2][]Cell) (outcome, moves int) {
	return g.playout(random, decisive, g.Closing, lines)
}

// Experience gives moves the virtual simulations of Knowledge.
func (g *Informed) Experience(moves []Cell, wins, simulations []float32) {
	if !g.experienced() {
		clear(wins)
		clear(simulations)
		return
	}
	side := g.ToMove()
	last := Cell(0)
	closing := uint(0)
	if len(g.played) > 0 {
		last = g.played[len(g.played)-1].cell
		closing = g.closing(last, side)
	}
	for i, c := range moves {
		w := g.judge(c, side)
		if last != 0 {
			switch g.distance(c, last) {
			case 1:
				w += g.Near
				if closing != 0 && closing>>g.direction(last, c)&1 != 0 {
					w += g.Close
				}
			case 2:
				w += g.Near / 2
			}
		}
		wins[i], simulations[i] = w, w
	}
}

// judge returns the virtual simulations of a stone of a side on c, apart from what the last move makes of it.
func (g *Informed) judge(c Cell, side int) float32 {
	own := g.near[c].of(side)
	touched := g.marks[c]
	most, chains := 0, 0
	var roots [9]Cell
	for _, d := range around[own].first[:around[own].count] {
		root := g.find(Cell(int16(c) + g.steps[d]))
		if slices.Contains(roots[:chains], root) {
			continue
		}
		roots[chains] = root
		chains++
		touched |= g.stones[root].marks
		most = max(most, bits.OnesCount16(uint16(g.stones[root].marks)))
	}
	weight := g.Reach * float32(bits.OnesCount16(uint16(touched)))
	if g.Link == 0 && g.Join == 0 && g.Shape == 0 {
		return weight
	}
	empty := 63 &^ (g.near[c].of(0) | g.near[c].of(1) | uint(g.beyond[c]))
	bridges := false
	for pairs := empty & (empty>>1 | empty<<5&63); pairs != 0; pairs &= pairs - 1 {
		// The neighbours at d and d+1 are empty.
		d := bits.TrailingZeros(pairs)
		a, b := int16(c)+g.steps[d], int16(c)+g.steps[(d+1)%6]
		over := Cell(a + g.steps[(d+1)%6])
		if g.place[over] < 0 {
			touched |= g.marks[a] & g.marks[b] & edges
			continue
		}
		if g.stones[over].colour != uint8(1+side) {
			continue
		}
		bridges = true
		root := g.find(over)
		if slices.Contains(roots[:chains], root) {
			continue
		}
		roots[chains] = root
		chains++
		touched |= g.stones[root].marks
		most = max(most, bits.OnesCount16(uint16(g.stones[root].marks)))
	}
	weight += g.Link * float32(bits.OnesCount16(uint16(touched))-most)
	weight += g.Join * float32(max(chains-1, 0))
	if bridges && own == 0 {
		weight += g.Shape
	}
	return weight
}

// distance returns 1 for neighbours, 2 for cells that have two common neighbours, 0 for the same cell, and otherwise a
// larger number.
func (b *board) distance(c, d Cell) int {
	x, y := b.coordinates(c)
	u, v := b.coordinates(d)
	x, y = x-u, y-v
	length := max(x, -x, y, -y, x-y, y-x)
	if length == 2 && (x == 0 || y == 0 || x == y) {
		return 3
	}
	return length
}

// closing returns the neighbours of the last move, a set as of near, where a side closes a bridge into which that has
// intruded: the empty ones between two stones of the side, or between a stone and the edge, that are not connected yet.
func (g *Game) closing(last Cell, side int) uint {
	own := g.near[last].of(side)
	gaps := gaps(own, uint(g.beyond[last]), g.near[last].of(1-side))
	for left := gaps; left != 0; left &= left - 1 {
		m := bits.TrailingZeros(left)
		before, after := Cell(int16(last)+g.steps[(m+5)%6]), Cell(int16(last)+g.steps[(m+1)%6])
		if g.stones[before].colour == nobody {
			before, after = after, before
		}
		connected := false
		if g.place[after] < 0 {
			edge := g.marks[int16(last)+g.steps[m]] & g.marks[last] & edges
			connected = g.stones[g.find(before)].marks&edge == edge
		} else {
			connected = g.find(before) == g.find(after)
		}
		if connected {
			gaps &^= 1 << m
		}
	}
	return gaps
}

// gaps returns the empty neighbours of a cell between two stones of a side, or between a stone and the edge. own are
// the neighbours with stones of the side, other those of the other side, and beyond those off the board.
func gaps(own, beyond, other uint) uint {
	empty := 63 &^ (own | beyond | other)
	held := own | beyond
	before, after := (held<<1|held>>5)&63, (held>>1|held<<5)&63 // bit m: the neighbour at m-1, at m+1
	stone := own<<1 | own>>5 | own>>1 | own<<5
	return empty & before & after & stone
}

// direction returns the number of the step from a cell to a neighbour.
func (b *board) direction(from, to Cell) int {
	return slices.Index(b.steps[:], int16(to)-int16(from))
}
