package retrograde_test

import (
	"context"
	"fmt"
	"math/bits"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
)

// A hunt is a game with cycles on a board of size × size: a hunter and its dog, of which one moves to a field beside it,
// win where they catch the hunted, which may also stay.
type hunt struct {
	size         int
	king, dog, x int // fields of the hunter, of its dog and of the hunted
	side         int
	line         []int
}

func newHunt(size int) *hunt { return &hunt{size: size, x: size*size - 1, dog: 1} }

// A move is the piece, 0 to 2, times the number of fields, plus the field to which it goes.
func (h *hunt) Moves(dst []int) []int {
	if h.x == h.king || h.x == h.dog {
		return dst
	}
	n := h.size * h.size
	if h.side == 0 {
		dst = h.steps(dst, h.king, 0)
		return h.steps(dst, h.dog, n)
	}
	return h.steps(dst, h.x, 2*n)
}

func (h *hunt) steps(dst []int, from, base int) []int {
	r, c := from/h.size, from%h.size
	for i := max(0, r-1); i <= min(h.size-1, r+1); i++ {
		for j := max(0, c-1); j <= min(h.size-1, c+1); j++ {
			to := i*h.size + j
			if to == from || h.side == 1 && (to == h.king || to == h.dog) || h.side == 0 && (to == h.king || to == h.dog) {
				continue
			}
			dst = append(dst, base+to)
		}
	}
	if h.side == 1 {
		dst = append(dst, base+from) // the hunted may stay
	}
	return dst
}

func (h *hunt) piece(m int) *int {
	return [...]*int{&h.king, &h.dog, &h.x}[m/(h.size*h.size)]
}

func (h *hunt) Play(m int) {
	p := h.piece(m)
	h.line = append(h.line, *p)
	*p = m % (h.size * h.size)
	h.side = 1 - h.side
}

func (h *hunt) Undo(m int) {
	last := len(h.line) - 1
	*h.piece(m) = h.line[last]
	h.line = h.line[:last]
	h.side = 1 - h.side
}
func (h *hunt) ToMove() int { return h.side }

func (h *hunt) Outcome() int { return 1 - 2*h.side } // of the hunted: caught

func (h *hunt) Clone() *hunt {
	c := *h
	c.line = append([]int(nil), h.line...)
	return &c
}

func (h *hunt) Hash() uint64 {
	high, low := bits.Mul64(h.index()+1, 0x9e3779b97f4a7c15)
	return high ^ low
}

func (h *hunt) index() uint64 {
	n := uint64(h.size * h.size)
	return ((uint64(h.king)*n+uint64(h.dog))*n+uint64(h.x))*2 + uint64(h.side)
}

type huntIndex struct{ hunt }

func (h *huntIndex) Clone() *huntIndex { return &huntIndex{*h.hunt.Clone()} }
func (h *huntIndex) Index() uint64     { return h.index() }
func (h *huntIndex) Positions() uint64 {
	n := uint64(h.size * h.size)
	return 2 * n * n * n
}

func (h *huntIndex) SetIndex(i uint64) bool {
	n := uint64(h.size * h.size)
	h.side, i = int(i%2), i/2
	h.x, i = int(i%n), i/n
	h.dog, h.king = int(i%n), int(i/n)
	h.line = h.line[:0]
	return h.king != h.dog
}

// huntBack is a hunt whose moves are known backwards.
type huntBack struct{ huntIndex }

func (h *huntBack) Clone() *huntBack { return &huntBack{*h.huntIndex.Clone()} }
func (h *huntBack) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	h.side = 1 - h.side
	pieces := []*int{&h.king, &h.dog}
	if h.side == 1 {
		pieces = []*int{&h.x}
	}
	for _, p := range pieces {
		at := *p
		r, c := at/h.size, at%h.size
		for i := max(0, r-1); i <= min(h.size-1, r+1); i++ {
			for j := max(0, c-1); j <= min(h.size-1, c+1); j++ {
				*p = i*h.size + j
				if *p == at && h.side == 0 || h.king == h.dog || h.x == h.king || h.x == h.dog {
					continue
				}
				if h.side == 1 && (at == h.king || at == h.dog) {
					continue
				}
				other = append(other, h.index())
			}
		}
		*p = at
	}
	h.side = 1 - h.side
	return other, same
}

func solveHunt[G ply.AdversarialGame[int]](b *testing.B, g G, opt retrograde.Options) {
	for b.Loop() {
		s, err := retrograde.Solve(context.Background(), g, ply.Limits{}, opt)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(s.Positions)/s.Elapsed.Seconds()/1e6, "Mpos/s")
		b.ReportMetric(float64(s.Memory)/float64(s.Positions), "bytes/pos")
		b.ReportMetric(float64(s.Wins), "wins")
		b.ReportMetric(float64(s.Rows[0].Plies), "plies")
		b.ReportMetric(float64(s.Positions), "positions")
	}
}

// BenchmarkSolve measures the ways to solve a game of two hunters on a board of 6 × 6 fields.
func BenchmarkSolve(b *testing.B) {
	const size = 6
	for _, workers := range []int{1, 2} {
		opt := retrograde.Options{Workers: workers}
		h := newHunt(size)
		b.Run(fmt.Sprintf("keys/%d", workers), func(b *testing.B) { solveHunt(b, h, opt) })
		b.Run(fmt.Sprintf("index/%d", workers), func(b *testing.B) { solveHunt(b, &huntIndex{*h}, opt) })
		b.Run(fmt.Sprintf("backward/%d", workers), func(b *testing.B) { solveHunt(b, &huntBack{huntIndex{*h}}, opt) })
		all := opt
		all.All = true
		b.Run(fmt.Sprintf("backward-all/%d", workers), func(b *testing.B) { solveHunt(b, &huntBack{huntIndex{*h}}, all) })
		little := all
		little.Memory = 200_000
		b.Run(fmt.Sprintf("again/%d", workers), func(b *testing.B) { solveHunt(b, &huntIndex{*h}, little) })
	}
}
