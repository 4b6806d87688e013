package retrograde

import (
	"math/bits"
	"sync/atomic"
)

const lineBits = 7 * 64

// A line of a set is a cache line: the number of the first position of the line, and seven words of bits.
type line [8]uint64

// A reached set has a bit for each index, and numbers the indices in it in order. A lookup takes one access to memory.
type reached struct {
	lines  []line
	starts []uint64 // the line of the first position of each block, once numbered
	count  uint64
}

func newReached(indices uint64) *reached {
	return &reached{lines: make([]line, indices/lineBits+1)}
}

func reachedBytes(indices uint64) uint64 { return (indices/lineBits + 1) * 64 }

func bitOf(index uint64) (line uint64, word, bit uint) {
	line = index / lineBits
	rest := uint(index - line*lineBits)
	return line, 1 + rest/64, rest % 64
}

func (r *reached) add(index uint64) bool {
	l, w, b := bitOf(index)
	word := &r.lines[l][w]
	if atomic.LoadUint64(word)>>b&1 != 0 {
		return false
	}
	return atomic.OrUint64(word, 1<<b)>>b&1 == 0
}

func (r *reached) number() {
	var n uint64
	r.starts = r.starts[:0]
	for i := range r.lines {
		l := &r.lines[i]
		l[0] = n
		for _, w := range l[1:] {
			n += uint64(bits.OnesCount64(w))
		}
		for uint64(len(r.starts))*blockSize < n {
			r.starts = append(r.starts, uint64(i))
		}
	}
	r.count = n
}

func (r *reached) rank(index uint64) (n uint64, ok bool) {
	l, w, b := bitOf(index)
	line := &r.lines[l]
	here := line[w]
	if here>>b&1 == 0 {
		return 0, false
	}
	n = line[0] + uint64(bits.OnesCount64(here&(1<<b-1)))
	for _, before := range line[1:w] {
		n += uint64(bits.OnesCount64(before))
	}
	return n, true
}

// below returns the number of positions with an index below this one, which may exceed all.
func (r *reached) below(index uint64) uint64 {
	l, w, b := bitOf(index)
	if l >= uint64(len(r.lines)) {
		return r.count
	}
	line := &r.lines[l]
	n := line[0] + uint64(bits.OnesCount64(line[w]&(1<<b-1)))
	for _, before := range line[1:w] {
		n += uint64(bits.OnesCount64(before))
	}
	return n
}

// A cursor finds the indices of positions by their numbers, quickly if they ascend.
type cursor struct {
	line  uint64
	valid bool
	last  uint64
}

func (r *reached) index(c *cursor, n uint64) uint64 {
	if start := r.starts[n/blockSize]; !c.valid || n < c.last || c.line < start {
		c.line, c.valid = start, true
	}
	c.last = n
	for c.line+1 < uint64(len(r.lines)) && r.lines[c.line+1][0] <= n {
		c.line++
	}
	line := &r.lines[c.line]
	rest := int(n - line[0])
	for w := 1; ; w++ {
		word := line[w]
		if here := bits.OnesCount64(word); here <= rest {
			rest -= here
			continue
		}
		for range rest {
			word &= word - 1
		}
		return c.line*lineBits + uint64(w-1)*64 + uint64(bits.TrailingZeros64(word))
	}
}
