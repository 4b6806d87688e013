package montana

import "math"

// hand is a search of variant Base with 4 suits written by hand, with none of the library: what a
// programmer would write who needs just this one, and wants it fast. It counts nodes, solutions and
// the longest line.
type hand struct {
	board, where [256]uint8
	gaps         []uint8
	keys         []uint64
	shift        uint
	hash         uint64
	table        []uint64 // replace always

	incremental               bool
	budget                    int // of nodes, if not 0
	suits, ranks              int
	nodes, solutions, deepest int
}

// A handMove is a from cell and, in the low byte, a to cell.
type handMove uint16

func newHand(g *Game, incremental bool, table []uint64, salt uint64) *hand {
	h := &hand{
		table: table, keys: g.keys, shift: g.keyShift, hash: g.Rehash() ^ salt,
		incremental: incremental, suits: g.suits, ranks: g.ranks,
	}
	for cell := range g.Cells() {
		h.board[cell] = uint8(g.board[cell])
	}
	for thing := range int(g.wall) {
		h.where[thing] = uint8(g.where[thing])
	}
	for _, gap := range g.gaps {
		h.gaps = append(h.gaps, uint8(gap))
	}
	return h
}

// count searches all that can be reached and returns the number of nodes.
func (h *hand) count() int {
	stack := make([]handMove, 0, 4096)
	for _, gap := range h.gaps {
		to := h.where[gap]
		if from := h.where[h.board[to-1]+1]; from != 0 {
			stack = append(stack, handMove(from)<<8|handMove(to))
		}
	}
	if h.budget == 0 {
		h.budget = math.MaxInt
	}
	h.search(stack, 0, 0, 0)
	return h.nodes
}

func (h *hand) search(stack []handMove, start, t, depth int) {
	h.nodes++
	if depth > h.deepest {
		h.deepest = depth
	}
	if len(stack) == start {
		if h.solved() {
			h.solutions++
		}
		return
	}
	moves := stack[start:]
	for i := t; i < len(moves); i++ {
		m := moves[i]
		from, to := uint8(m>>8), uint8(m)
		card, gap := h.board[from], h.board[to]
		before := h.hash
		if h.table != nil {
			row := uint(card) << (h.shift & 63)
			key := before ^ h.keys[row|uint(from)] ^ h.keys[row|uint(to)]
			e := &h.table[key&uint64(len(h.table)-1)]
			if *e == key {
				continue
			}
			*e, h.hash = key, key
		}
		if h.nodes >= h.budget {
			return
		}
		h.board[from], h.board[to] = gap, card
		h.where[card], h.where[gap] = to, from

		var kept uint64
		next := stack
		if h.incremental {
			for _, k := range moves[:i] {
				if uint8(k>>8)+1 != to && from+1 != uint8(k) {
					next = append(next, k)
					kept |= 1 << (h.board[uint8(k)] & 63)
				}
			}
		}
		known := len(next) - len(stack)
		for _, g := range h.gaps {
			to := h.where[g]
			if from := h.where[h.board[to-1]+1]; from != 0 && kept>>(g&63)&1 == 0 {
				next = append(next, handMove(from)<<8|handMove(to))
			}
		}
		h.search(next, len(stack), known, depth+1)

		h.hash = before
		h.board[from], h.board[to] = card, gap
		h.where[card], h.where[gap] = from, to
	}
}

func (h *hand) solved() bool {
	for suit := range h.suits {
		ace := suit*(h.ranks+1) + 1
		for card := ace + 1; card < ace+h.ranks; card++ {
			if h.where[card] != h.where[card-1]+1 {
				return false
			}
		}
	}
	return true
}
