package mcts

import "unsafe"

// A slab is a long slice in chunks of 1<<shift elements, so that it grows without moving what it holds: no
// copy, and nobody need wait for it. While it has but one chunk, that may be shorter, for small trees, and
// so may the last one.
//
// Only one worker at a time may change a slab. Others may meanwhile use the elements that they know of, since
// chunks has its full length from the start: a new one changes nothing that they read.
type slab[T any] struct {
	shift  uint8
	mask   uint32 // of the place in a chunk
	chunks [][]T
	length int // of all chunks in use together
	spare  []T // a whole chunk to extend by; nil for none
}

// newSlab returns a slab for up to the given number of elements.
func newSlab[T any](shift uint8, most int) slab[T] {
	return slab[T]{shift: shift, mask: 1<<shift - 1, chunks: make([][]T, most>>shift+1)}
}

// reset makes the slab a new one.
func (s *slab[T]) reset(shift uint8, most int) { *s = newSlab[T](shift, most) }

// move copies elements of one chunk to others.
func (s *slab[T]) move(to, from, count uint32) { copy(s.slice(to, count), s.slice(from, count)) }

// prepare makes a whole chunk, and returns what makes it the spare one.
func (s *slab[T]) prepare() (keep func()) {
	spare := make([]T, s.chunk())
	return func() { s.spare = spare }
}

// discard forgets the spare chunk.
func (s *slab[T]) discard() { s.spare = nil }

// size is the memory that an element takes.
func (s *slab[T]) size() int { return int(unsafe.Sizeof(*new(T))) }

// at returns an element.
func (s *slab[T]) at(i uint32) *T {
	shift := s.shift & 31 // which it is: so the compiler knows
	return &s.chunks[i>>shift][i&s.mask]
}

// slice returns elements of one chunk.
func (s *slab[T]) slice(first, count uint32) []T {
	shift := s.shift & 31
	return s.chunks[first>>shift][first&s.mask:][:count]
}

// chunk is the length of a whole chunk.
func (s *slab[T]) chunk() int { return 1 << s.shift }

// extend adds a chunk, of a given number of elements at most, and reports whether it could. The last chunk must be
// whole.
func (s *slab[T]) extend(most int) bool {
	i := s.length >> s.shift
	if s.length&(s.chunk()-1) != 0 || i == len(s.chunks) || most <= 0 {
		return false
	}
	if s.spare != nil && most >= s.chunk() {
		s.chunks[i], s.spare = s.spare, nil
	} else {
		s.chunks[i] = make([]T, min(most, s.chunk()))
	}
	s.length += len(s.chunks[i])
	return true
}

// grow makes the slab longer, up to the length given, and reports whether it could: the first chunk, with what
// it holds up to used, or by a further one. No worker may run.
func (s *slab[T]) grow(length, used int) bool {
	if s.length >= s.chunk() {
		return s.extend(length - s.length)
	}
	if length = min(length, s.chunk()); length <= s.length {
		return false
	}
	s.chunks[0] = append(make([]T, 0, length), s.chunks[0][:used]...)[:length]
	s.length = length
	return true
}
