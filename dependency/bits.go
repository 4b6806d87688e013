package dependency

import (
	"iter"
	"math/bits"
)

// A bitSet is a set of small numbers. Sets of different lengths can be compared.
type bitSet []uint64

func (s bitSet) has(i int32) bool {
	word := int(i >> 6)
	return word < len(s) && s[word]>>(i&63)&1 != 0
}

func (s *bitSet) add(i int32) {
	s.grow(int(i>>6) + 1)
	(*s)[i>>6] |= 1 << (i & 63)
}

func (s *bitSet) grow(words int) {
	if more := words - len(*s); more > 0 {
		*s = append(*s, make(bitSet, more)...)
	}
}

func (s *bitSet) unite(t bitSet) {
	s.grow(len(t))
	for i, word := range t {
		(*s)[i] |= word
	}
}

func (s bitSet) meets(t bitSet) bool {
	if len(t) < len(s) {
		s = s[:len(t)]
	}
	t = t[:len(s)]
	for i, word := range s {
		if word&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s bitSet) within(t bitSet) bool {
	for i, word := range s {
		if i < len(t) {
			word &^= t[i]
		}
		if word != 0 {
			return false
		}
	}
	return true
}

func (s bitSet) all() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
