package connectfour

import (
	"math"
	"math/bits"

	"github.com/ply-search/ply/transposition"
)

// hand is principal variation search with iterative deepening, a table and ranks, written by hand for
// Connect Four with none of the library but the mixing of keys: what a programmer would write who needs
// just this one, and wants it fast. It searches as alphabeta.Search does with default options.
type hand struct {
	table []handEntry
	salt  uint64 // of the keys: another one takes the place of clearing the table
	from  int    // the least remaining depth at which the table is used and moves are ordered
	nodes int
}

type handEntry struct {
	key   uint64
	value int16
	move  uint8 // number of the column in the order, counted from 1
	depth uint8
	bound uint8
}

const (
	handAtLeast = iota
	handAtMost
	handExact
)

// deepen searches to each depth up to the last and returns the value there.
func (h *hand) deepen(last int) int {
	value := 0
	for depth := 1; depth <= last; depth++ {
		value = h.search(0, 0, 0, depth, 0, -32001, 32001)
	}
	return value
}

func (h *hand) search(own, stones uint64, count, depth, at, alpha, beta int) int {
	h.nodes++
	other := own ^ stones
	if depth == 1 {
		return h.last(Game{own, stones, count}, beta)
	}
	hint, deep := -1, depth >= h.from
	var key uint64
	var entry *handEntry
	if deep {
		if key, entry = h.at(own, stones); entry.key == key {
			value := int(entry.value)
			if at > 0 && int(entry.depth) >= depth && (entry.bound == handExact ||
				entry.bound == handAtLeast && value >= beta || entry.bound == handAtMost && value <= alpha) {
				return value
			}
			hint = int(entry.move) - 1
		}
	}
	if fourInLine(other) {
		return -(Win + Cells - count)
	}
	open := (stones + bottom) & board
	if open == 0 {
		return 0
	}
	var moves [Columns]Drop
	n := 0
	for _, c := range &centreFirst {
		if cell := open & c; cell != 0 {
			moves[n] = Drop(bits.TrailingZeros64(cell))
			n++
		}
	}
	if depth >= 5 && at > 0 {
		for i, d := range moves[:n] {
			nextKey, next := h.at(other, stones|d.cell())
			if value := -int(next.value); next.key == nextKey && value >= beta && int(next.depth) >= depth-1 && next.bound != handAtLeast {
				*entry = handEntry{key, int16(value), uint8(i + 1), uint8(depth), handAtLeast}
				return value
			}
		}
	}
	var ranks [Columns]int32 // of the moves that were not tried
	best, bestMove, before := -32001, uint8(0), alpha
	for i := range n {
		pick := hint
		switch {
		case !deep:
			pick = i
		case i > 0 || hint < 0:
			if pick = 0; i == 0 || i == 1 && hint >= 0 {
				g := Game{own, stones, count}
				g.Rank(0, moves[:n], ranks[:n])
				if i == 1 {
					ranks[hint] = math.MinInt32
				}
			}
			for j := 1; j < n; j++ {
				if ranks[j] > ranks[pick] {
					pick = j
				}
			}
		}
		ranks[pick] = math.MinInt32
		move := moves[pick].cell()
		var v int
		if i > 0 && beta-alpha > 1 {
			v = -h.search(other, stones|move, count+1, depth-1, at+1, -alpha-1, -alpha)
			if v > alpha && v < beta {
				v = -h.search(other, stones|move, count+1, depth-1, at+1, -beta, -alpha)
			}
		} else {
			v = -h.search(other, stones|move, count+1, depth-1, at+1, -beta, -alpha)
		}
		if v > best {
			best, bestMove = v, uint8(pick+1)
		}
		if v > alpha {
			alpha = v
			if v >= beta {
				break
			}
		}
	}
	if !deep {
		return best
	}
	bound := uint8(handExact)
	switch {
	case best >= beta:
		bound = handAtLeast
	case best <= before:
		bound = handAtMost
	}
	*entry = handEntry{key, int16(best), bestMove, uint8(depth), bound}
	return best
}

// at returns the key of a position and its place in the table.
func (h *hand) at(own, stones uint64) (key uint64, entry *handEntry) {
	key = transposition.Mix(own+stones) ^ h.salt
	place, _ := bits.Mul64(key*0x9e3779b97f4a7c15, uint64(len(h.table)))
	return key, &h.table[place]
}

// last is search with a depth of one move.
func (h *hand) last(g Game, beta int) int {
	_, value, evaluated := g.BestSuccessor(beta)
	h.nodes += evaluated
	if evaluated == 0 {
		return g.Outcome()
	}
	return value
}
