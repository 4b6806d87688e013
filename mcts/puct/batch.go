package puct

import "fmt"

// A batch is positions that are evaluated in one call.
type batch[G any, M comparable] struct {
	slots  []*slot[G, M]
	leaves []*Leaf[G, M]
}

func newBatch[G any, M comparable](size int) *batch[G, M] {
	return &batch[G, M]{make([]*slot[G, M], 0, size), make([]*Leaf[G, M], 0, size)}
}

func (b *batch[G, M]) add(s *slot[G, M]) {
	b.slots, b.leaves = append(b.slots, s), append(b.leaves, &s.leaf)
}

func (b *batch[G, M]) clear() { b.slots, b.leaves = b.slots[:0], b.leaves[:0] }

// lines returns the line of one position or the list of the lines of several.
func (b *batch[G, M]) lines() string {
	if len(b.slots) == 1 {
		return b.slots[0].line()
	}
	lines := make([]string, len(b.slots))
	for i, s := range b.slots {
		lines[i] = s.line()
	}
	return fmt.Sprint(lines)
}
