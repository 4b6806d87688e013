package weiqi

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// TestLonely compares with a look at all points, on boards with a few stones.
func TestLonely(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		size := []int{2, 5, 9, 19}[round%4]
		g, err := New(size, Chinese, Strong)
		if err != nil {
			t.Fatal(err)
		}
		b := g.Board
		for range random.IntN(6) {
			if p := b.Points()[random.IntN(size*size)]; b.Legal(p) {
				b.Play(p)
			}
		}
		g.crowd()
		for _, p := range b.Points() {
			x, y := b.XY(p)
			want := true
			for _, q := range b.Points() {
				dx, dy := b.XY(q)
				dx, dy = dx-x, dy-y
				want = want && (b.At(q) == goban.Empty || max(dx, -dx)+max(dy, -dy) > 3)
			}
			if g.lonely(p) != want {
				t.Fatalf("%v%s: lonely is %v", b, b.Name(p), !want)
			}
		}
	}
}
