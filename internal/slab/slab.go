// Package slab implements the memory of trees: long slices with 32-bit indices that grow without moving elements.
package slab

import (
	"unsafe"

	"github.com/ply-search/ply/internal/saved"
)

// A Slab is a long slice in chunks of 1<<shift elements, which grows without moving them. A single chunk may be
// shorter, for small trees, and so may the last one.
//
// Only one goroutine at a time may change a slab. Others may use the elements that they know, except during Add: chunks
// has its full length from the start, and a new one changes nothing that they read.
type Slab[T any] struct {
	shift  uint8
	mask   uint32 // of the place in a chunk
	chunks [][]T
	length int // of all chunks in use together
	spare  []T // a whole chunk to extend by, or nil

	frozen       *saved.Snapshot[T] // nil for none
	frozenLength int
}

// Open returns a slab that grows only by [Slab.Add], to any length.
func Open[T any](shift uint8) Slab[T] { return Slab[T]{shift: shift, mask: 1<<shift - 1} }

// Reset empties the slab, for up to the given number of elements.
func (s *Slab[T]) Reset(shift uint8, most int) {
	*s = Slab[T]{shift: shift, mask: 1<<shift - 1, chunks: make([][]T, most>>shift+1)}
}

func (s *Slab[T]) Len() int { return s.length }

// Chunk returns the length of a whole chunk.
func (s *Slab[T]) Chunk() int { return 1 << s.shift }

// Size returns the size of an element in bytes.
func (s *Slab[T]) Size() int { return int(unsafe.Sizeof(*new(T))) }

func (s *Slab[T]) At(i uint32) *T {
	shift := s.shift & 31 // a hint to the compiler
	return &s.chunks[i>>shift][i&s.mask]
}

// Slice returns elements of one chunk.
func (s *Slab[T]) Slice(first, count uint32) []T {
	shift := s.shift & 31
	return s.chunks[first>>shift][first&s.mask:][:count]
}

// Place returns the first place, from used on, where count elements fit into one chunk. count must not exceed a chunk.
func (s *Slab[T]) Place(used, count int) int {
	if chunk := s.Chunk(); used&(chunk-1)+count > chunk {
		return (used | (chunk - 1)) + 1
	}
	return used
}

// Move copies elements of one chunk to others.
func (s *Slab[T]) Move(to, from, count uint32) { copy(s.Slice(to, count), s.Slice(from, count)) }

// Add adds a whole chunk. The slab must not be read at the same time.
func (s *Slab[T]) Add() {
	s.chunks = append(s.chunks, make([]T, s.Chunk()))
	s.length += s.Chunk()
}

// Extend adds a chunk of at most this number of elements, and reports whether it could. The last chunk must be whole.
func (s *Slab[T]) Extend(most int) bool {
	i := s.length >> s.shift
	if s.length&(s.Chunk()-1) != 0 || i == len(s.chunks) || most <= 0 {
		return false
	}
	if s.spare != nil && most >= s.Chunk() {
		s.chunks[i], s.spare = s.spare, nil
	} else {
		s.chunks[i] = make([]T, min(most, s.Chunk()))
	}
	s.length += len(s.chunks[i])
	return true
}

// Grow extends the slab up to length, and reports whether it could: by copying the first chunk, used up to used, or
// adding another. The slab must not be used at the same time.
func (s *Slab[T]) Grow(length, used int) bool {
	if s.length >= s.Chunk() {
		return s.Extend(length - s.length)
	}
	if length = min(length, s.Chunk()); length <= s.length {
		return false
	}
	s.chunks[0] = append(make([]T, 0, length), s.chunks[0][:used]...)[:length]
	s.length = length
	return true
}

// Spare returns the length of the spare chunk, or 0.
func (s *Slab[T]) Spare() int { return len(s.spare) }

// Prepare makes a whole chunk, and returns a function that makes it the spare one.
func (s *Slab[T]) Prepare() (keep func()) {
	spare := make([]T, s.Chunk())
	return func() { s.spare = spare }
}

func (s *Slab[T]) Discard() { s.spare = nil }

// Freeze makes Save write the first elements, which must be without pointers, and the length of the slab as they are. Until Thaw,
// call Keep before an element changes, and do not reset the slab.
func (s *Slab[T]) Freeze(used int) {
	s.frozenLength = s.length
	s.frozen = saved.NewSnapshot(used, func(first, count int) []T { return s.Slice(uint32(first), uint32(count)) })
}

// Keep keeps elements as they are for Save. Several goroutines may call it at the same time.
func (s *Slab[T]) Keep(first, count uint32) { s.frozen.Keep(int(first), int(count)) }

// Save writes the slab as it was when Freeze was called. See [saved.Snapshot.Write].
func (s *Slab[T]) Save(w *saved.Writer) {
	w.Int(int(s.shift))
	w.Int(s.frozenLength)
	s.frozen.Write(w)
}

func (s *Slab[T]) Thaw() { s.frozen = nil }

// Load replaces the slab by one that Save has written with this number of elements, of at most this length.
func (s *Slab[T]) Load(r *saved.Reader, used, most int) {
	shift, length := r.Count(31), r.Count(most)
	if used > length {
		r.Fail("%d elements of %d", used, length)
	}
	if r.Err() != nil {
		return
	}
	s.Reset(uint8(shift), most)
	s.Grow(min(length, s.Chunk()), 0)
	for s.length < length && s.Extend(length-s.length) {
	}
	for _, chunk := range s.chunks {
		n := min(used, len(chunk))
		saved.ReadImage(r, chunk[:n])
		used -= n
	}
}
