package teeko

import (
	"math/bits"
	"slices"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// The index of a position depends on the men of the side to move and of the other. While men are placed, their number tells which
// side that is; afterwards indices stand for positions with Black to move, and a position with White to move has the index of the
// position with the men exchanged. Of the eight images by reflections and rotations, the image with the least set of own men
// counts and, on ties, with the least set of the others.

const symmetries = 8

// sets are the sets of squares of one size in ascending order, by which the other tables are ordered.
type sets struct {
	all    []uint32
	images [symmetries][]uint16
	least  []uint16 // the index of the least image in leasts
	by     []uint8  // the symmetries that lead to the least image, as bits
	leasts []uint16 // the sets without a lesser image
}

var (
	bySize   = makeSets()
	starts   = makeStarts()
	lowRank  = makeRanks(0, lowBits, 0)
	highRank = func() (ranks [men + 1][]uint16) {
		for below := range ranks {
			ranks[below] = makeRanks(lowBits, squares-lowBits, below)
		}
		return ranks
	}()
)

// lowBits is the number of squares in the first of two tables for ranks.
const lowBits = 13

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// makeRanks returns what each set of squares from the first on adds to a rank if there are some squares below.
func makeRanks(first, width, below int) []uint16 {
	ranks := make([]uint16, 1<<width)
	for set := range ranks {
		i := below
		for left := set; left != 0 && i < men; left &= left - 1 {
			i++
			ranks[set] += uint16(choose(first+bits.TrailingZeros(uint(left)), i))
		}
	}
	return ranks
}

// rank returns the number of a set among the sets of its size.
func rank(set uint32) int {
	low := set & (1<<lowBits - 1)
	return int(lowRank[low] + highRank[bits.OnesCount32(low)][set>>lowBits])
}

func image(s int, set uint32) (under uint32) {
	for ; set != 0; set &= set - 1 {
		square := bits.TrailingZeros32(set)
		x, y := ranks.Under(s, square%side, square/side, side-1)
		under |= 1 << (y*side + x)
	}
	return under
}

func makeSets() (by [men + 1]sets) {
	by[0].all = []uint32{0}
	for n := range by {
		s := &by[n]
		for set := uint32(1)<<n - 1; n > 0 && set < 1<<squares; {
			s.all = append(s.all, set)
			// The next set of as many squares: Gosper's hack.
			low := set & -set
			high := set + low
			set = high | (set^high)/low>>2
		}
		for i, set := range s.all {
			least := i
			var numbers [symmetries]int
			for k := range numbers {
				numbers[k] = rank(image(k, set))
				s.images[k] = append(s.images[k], uint16(numbers[k]))
				least = min(least, numbers[k])
			}
			ways := uint8(0)
			for k, number := range numbers {
				if number == least {
					ways |= 1 << k
				}
			}
			s.by = append(s.by, ways)
			if least == i {
				s.leasts = append(s.leasts, uint16(i))
			}
			at, _ := slices.BinarySearch(s.leasts, uint16(least))
			s.least = append(s.least, uint16(at))
		}
	}
	return by
}

func makeStarts() (s [2*men + 2]uint64) {
	for n := range 2*men + 1 {
		own := n / 2
		s[n+1] = s[n] + uint64(len(bySize[own].leasts))*uint64(len(bySize[n-own].all))
	}
	return s
}

// leastUnder returns the least number of a set under some symmetries.
func (s *sets) leastUnder(by uint8, number int) int {
	least := s.images[bits.TrailingZeros8(by)][number]
	for by &= by - 1; by != 0; by &= by - 1 {
		least = min(least, s.images[bits.TrailingZeros8(by)][number])
	}
	return int(least)
}

// Positions returns the number of indices. About one in two belongs to a position.
func (g *Game) Positions() uint64 { return starts[len(starts)-1] }

// Index returns the number of the present position, the same for images.
func (g *Game) Index() uint64 { return index(g.men[g.toMove], g.men[g.toMove^1]) }

// index returns the index of a position, given the men of the side to move and of the other.
func index(own, other uint32) uint64 {
	k, n := bits.OnesCount32(own), bits.OnesCount32(other)
	first, by := firstIndex(own, k, n)
	return first + uint64(bySize[n].leastUnder(by, rank(other)))
}

// firstIndex returns the first index with k own men and n others, and the symmetries for the least set of others.
func firstIndex(own uint32, k, n int) (first uint64, by uint8) {
	s, r := &bySize[k], rank(own)
	return starts[k+n] + uint64(s.least[r])*uint64(len(bySize[n].all)), s.by[r]
}

// SetIndex sets the position by its index. It returns false for an unused index: men would be on the same square, the game would
// have ended before, or an image has a lesser index.
func (g *Game) SetIndex(i uint64) bool {
	n := 0
	for i >= starts[n+1] {
		n++
	}
	i -= starts[n]
	s, t := &bySize[n/2], &bySize[n-n/2]
	ways := uint64(len(t.all))
	r, q := int(s.leasts[i/ways]), int(i%ways)
	own, other := s.all[r], t.all[q]
	if own&other != 0 || n == 2*men && g.variant.wins(own) || t.leastUnder(s.by[r], q) < q {
		return false
	}
	g.toMove = uint8(n & 1)
	g.men[g.toMove], g.men[g.toMove^1] = own, other
	return true
}

// Images returns the number of different images of the present position, itself included.
func (g *Game) Images() int {
	same := 0
	for s := range symmetries {
		if image(s, g.men[0]) == g.men[0] && image(s, g.men[1]) == g.men[1] {
			same++
		}
	}
	return symmetries / same
}

func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	if g.won() {
		return other, same
	}
	own, theirs := g.men[g.toMove], g.men[g.toMove^1]
	k, n := bits.OnesCount32(theirs), bits.OnesCount32(own)
	empty := board &^ (own | theirs)
	if n < men {
		first, by := firstIndex(theirs, k, n+1)
		for s := &bySize[n+1]; empty != 0; empty &= empty - 1 {
			other = append(other, first+uint64(s.leastUnder(by, rank(own|empty&-empty))))
		}
		return other, same
	}
	first, by := firstIndex(theirs, k, n)
	for left := own; left != 0; left &= left - 1 {
		rest := own &^ (left & -left)
		for to := near[bits.TrailingZeros32(left)] & empty; to != 0; to &= to - 1 {
			other = append(other, first+uint64(bySize[men].leastUnder(by, rank(rest|to&-to))))
		}
	}
	return other, same
}

func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	own, theirs := g.men[g.toMove], g.men[g.toMove^1]
	if bits.OnesCount32(own) == men && g.variant.wins(own) {
		return other, same // the game ended before
	}
	// The last move placed a man if men are still being placed, and perhaps if the last has just been placed.
	for left := theirs; left != 0; left &= left - 1 {
		other = append(other, index(theirs&^(left&-left), own))
	}
	if bits.OnesCount32(own|theirs) < 2*men {
		return other, same
	}
	empty := board &^ (own | theirs)
	for left := theirs; left != 0; left &= left - 1 {
		rest := theirs &^ (left & -left)
		for from := near[bits.TrailingZeros32(left)] & empty; from != 0; from &= from - 1 {
			other = append(other, index(rest|from&-from, own))
		}
	}
	return other, same
}
