package morpion

import (
	"math/bits"

	"github.com/ply-search/ply/internal/hashtable"
)

// byHand is a depth-first search of 5T alone, what a programmer would write who needs just this one, and
// wants it fast: the competitor of search.DepthFirst. The board is that of Game, and so are moves. All else
// is in one function, with numbers for what Game reads from its rule, and no interface. It counts nodes and
// leaves and keeps the longest line, as DepthFirst does for Longest.
//
// (With the moves of all positions in an array of fixed size, whose indices are masked so that they need no
// check, it would be faster still: by 30 % in the tree and 15 % with incremental transpositions.)
type byHand struct {
	points, marks [straights]uint64
	canBe, free   [1 << windowBits]uint8
	keys          *[lines]uint64
	table         *hashtable.BoundedSet // nil for none
	incremental   bool

	nodes, leaves int
	longest, path []Move // each with room for any line
}

func newByHand(g *Game) *byHand {
	return &byHand{
		points: g.points,
		marks:  g.marks,
		canBe:  g.rule.ready,
		free:   g.rule.free,
		keys:   lineKeys(),
	}
}

// search searches what follows a position of this hash with these moves.
func (h *byHand) search(moves []Move, hash uint64) {
	h.nodes, h.leaves = 0, 0
	h.longest, h.path = make([]Move, 0, 1000), make([]Move, 1000)
	if h.table != nil {
		h.table.Visit(hash)
	}
	h.visit(append(make([]Move, 0, 1<<14), moves...), 0, 0, 0, hash)
}

// visit visits the position whose moves are stack[start:], of which the first known lead where the
// search has been, and all that follows.
func (h *byHand) visit(stack []Move, start, known, depth int, hash uint64) {
	moves := stack[start:]
	h.nodes++
	if depth > len(h.longest) {
		h.longest = append(h.longest[:0], h.path[:depth]...)
	}
	if len(moves) == 0 {
		h.leaves++
		return
	}
	var ahead uint64
	if h.table != nil && known < len(moves) {
		ahead = hash ^ h.keys[moves[known].line()]
	}
	for i := known; i < len(moves); i++ {
		m := moves[i]
		key := ahead
		if h.table != nil {
			if i+1 < len(moves) {
				ahead = hash ^ h.keys[moves[i+1].line()]
				h.table.Prefetch(ahead)
			}
			if h.table.Visit(key) {
				continue
			}
		}
		h.path[depth] = m
		t := 0
		if h.incremental {
			t = i
		}

		// The moves that stay legal.
		same := uint32(m) & (1<<startShift - 1)
		from := uint32(m)>>startShift<<startShift - 3<<startShift
		next := stack
		for _, p := range moves[:t] {
			if d := bits.RotateLeft32(uint32(p)^same-from, 6); d >= lines && d&(lines-1) > 6 {
				next = append(next, p)
			}
		}
		commuting := len(next) - len(stack)
		for _, p := range moves[t:] {
			if d := bits.RotateLeft32(uint32(p)^same-from, 6); d >= lines && d&(lines-1) > 6 {
				next = append(next, p)
			}
		}

		// The board.
		x, y := uint(m>>8)&63, uint(m>>14)&63
		fall, rise := (x-y)&63, (x+y)&63
		h.marks[uint8(m)] ^= bits.RotateLeft64(15, int(m>>26))
		h.points[y] ^= 1 << x
		h.points[64+x] ^= 1 << y
		h.points[128+fall] ^= 1 << x
		h.points[192+rise] ^= 1 << x

		// The moves that become legal.
		turnX, turnY := 4-int(x), 4-int(y)
		found := uint32(h.canBe[bits.RotateLeft64(h.points[y], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[y], turnX)&511]) |
			uint32(h.canBe[bits.RotateLeft64(h.points[64+x], turnY)&511])&uint32(h.free[bits.RotateLeft64(h.marks[64+x], turnY)&511])<<8 |
			uint32(h.canBe[bits.RotateLeft64(h.points[128+fall], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[128+fall], turnX)&511])<<16 |
			uint32(h.canBe[bits.RotateLeft64(h.points[192+rise], turnX)&511])&uint32(h.free[bits.RotateLeft64(h.marks[192+rise], turnX)&511])<<24
		if found != 0 {
			straights := uint32(y|x<<8|fall<<16|rise<<24) + 0xc0804000
			positions := uint32(x*0x01010001 | y<<8)
			for ; found != 0; found &= found - 1 {
				bit := bits.TrailingZeros32(found)
				s := uint8(straights >> (bit & 24))
				offset := bit&7 - 4
				first := int(positions>>(bit&24)) + offset
				offset += bits.TrailingZeros64(^bits.RotateLeft64(h.points[s], -first))
				step := &steps[s>>6]
				newX, newY := int(x)+offset*step.X, int(y)+offset*step.Y
				next = append(next, Move(first)<<26|Move(newY&63)<<14|Move(newX&63)<<8|Move(s))
			}
		}

		h.visit(next, len(stack), commuting, depth+1, key)

		h.marks[uint8(m)] ^= bits.RotateLeft64(15, int(m>>26))
		h.points[y] ^= 1 << x
		h.points[64+x] ^= 1 << y
		h.points[128+fall] ^= 1 << x
		h.points[192+rise] ^= 1 << x
	}
}
