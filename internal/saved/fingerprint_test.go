package saved_test

import (
	"testing"

	"github.com/ply-search/ply/internal/saved"
)

// heap is a game of one heap, whose rules and hashes can be varied.
type heap struct {
	left, most int
	salt       uint64
	goal       int
}

func (h *heap) Moves(dst []int) []int {
	for n := 1; n <= min(h.most, h.left); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (h *heap) Play(n int)    { h.left -= n }
func (h *heap) Undo(n int)    { h.left += n }
func (h *heap) Hash() uint64  { return uint64(h.left) + h.salt }
func (h *heap) ToMove() int   { return h.left % 2 }
func (h *heap) Outcome() int  { return h.goal }
func (h *heap) Evaluate() int { return h.left }

func TestFingerprint(t *testing.T) {
	want := saved.Fingerprint(&heap{left: 20, most: 3})
	g := &heap{left: 20, most: 3}
	if saved.Fingerprint(g) != want || g.left != 20 {
		t.Error("the same game has two fingerprints, or is changed")
	}
	for name, g := range map[string]*heap{
		"moves": {left: 20, most: 4}, "hashes": {left: 20, most: 3, salt: 1}, "results": {left: 20, most: 3, goal: 1}, "start": {left: 21, most: 3},
	} {
		if saved.Fingerprint(g) == want {
			t.Errorf("other %s, and the same fingerprint", name)
		}
	}
}
