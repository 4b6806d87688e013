package endings

import (
	"math/bits"

	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
)

// Within a class, an index is composed of the side to move, the squares of the kings, and the squares of the other men, kind by
// kind. Images have the same index. Without pawns a board has eight images, and the white king is put on one of the ten squares
// of the triangle a1, d1, d4. With pawns it has two, and the white king is put on files a to d. If two images remain, the least
// index counts.

// kings numbers the squares of two kings that are not beside each other.
type kings struct {
	pairs  [][2]uint8
	number [squares][squares]int16 // -1 for none
}

var plainKings, pawnKings = newKings(false), newKings(true)

func newKings(pawns bool) *kings {
	k := new(kings)
	for white := range squares {
		for black := range squares {
			k.number[white][black] = -1
			x, y := white%size, white/size
			u, v := black%size, black/size
			switch {
			case x >= size/2, max(x-u, u-x, y-v, v-y) <= 1:
			case !pawns && (y > x || y == x && v > u):
			default:
				k.number[white][black] = int16(len(k.pairs))
				k.pairs = append(k.pairs, [2]uint8{uint8(white), uint8(black)})
			}
		}
	}
	return k
}

func (c *class) kings() *kings {
	if c.material.pawns() > 0 {
		return pawnKings
	}
	return plainKings
}

// flipFiles reflects a set of squares: file a becomes file h.
func flipFiles(b board.Set) board.Set {
	return board.Set(bits.ReverseBytes64(bits.Reverse64(uint64(b))))
}

// flipRanks reflects a set of squares: rank 1 becomes rank 8.
func flipRanks(b board.Set) board.Set { return board.Set(bits.ReverseBytes64(uint64(b))) }

// flipDiagonal reflects a set of squares at the diagonal from a1: a8 becomes h1.
func flipDiagonal(b board.Set) board.Set {
	x := uint64(b)
	t := (x ^ x<<28) & 0x0f0f0f0f00000000
	x ^= t ^ t>>28
	t = (x ^ x<<14) & 0x3333000033330000
	x ^= t ^ t>>14
	t = (x ^ x<<7) & 0x5500550055005500
	return board.Set(x ^ t ^ t>>7)
}

// A placement is the squares of the men. Within a class, the stronger side is the first.
type placement board.Placement

// change applies a function to the sets of all men.
func (p *placement) change(c *class, by func(board.Set) board.Set) {
	p[0][board.King], p[1][board.King] = by(p[0][board.King]), by(p[1][board.King])
	for i := range c.groups {
		g := &c.groups[i]
		p[g.side][g.kind] = by(p[g.side][g.kind])
	}
}

// material returns the material, with the first side first even if the second is the stronger one.
func (p placement) material() (m Material) {
	for side := range p {
		for k, set := range p[side] {
			m.counts[side][k] = uint8(set.Count())
		}
	}
	return m
}

// Positions returns the number of indices of all classes.
func (g *Game) Positions() uint64 { return g.family.size }

// Classes returns the first index of each class.
func (g *Game) Classes() []uint64 {
	firsts := make([]uint64, len(g.family.classes))
	for i := range firsts {
		firsts[i] = g.family.classes[i].first
	}
	return firsts
}

// Below returns the classes to which captures and promotions can lead.
func (g *Game) Below(class int) []int { return g.family.classes[class].below }

// Index returns the index of the present position, which its images and the same position with exchanged colours share.
func (g *Game) Index() uint64 {
	p := g.men()
	at := g.family.of[p.material()]
	return p.indexIn(&g.family.classes[at.class], at.flipped, g.ToMove())
}

// indexIn returns the index in a class with a side to move. flipped reports that the class has the sides exchanged.
func (p placement) indexIn(c *class, flipped bool, toMove int) uint64 {
	side := uint64(toMove)
	if c.even {
		flipped = toMove == chess.Black
	}
	if flipped {
		p[0], p[1] = p[1], p[0]
		p.change(c, flipRanks)
		side ^= 1
	}
	white := p[0][board.King].First()
	if white%size >= size/2 {
		p.change(c, flipFiles)
	}
	if c.material.pawns() > 0 {
		return c.first + side*c.half + p.index(c)
	}
	if white/size >= size/2 {
		p.change(c, flipRanks)
	}
	white, black := p[0][board.King].First(), p[1][board.King].First()
	x, y, u, v := white%size, white/size, black%size, black/size
	if y > x || y == x && v > u {
		p.change(c, flipDiagonal)
	}
	i := p.index(c)
	if y == x && v == u {
		p.change(c, flipDiagonal)
		i = min(i, p.index(c))
	}
	return c.first + side*c.half + i
}

// index returns the index of a placement, not counting the side to move.
func (p *placement) index(c *class) uint64 {
	i := uint64(c.kings().number[p[0][board.King].First()][p[1][board.King].First()])
	for j := range c.groups {
		g := &c.groups[j]
		set := p[g.side][g.kind]
		if g.kind == board.Pawn {
			set >>= size
		}
		if g.count == 1 {
			i = i*g.ways + uint64(set.First())
		} else {
			i = i*g.ways + rank(set)
		}
	}
	return i
}

// rank returns the number of a set among all sets of as many squares, in ascending order.
func rank(set board.Set) (r uint64) {
	for k := 1; set != 0; set &= set - 1 {
		r += binomial[set.First()][k]
		k++
	}
	return r
}

// unrank returns the set of k squares whose rank is r.
func unrank(r uint64, k int) (set board.Set) {
	if k == 1 {
		return board.At(int(r))
	}
	for square := squares - 1; k > 0; square-- {
		if c := binomial[square][k]; r >= c {
			r -= c
			set |= board.At(square)
			k--
		}
	}
	return set
}

// SetIndex becomes the position with an index. It returns false if no position has the index: two men would stand on one square,
// the side that is not to move would be in check, or an image has a lower index.
func (g *Game) SetIndex(i uint64) bool {
	classes := g.family.classes
	n := len(classes) - 1
	for classes[n].first > i {
		n--
	}
	c := &classes[n]
	r := i - c.first
	side := int(r / c.half)
	r %= c.half
	var p placement
	all, kings := board.Set(0), c.kings()
	for j := len(c.groups) - 1; j >= 0; j-- {
		m := &c.groups[j]
		set := unrank(r%m.ways, m.count)
		if m.kind == board.Pawn {
			set <<= size
		}
		if set&all != 0 {
			return false
		}
		all |= set
		p[m.side][m.kind] = set
		r /= m.ways
	}
	pair := kings.pairs[r]
	white, black := board.At(int(pair[0])), board.At(int(pair[1]))
	if all&(white|black) != 0 {
		return false
	}
	p[0][board.King], p[1][board.King] = white, black
	if !g.chess.Set((*board.Placement)(&p), side) {
		return false
	}
	// Two images remain only if both kings are on the diagonal.
	const diagonal = 0x8040201008040201
	return (white|black)&^diagonal != 0 || c.material.pawns() > 0 || p.indexIn(c, false, side) == i
}

// Successors appends the indices of all successors to other.
func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	var scratch [128]chess.Move // room for most positions; more is allocated
	here := g.family.of[g.men().material()]
	men, pawns := g.count()
	for _, m := range g.Moves(scratch[:0]) {
		to := here
		g.Play(m)
		p := g.men()
		if n, k := g.count(); n != men || k != pawns { // a capture or a promotion
			to = g.family.of[p.material()]
		}
		other = append(other, p.indexIn(&g.family.classes[to.class], to.flipped, g.ToMove()))
		g.Undo(m)
	}
	return other, same
}

// count returns the number of all men, and of pawns.
func (g *Game) count() (men, pawns int) {
	return (g.chess.Men(0) | g.chess.Men(1)).Count(), g.chess.Kind(board.Pawn).Count()
}

// Predecessors appends the indices of the predecessors in the same class to other: moves that neither capture nor promote lead
// from there.
func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	now, them := g.men(), 1-g.ToMove()
	here := g.family.of[now.material()]
	c := &g.family.classes[here.class]
	all := g.chess.Men(0) | g.chess.Men(1)
	for left := g.chess.Men(them); left != 0; left &= left - 1 {
		to := left.First()
		k := g.chess.On(to)
		from := g.chess.Reach(to) &^ all
		if k == board.Pawn {
			from = pulls(them, to, all)
		}
		for ; from != 0; from &= from - 1 {
			if origin := from.First(); g.chess.Retractable(origin, to) {
				before := now
				before[them][k] ^= board.At(to) | board.At(origin)
				other = append(other, before.indexIn(c, here.flipped, them))
			}
		}
	}
	return other, same
}

// pulls returns the squares from which a pawn can have come without a capture.
func pulls(side, to int, all board.Set) (from board.Set) {
	step := size - 2*size*side
	rank := to/size + (size-1-2*(to/size))*side // from its own side, from 0
	if rank < 2 || all.Has(to-step) {
		return 0
	}
	from = board.At(to - step)
	if rank == 3 && !all.Has(to-2*step) {
		from |= board.At(to - 2*step)
	}
	return from
}
