package apart_test

import (
	"testing"
	"unsafe"

	"github.com/ply-search/ply/internal/apart"
)

type small struct{ at int64 }

func (s *small) Clone() *small { c := *s; return &c }

func TestClonesAreApart(t *testing.T) {
	g := &small{7}
	var before uintptr
	for range 100 {
		c := apart.Clone(g)
		here := uintptr(unsafe.Pointer(c))
		if c.at != 7 || here/64 == before/64 {
			t.Fatalf("a clone with %d at %#x, the one before at %#x", c.at, here, before)
		}
		before = here
	}
}

func TestSlicesAreApart(t *testing.T) {
	a, b := apart.Slice[byte](3), apart.Slice[byte](3)
	for i := range a {
		for j := range b {
			if uintptr(unsafe.Pointer(&a[i]))/64 == uintptr(unsafe.Pointer(&b[j]))/64 {
				t.Fatalf("bytes %d and %d share a cache line", i, j)
			}
		}
	}
	if len(a) != 3 || cap(a) != 3 {
		t.Errorf("length %d, capacity %d", len(a), cap(a))
	}
}
