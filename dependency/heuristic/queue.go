package heuristic

import "math/bits"

// A queue holds atoms by their values, and takes out the least value first. It is a radix heap (Ahuja, Mehlhorn, Orlin
// and Tarjan 1990): no value that is put in may be less than the last one that was taken out.
//
// An atom is in the bucket of the highest bit in which its value differs from the value taken out last. Each atom is
// moved at most once for each bit, and for small values, as most are, hardly ever.
type queue struct {
	buckets [bits.UintSize][]entry
	filled  uint64 // the buckets from 1 on that have entries
	last    int    // the value taken out last
}

// An entry is an atom in a queue with the value that it has been put in with. Where that was lowered since, the atom
// has another entry.
type entry struct {
	value int
	atom  int32
}

// put puts in an atom.
func (q *queue) put(atom int32, value int) {
	i := bits.Len(uint(value ^ q.last))
	q.buckets[i] = append(q.buckets[i], entry{value, atom})
	q.filled |= 1 << i &^ 1
}

// take takes out an atom with the least value. ok is false if the queue is empty.
func (q *queue) take() (e entry, ok bool) {
	if len(q.buckets[0]) == 0 {
		if q.filled == 0 {
			return e, false
		}
		q.fill()
	}
	last := len(q.buckets[0]) - 1
	e = q.buckets[0][last]
	q.buckets[0] = q.buckets[0][:last]
	return e, true
}

// fill moves the atoms of the least values to the first bucket, which is empty.
func (q *queue) fill() {
	i := bits.TrailingZeros64(q.filled)
	q.filled &^= 1 << i
	bucket := q.buckets[i]
	q.last = bucket[0].value
	for _, e := range bucket[1:] {
		q.last = min(q.last, e.value)
	}
	q.buckets[i] = bucket[:0]
	for _, e := range bucket {
		q.put(e.atom, e.value)
	}
}

// empty takes out all atoms, and then permits all values.
func (q *queue) empty() {
	q.buckets[0] = q.buckets[0][:0]
	for ; q.filled != 0; q.filled &= q.filled - 1 {
		i := bits.TrailingZeros64(q.filled)
		q.buckets[i] = q.buckets[i][:0]
	}
	q.last = 0
}
