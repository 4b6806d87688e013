package goban

import "github.com/ply-search/ply/transposition"

// A history is the set of the hashes of positions of stones. Hashes are removed in reverse order of insertion, so the
// table with open addressing needs no tombstones.
type history struct {
	past  []uint64 // in order of insertion
	table []uint64 // 0 is free; a power of two, at least twice as many as hashes
	sum   uint64   // of past, mixed, independent of the order
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

// insert puts a hash into the first free place.
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

// drop removes the last hash.
func (t *history) drop(h uint64) {
	t.past = t.past[:len(t.past)-1]
	t.sum -= transposition.Mix(h)
	last := h
	// Of several copies, the last is furthest from its place.
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
