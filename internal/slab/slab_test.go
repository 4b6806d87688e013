package slab

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSlab checks that a slab keeps its elements while it grows.
func TestSlab(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 200
		var s Slab[int]
		s.Reset(4, most)
		var want []int
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "spare") {
				s.Prepare()()
			}
			before := s.Len()
			more := s.Grow(min(most, before+rapid.IntRange(0, 20).Draw(t, "more")), len(want))
			if more != (s.Len() > before) || s.Len() > most {
				t.Fatalf("grown: %v, from %d to %d", more, before, s.Len())
			}
			want = fill(&s, want)
		}
		compare(t, &s, want)
	})
}

// TestAdd checks the same of a slab without a greatest length.
func TestAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Open[int](4)
		var want []int
		for i := range rapid.IntRange(1, 9).Draw(t, "chunks") {
			if s.Add(); s.Len() != 16*(i+1) {
				t.Fatalf("%d chunks hold %d elements", i+1, s.Len())
			}
			want = fill(&s, want)
		}
		compare(t, &s, want)
		used, count := rapid.IntRange(0, s.Len()).Draw(t, "used"), rapid.IntRange(1, s.Chunk()).Draw(t, "count")
		first := used
		for first/16 != (first+count-1)/16 {
			first++
		}
		if got := s.Place(used, count); got != first {
			t.Fatalf("%d elements after %d are placed at %d, want %d", count, used, got, first)
		}
	})
}

func fill(s *Slab[int], want []int) []int {
	for len(want) < s.Len() {
		*s.At(uint32(len(want))) = len(want) + 1
		want = append(want, len(want)+1)
	}
	return want
}

func compare(t *rapid.T, s *Slab[int], want []int) {
	for i := range want {
		if *s.At(uint32(i)) != want[i] {
			t.Fatalf("element %d is %d, want %d", i, *s.At(uint32(i)), want[i])
		}
	}
	if s.Len() > 0 {
		first := rapid.IntRange(0, s.Len()-1).Draw(t, "first")
		for i, x := range s.Slice(uint32(first), uint32(min(s.Len(), (first|15)+1)-first)) {
			if x != want[first+i] {
				t.Fatalf("element %d of the slice from %d is %d", i, first, x)
			}
		}
	}
}
