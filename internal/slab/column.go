package slab

// A Column is a [Slab] of elements of any type. Several of the same length, such as one for the arcs of a tree and one for
// the knowledge of each arc, grow and move together.
type Column interface {
	Reset(shift uint8, most int)
	Extend(most int) bool
	Grow(length, used int) bool
	Move(to, from, count uint32)
	Prepare() (keep func())
	Discard()
	Size() int
}
