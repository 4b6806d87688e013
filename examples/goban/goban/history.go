package goban

import "github.com/ply-search/ply/transposition"

// A history is the set of the hashes of stones that were on the board. Hashes leave it in the reverse of the order in
// which they came, so that a table with open addressing needs no marks for those that have left.
type history struct {
	past  []uint64 // in the order in which they came
	table []uint64 // 0 is free; of the power of two that is at least twice the number of hashes
	sum   uint64   // of the past, whatever the order
}

func (t *history) add(h uint64) {
	t.past = append(t.past, h)
	t.sum += transposition.Mix(h)
	if 2*len(t.past) <= len(t.table) {
		t.insert(h)
		return
	}
	t.table = make([]uint64, max(64, 2*len(t.table)))
	for _, h := range t.past {
		t.insert(h)
	}
}

// insert puts a hash into the first free place from that of the hash on.
func (t *history) insert(h uint64) {
	for i := h; ; i++ {
		if at := &t.table[i&uint64(len(t.table)-1)]; *at == 0 {
			*at = h
			return
		}
	}
}

func (t *history) has(h uint64) bool {
	for i := h; ; i++ {
		switch t.table[i&uint64(len(t.table)-1)] {
		case h:
			return true
		case 0:
			return false
		}
	}
}

// drop removes the hash that came last.
func (t *history) drop(h uint64) {
	t.past = t.past[:len(t.past)-1]
	t.sum -= transposition.Mix(h)
	last := h
	// If it came several times, the last is the one that is furthest from its place.
	for i := h; t.table[i&uint64(len(t.table)-1)] != 0; i++ {
		if t.table[i&uint64(len(t.table)-1)] == h {
			last = i
		}
	}
	t.table[last&uint64(len(t.table)-1)] = 0
}

// reset leaves one hash.
func (t *history) reset(h uint64) {
	t.past, t.sum = t.past[:0], 0
	clear(t.table)
	t.add(h)
}

func (t *history) copy(o *history) {
	t.past = append(t.past[:0], o.past...)
	t.table = append(t.table[:0], o.table...)
	t.sum = o.sum
}
