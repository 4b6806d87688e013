package heuristic

import "math/bits"

// A queue is a priority queue of atoms. It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990): no value may be
// less than the last value removed. An atom is in the bucket of the highest bit in which its value differs from that
// last value; it is moved at most once for each bit, and rarely for small values.
type queue struct {
	buckets [bits.UintSize][]entry
	filled  uint64 // the buckets from 1 on that have entries
	last    int    // the value taken out last
}

// An entry is an atom with its value when it was added. If the value was lowered since, the atom has another entry.
type entry struct {
	value int
	atom  int32
}

func (q *queue) put(atom int32, value int) {
	i := bits.Len(uint(value ^ q.last))
	q.buckets[i] = append(q.buckets[i], entry{value, atom})
	q.filled |= 1 << i &^ 1
}

// take removes an atom with the least value. ok is false if the queue is empty.
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

// fill moves the atoms with the least values to the empty first bucket.
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

// empty removes all atoms, and permits all values again.
func (q *queue) empty() {
	q.buckets[0] = q.buckets[0][:0]
	for ; q.filled != 0; q.filled &= q.filled - 1 {
		i := bits.TrailingZeros64(q.filled)
		q.buckets[i] = q.buckets[i][:0]
	}
	q.last = 0
}
