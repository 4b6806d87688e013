package saved

import (
	"iter"
	"sync"
	"sync/atomic"
)

// snapshotBlock is the number of values that a [Snapshot] copies together.
const snapshotBlock = 64

// A Snapshot is a list of values as it was when the snapshot was made. The list may change while the snapshot is written:
// [Snapshot.Keep] must be called before each change. It copies values that are not written yet.
type Snapshot[T any] struct {
	length  int
	part    func(first, count int) []T
	blocks  []atomic.Pointer[[snapshotBlock]T] // nil while the list has the values
	written *[snapshotBlock]T                  // stands for blocks that are written

	mu sync.Mutex // for copies
}

// NewSnapshot returns a snapshot of the first values of a list. part returns up to 64 values of the list, the first at a multiple
// of 64.
func NewSnapshot[T any](length int, part func(first, count int) []T) *Snapshot[T] {
	blocks := make([]atomic.Pointer[[snapshotBlock]T], (length+snapshotBlock-1)/snapshotBlock)
	return &Snapshot[T]{length: length, part: part, blocks: blocks, written: new([snapshotBlock]T)}
}

// Keep copies the values that are about to change. Several goroutines may call it at the same time. Keep of a nil Snapshot does
// nothing.
func (s *Snapshot[T]) Keep(first, count int) {
	if s == nil {
		return
	}
	for b := first / snapshotBlock; b*snapshotBlock < min(first+count, s.length); b++ {
		if s.blocks[b].Load() == nil {
			s.copy(b)
		}
	}
}

func (s *Snapshot[T]) copy(b int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blocks[b].Load() == nil {
		block := new([snapshotBlock]T)
		copy(block[:], s.block(b))
		s.blocks[b].Store(block)
	}
}

func (s *Snapshot[T]) block(b int) []T {
	first := b * snapshotBlock
	return s.part(first, min(snapshotBlock, s.length-first))
}

// Write writes the values as [WriteImage] does. Nothing may change the list or call Keep at the same time, except while w waits.
func (s *Snapshot[T]) Write(w *Writer) {
	for values := range s.All() {
		if WriteImage(w, values); w.err != nil {
			return
		}
	}
}

// All yields the values, up to 64 at a time. They may be kept until the next ones. The list may change, after Keep, in the loop.
func (s *Snapshot[T]) All() iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		staged := new([snapshotBlock]T)
		for b := range s.blocks {
			values := s.blocks[b].Load()
			if values == nil {
				values = staged // the list may change in the loop
				copy(values[:], s.block(b))
			}
			s.blocks[b].Store(s.written)
			if !yield(values[:min(snapshotBlock, s.length-b*snapshotBlock)]) {
				return
			}
		}
	}
}
