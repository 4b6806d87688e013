package doubutsu

import (
	"math/bits"
	"slices"
	"sort"
)

// The index of a position depends on the pieces as the side to move sees them, with itself at the bottom. If its lion is on
// file c, the board is reflected; if it is on file b, the lesser index of the board and its reflection counts.
//
// Index 0 stands for all positions in which a lion has been taken, class 0. The others are sorted by groups, and in a group by
// the squares of one kind after the other, among the squares that are left.

// turned is each set of squares as the other side sees it, reflected is the set with files a and c exchanged.
var turned, reflected = func() (turned, reflected [board + 1]uint16) {
	for set := range board + 1 {
		for square := range squares {
			if set>>square&1 != 0 {
				turned[set] |= 1 << (squares - 1 - square)
				reflected[set] |= 1 << (square - square%width + width - 1 - square%width)
			}
		}
	}
	return turned, reflected
}()

var order = [8]struct{ side, kind uint8 }{
	{0, uint8(giraffe)}, {1, uint8(giraffe)}, {0, uint8(elephant)}, {1, uint8(elephant)},
	{0, uint8(chick)}, {1, uint8(chick)}, {0, uint8(hen)}, {1, uint8(hen)},
}

// A group is all positions with the same numbers of pieces, by side and kind, on the board and in hand.
type group struct {
	first  uint64                  // the index of the first of its positions
	counts [len(order)]uint8       // of pieces on the board
	ways   [len(order)]uint32      // to place these on the squares that are left
	hand   [2][handKinds - 1]uint8 // of pieces in hand
}

const lionWays = 2 * height * (squares - 1) // to place both lions, the first of them on file a or b

// groups are all groups, groupOf their numbers by groupCode, which is less than 3¹¹, and positions the number of indices.
var groups, groupOf, positions = func() (all []group, of [177147]uint16, next uint64) {
	// Two pieces are distributed among places: the hand and the board for each side and, as hens, the board again.
	var chicks [][6]uint8
	for a := range 6 {
		for b := a; b < 6; b++ {
			var p [6]uint8
			p[a]++
			p[b]++
			chicks = append(chicks, p)
		}
	}
	pairs := slices.DeleteFunc(slices.Clone(chicks), func(p [6]uint8) bool { return p[4]+p[5] > 0 })
	next = 1
	for _, g := range pairs {
		for _, e := range pairs {
			for _, c := range chicks {
				x := group{
					first:  next,
					counts: [len(order)]uint8{g[2], g[3], e[2], e[3], c[2], c[3], c[4], c[5]},
					hand:   [2][handKinds - 1]uint8{{g[0], e[0], c[0]}, {g[1], e[1], c[1]}},
				}
				size, left := uint64(lionWays), uint32(squares-2)
				for i, n := range x.counts {
					x.ways[i] = 1
					for k := range uint32(n) {
						x.ways[i] = x.ways[i] * (left - k) / (k + 1)
					}
					size *= uint64(x.ways[i])
					left -= uint32(n)
				}
				of[groupCode(x.counts, x.hand[0])] = uint16(len(all))
				all = append(all, x)
				next += size
			}
		}
	}
	return all, of, next
}()

func groupCode(n [len(order)]uint8, hand [handKinds - 1]uint8) int {
	code := 0
	for _, digit := range [...]uint8{n[0], n[1], hand[giraffe], n[2], n[3], hand[elephant], n[4], n[5], n[6], n[7], hand[chick]} {
		code = 3*code + int(digit)
	}
	return code
}

// Positions returns the number of indices, 1 045 283 977.
func (g *Game) Positions() uint64 { return positions }

func (g *Game) Classes() []uint64 { return []uint64{0, 1} }

// Below returns the classes that a move from a class can lead to: a lion can be taken.
func (g *Game) Below(class int) []int { return []int{0}[:class] }

// A view is a position as a side sees it, with its own pieces first.
type view struct {
	on   [2][kinds]uint16
	hand [handKinds - 1]uint8 // of that side
}

// view returns the position as the side to move sees it, with its lion on file a or b.
func (g *Game) view() (v view) {
	us := g.toMove
	copy(v.hand[:], g.hand[us][:])
	if us == Sente {
		v.on = g.on
	} else {
		for k := range kinds {
			v.on[0][k], v.on[1][k] = turned[g.on[Gote][k]], turned[g.on[Sente][k]]
		}
	}
	const fileC = 0b100_100_100_100
	if v.on[0][lion]&fileC != 0 {
		v.reflect()
	}
	return v
}

func (v *view) reflect() {
	for k := range kinds {
		v.on[0][k], v.on[1][k] = reflected[v.on[0][k]], reflected[v.on[1][k]]
	}
}

func (g *Game) Index() uint64 {
	if g.caught() {
		return 0
	}
	v := g.view()
	i := v.index()
	const fileB = 0b010_010_010_010
	if v.on[0][lion]&fileB != 0 {
		v.reflect()
		i = min(i, v.index())
	}
	return i
}

// index returns the index of a view, even if its reflection has a lesser one.
func (v *view) index() uint64 {
	var counts [len(order)]uint8
	for i, o := range order {
		counts[i] = uint8(bits.OnesCount16(v.on[o.side][o.kind]))
	}
	group := &groups[groupOf[groupCode(counts, v.hand)]]
	own := bits.TrailingZeros16(v.on[0][lion])
	r := uint64(own/width*2+own%width)*(squares-1) + uint64(bits.OnesCount16((board&^v.on[0][lion])&(v.on[1][lion]-1)))
	left := board &^ (v.on[0][lion] | v.on[1][lion])
	for i, o := range order {
		if counts[i] == 0 {
			continue
		}
		set := v.on[o.side][o.kind]
		low := set & -set
		at := uint64(bits.OnesCount16(left & (low - 1)))
		if high := set ^ low; high != 0 {
			n := uint64(bits.OnesCount16(left & (high - 1)))
			at += n * (n - 1) / 2
		}
		r = r*uint64(group.ways[i]) + at
		left &^= set
	}
	return group.first + r
}

// SetIndex sets the position by its index, with Sente to move. It returns false for an unused index, or if the lion of the side to
// move is on the last rank, where it never is.
func (g *Game) SetIndex(i uint64) bool {
	if i == 0 {
		*g = end
		return true
	}
	x := &groups[sort.Search(len(groups), func(n int) bool { return groups[n].first > i })-1]
	r := i - x.first
	var at [len(order)]uint32
	for j := len(order) - 1; j >= 0; j-- {
		if x.counts[j] > 0 {
			at[j] = uint32(r % uint64(x.ways[j]))
			r /= uint64(x.ways[j])
		}
	}
	*g = Game{}
	own := int(r / (squares - 1))
	g.on[0][lion] = 1 << (own/2*width + own%2)
	left := board &^ g.on[0][lion]
	g.on[1][lion] = nth(left, int(r%(squares-1)))
	left &^= g.on[1][lion]
	for j, o := range order {
		set := uint16(0)
		switch x.counts[j] {
		case 1:
			set = nth(left, int(at[j]))
		case 2:
			n := uint32(1)
			for n*(n+1)/2 <= at[j] {
				n++
			}
			set = nth(left, int(n)) | nth(left, int(at[j]-n*(n-1)/2))
		}
		g.on[o.side][o.kind] = set
		left &^= set
	}
	for side := range g.hand {
		copy(g.hand[side][:], x.hand[side][:])
	}
	return g.on[0][lion]&home[Gote] == 0 && g.Index() == i
}

// nth returns square n of a set, from 0, as a set.
func nth(set uint16, n int) uint16 {
	for range n {
		set &= set - 1
	}
	return set & -set
}

// end is a position in which a lion has been taken.
var end = Game{on: [2][kinds]uint16{Gote: {lion: 1 << 10}}, hand: [2][handKinds]uint8{{2, 2, 2}, {lion: 1}}}

// goesOn reports whether the game has not ended and does not end with the next move, by taking a lion.
func (g *Game) goesOn() bool {
	return (g.on[Sente][lion]&home[Gote])|(g.on[Gote][lion]&home[Sente]) == 0 && g.prey() == 0
}

// appendCandidates appends moves that may have led here, also from positions that do not go on.
func (g *Game) appendCandidates(dst []Move) []Move {
	us, them := g.toMove, g.toMove^1
	if g.caught() || g.on[us][lion]&home[them] != 0 {
		return dst
	}
	empty := board &^ (g.all(us) | g.all(them))
	for k := range kinds {
		for left := g.on[them][k]; left != 0; left &= left - 1 {
			to := bits.TrailingZeros16(left)
			if k < lion {
				dst = append(dst, newMove(handStart+int(k), to, 0, false))
			}
			last := home[us]>>to&1 != 0
			if k != chick || !last {
				dst = g.appendUnmoves(dst, reach[us][k][to]&empty, to, false)
			}
			if k == hen && last {
				dst = g.appendUnmoves(dst, reach[us][chick][to]&empty, to, true)
			}
		}
	}
	return dst
}

// appendUnmoves appends the moves to a square from several, without and with each piece taken that is now in hand.
func (g *Game) appendUnmoves(dst []Move, from uint16, to int, promote bool) []Move {
	hand := &g.hand[g.toMove^1]
	for ; from != 0; from &= from - 1 {
		at := bits.TrailingZeros16(from)
		dst = append(dst, newMove(at, to, 0, promote))
		for k := range lion {
			if hand[k] > 0 {
				dst = append(dst, newMove(at, to, k+1, promote))
			}
		}
		if hand[chick] > 0 {
			dst = append(dst, newMove(at, to, hen+1, promote))
		}
	}
	return dst
}

// Predecessors appends the indices of the positions before all moves, except moves that take the lion, to other.
func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	var scratch [mostUnmoves]Move
	now := *g
	for _, m := range g.appendCandidates(scratch[:0]) {
		if g.Undo(m); g.goesOn() {
			other = append(other, g.Index())
		}
		*g = now
	}
	return other, same
}

func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	if !g.caught() && g.prey() != 0 {
		return append(other, 0), same
	}
	var scratch [mostMoves]Move
	now := *g
	for _, m := range g.Moves(scratch[:0]) {
		g.Play(m)
		other = append(other, g.Index())
		*g = now
	}
	return other, same
}

// mostMoves and mostUnmoves are above the numbers of moves, forwards and backwards, of any position.
const (
	mostMoves   = 64
	mostUnmoves = 256
)
