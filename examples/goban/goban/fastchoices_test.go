package goban_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// Choices are the moves that a Board has, but for those that fill eyes, and Choosable tells the same of each point;
// Together and Alone tell what its strings do.
func TestChoices(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var fast goban.FastBoard
	for size := goban.MinSize; size <= 6; size++ {
		b, err := goban.New(size, goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			fast.Load(b)
			var want []goban.Point
			for _, p := range b.Points() {
				if b.Legal(p) && !b.Eye(b.ToMove(), p) {
					want = append(want, p)
				}
				if chosen := len(want) > 0 && want[len(want)-1] == p; fast.Choosable(p) != chosen {
					t.Fatalf("%v%s choosable: %v", b, b.Name(p), !chosen)
				}
				for _, q := range b.Points() {
					if together := b.Head(p) != goban.NoPoint && b.Head(p) == b.Head(q); fast.Together(p, q) != together {
						t.Fatalf("%v%s and %s together: %v", b, b.Name(p), b.Name(q), !together)
					}
				}
				if b.Head(p) != goban.NoPoint && fast.Alone(p) != (b.StoneCount(p) == 1) {
					t.Fatalf("%v%s alone: %v", b, b.Name(p), fast.Alone(p))
				}
			}
			if len(want) == 0 {
				want = append(want, goban.Pass)
			}
			got := fast.Choices([]goban.Point{77})
			slices.Sort(got[1:])
			if got[0] != 77 || !slices.Equal(got[1:], want) {
				t.Fatalf("%vchoices %v, want %v", b, got, want)
			}
			// What is captured is behind the points that were empty before.
			var kept []goban.Point
			m := want[random.IntN(len(want))]
			for _, p := range fast.EmptyPoints() {
				if p != m {
					kept = append(kept, p)
				}
			}
			b.Play(m)
			fast.Play(m)
			empty := slices.Clone(fast.EmptyPoints())
			slices.Sort(kept)
			slices.Sort(empty[:len(kept)])
			if !slices.Equal(empty[:len(kept)], kept) {
				t.Fatalf("%vempty points %v, want %v first", b, empty, kept)
			}
			slices.Sort(empty)
			all := slices.Clone(b.EmptyPoints())
			slices.Sort(all)
			if !slices.Equal(empty, all) {
				t.Fatalf("%vempty points %v, want %v", b, empty, all)
			}
		}
	}
}
