package joint

import "encoding/binary"

// AppendPolicy appends the strategy of a player at an information key of the serialized game ([rounds.Serialize]) that begins
// where the tree does: the mean over all workers, each with the weight of its simulations there. Where the tree has not been,
// all moves are equally likely. So a Tree is a policy that package [github.com/ply-search/ply/search/regret] can evaluate.
func (t *Tree[M]) AppendPolicy(dst []float64, player int, key []byte, moves []M) []float64 {
	base, all := len(dst), 0
	for _, w := range t.workers {
		n := w.after(key)
		if n == nil {
			continue
		}
		own := w.appendPolicy(dst, n, player, len(moves))
		if len(own) == base {
			continue
		}
		if len(dst) == base {
			dst, all = own, n.visits
			continue
		}
		all += n.visits
		part := own[len(dst):]
		for i, p := range part {
			dst[base+i] += (p - dst[base+i]) * float64(n.visits) / float64(max(all, 1))
		}
	}
	if len(dst) == base {
		for range moves {
			dst = append(dst, 1/float64(len(moves)))
		}
	}
	return dst
}

// appendPolicy appends the strategy of a player in a node, if it has this number of moves there.
func (w *worker[M]) appendPolicy(dst []float64, n *node[M], player, moves int) []float64 {
	for i := range n.shares {
		if s := &n.shares[i]; int(s.player) == player && int(s.moves) == moves {
			return w.appendStrategy(dst, s)
		}
	}
	return dst
}

// after returns the node after the rounds that a key of the serialized game lists, or nil if the tree has none.
func (w *worker[M]) after(key []byte) *node[M] {
	n := w.nodes.At(0)
	for len(key) > 0 {
		cell := 0
		for i := range max(1, len(n.shares)) {
			choice, size := binary.Uvarint(key)
			if size <= 0 {
				return nil
			}
			radix := len(n.next)
			if key = key[size:]; i < len(n.shares) {
				radix = int(n.shares[i].moves)
			}
			if choice >= uint64(radix) {
				return nil
			}
			cell = cell*radix + int(choice)
		}
		if n.next[cell] == 0 {
			return nil
		}
		n = w.nodes.At(uint32(n.next[cell]))
	}
	return n
}
