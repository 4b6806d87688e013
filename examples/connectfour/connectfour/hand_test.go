package connectfour

import (
	"math/bits"

	"github.com/ply-search/ply/transposition"
)

// hand is principal variation search with iterative deepening, a table and killers, written by hand for
// Connect Four with none of the library but the mixing of keys: what a programmer would write who needs
// just this one, and wants it fast. It searches as alphabeta.PrincipalVariation does without other heuristics.
type hand struct {
	table   []handEntry
	salt    uint64 // of the keys: another one takes the place of clearing the table
	killers [Cells + 1][2]uint64
	nodes   int
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
	clear(h.killers[:])
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
		return h.last(Game{own, stones, count}, at, beta)
	}
	hint := -1
	key := transposition.Mix(own+stones) ^ h.salt
	place, _ := bits.Mul64(key*0x9e3779b97f4a7c15, uint64(len(h.table)))
	entry := &h.table[place]
	if entry.key == key {
		value := int(entry.value)
		if at > 0 && int(entry.depth) >= depth && (entry.bound == handExact ||
			entry.bound == handAtLeast && value >= beta || entry.bound == handAtMost && value <= alpha) {
			return value
		}
		hint = int(entry.move) - 1
	}
	if fourInLine(other) {
		return -(Win + Cells - count)
	}
	open := (stones + bottom) & board
	if open == 0 {
		return 0
	}
	var moves [Columns]uint64
	n := 0
	for _, c := range centreFirst {
		if cell := open & c; cell != 0 {
			moves[n] = cell
			n++
		}
	}
	var order [Columns]uint8
	j := 0
	if hint >= 0 {
		order[0] = uint8(hint)
		j = 1
	}
	for _, k := range h.killers[at] {
		for i := range n {
			if moves[i] == k && i != hint {
				order[j] = uint8(i)
				j++
			}
		}
	}
	for i := range n {
		if i != hint && moves[i] != h.killers[at][0] && moves[i] != h.killers[at][1] {
			order[j] = uint8(i)
			j++
		}
	}
	best, bestMove, before := -32001, uint8(0), alpha
	for i := range n {
		move := moves[order[i]]
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
			best, bestMove = v, order[i]+1
		}
		if v > alpha {
			alpha = v
			if v >= beta {
				if h.killers[at][0] != move {
					h.killers[at][1], h.killers[at][0] = h.killers[at][0], move
				}
				break
			}
		}
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

// last is search with a depth of one move.
func (h *hand) last(g Game, at, beta int) int {
	drop, value, evaluated := g.BestSuccessor(beta)
	h.nodes += evaluated
	if evaluated == 0 {
		return g.Outcome()
	}
	if cell := uint64(1) << drop; value >= beta && h.killers[at][0] != cell {
		h.killers[at][1], h.killers[at][0] = h.killers[at][0], cell
	}
	return value
}
