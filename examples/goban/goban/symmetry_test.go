package goban_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// TestStabilizer compares it with what it means, in games that often play on an axis of the board: that the images of
// the stones at the beginning and of all moves are themselves.
func TestStabilizer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sizes := map[int]int{} // how often so many symmetries were left
	for round := range 400 {
		size := 2 + round%6
		rules := allRules[random.IntN(len(allRules))]
		b, err := goban.New(size, rules)
		if err != nil {
			t.Fatal(err)
		}
		var placed []goban.Point
		for range random.IntN(3) {
			p := b.Point(random.IntN(size), random.IntN(size))
			if b.Place(goban.White, p) == nil {
				placed = append(placed, p)
			}
		}
		// The images of the stones that were placed are those stones.
		var start uint8
		for s := range 8 {
			same := true
			for _, p := range placed {
				same = same && b.At(b.PointUnder(s, p)) == goban.White
			}
			if same {
				start |= 1 << s
			}
		}
		moves := []goban.Point{}
		for range 6 {
			want := start
			for _, p := range moves {
				for s := range 8 {
					if b.PointUnder(s, p) != p {
						want &^= 1 << s
					}
				}
			}
			if b.CapturedBy(goban.White)+b.CapturedBy(goban.Black) > 0 {
				want = 1
			}
			got := b.Stabilizer()
			if got != want {
				t.Fatalf("%v%v after %v: symmetries %b, want %b", rules, b, moves, got, want)
			}
			count := 0
			for s := range 8 {
				count += int(got >> s & 1)
			}
			sizes[count]++
			p := b.RandomMove(rand.NewPCG(random.Uint64(), 0))
			if x := random.IntN(size); random.IntN(4) > 0 && b.Legal(b.Point(x, x)) {
				p = b.Point(x, x)
			}
			b.Play(p)
			moves = append(moves, p)
		}
	}
	for _, count := range []int{1, 2, 4, 8} {
		if sizes[count] == 0 {
			t.Errorf("no game with %d symmetries", count)
		}
	}
}

// TestStabilizerOfClone checks that a board does not take symmetries for granted whose game it does not know.
func TestStabilizerOfClone(t *testing.T) {
	b, err := goban.New(5, goban.Rules{Superko: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Clone().Stabilizer(); got != 0xff {
		t.Errorf("%b on a clone of an empty board", got)
	}
	b.Play(b.Point(1, 1))
	b.Play(goban.Pass)
	b.Play(b.Point(3, 3))
	if got := b.Stabilizer(); got != 1<<0|1<<4 {
		t.Errorf("%b with two stones on the diagonal, want that it can be reflected in it", got)
	}
	// Its stones can also be turned, but not the position with one of them, which may not come back.
	if got := b.Clone().Stabilizer(); got != 1 {
		t.Errorf("%b on a clone", got)
	}
}
