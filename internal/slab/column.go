package slab

import "github.com/ply-search/ply/internal/saved"

// A Column is a [Slab] of any type. Columns of the same length, such as one for the arcs of a tree and one for data of
// each arc, grow and move together.
type Column interface {
	Reset(shift uint8, most int)
	Extend(most int) bool
	Grow(length, used int) bool
	Move(to, from, count uint32)
	Prepare() (keep func())
	Discard()
	Size() int
	Freeze(used int)
	Keep(first, count uint32)
	Save(w *saved.Writer)
	Thaw()
	Load(r *saved.Reader, used, most int)
}
