package circuit

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawAll draws one of counts[lane] legal moves in each lane, of as many words as the greatest count, and returns the
// number of each lane's move among its legal ones, -1 if there is none. Legal moves are spread at random.
func drawAll(t *testing.T, counts *[LaneCount]int, moves int, random *rand.PCG) [LaneCount]int {
	t.Helper()
	legal := make([]uint64, moves)
	lanes := uint64(0)
	rng := rand.New(random)
	for lane, n := range counts {
		for _, i := range rng.Perm(moves)[:n] {
			legal[i] |= 1 << lane
		}
		if n > 0 {
			lanes |= 1 << lane
		}
	}
	var d drawer
	d.sum(legal)
	for lane, n := range counts {
		for i := range d.used {
			n ^= int(d.count[i]>>lane&1) << i
		}
		if n != 0 {
			t.Fatalf("lane %d counts wrongly by the digits %b", lane, n)
		}
	}
	d.choose(lanes, random)
	var drawn, rank [LaneCount]int
	for lane := range drawn {
		drawn[lane] = -1
	}
	taken := slices.Clone(legal)
	d.take(lanes, taken)
	for i, b := range legal {
		if taken[i]&^b != 0 {
			t.Fatal("a move that is not legal was drawn")
		}
		if taken[i]&^lanes != 0 {
			t.Fatal("two moves were drawn, or one in a lane that takes no part")
		}
		lanes &^= taken[i]
		for ; b != 0; b &= b - 1 {
			lane := bits.TrailingZeros64(b)
			if taken[i]>>lane&1 != 0 {
				drawn[lane] = rank[lane]
			}
			rank[lane]++
		}
	}
	if lanes != 0 {
		t.Fatalf("no move was drawn in the lanes %x", lanes)
	}
	return drawn
}

// TestDrawUniform holds draws of mixed counts in the lanes to a chi-squared test: lane i has i moves, so that one has
// none and one has a single move. The seed is fixed.
func TestDrawUniform(t *testing.T) {
	const draws = 1500
	var counts [LaneCount]int
	for lane := range counts {
		counts[lane] = lane
	}
	random := rand.NewPCG(3, 4)
	var seen [LaneCount][LaneCount]int
	for range draws {
		for lane, n := range drawAll(t, &counts, LaneCount, random) {
			switch {
			case lane > 0:
				seen[lane][n]++
			case n != -1:
				t.Fatal("a lane without moves has drawn one")
			}
		}
	}
	sum, freedom := 0.0, 0
	for lane := 1; lane < LaneCount; lane++ {
		expected := float64(draws) / float64(lane)
		for _, n := range seen[lane][:lane] {
			d := float64(n) - expected
			sum += d * d / expected
		}
		freedom += lane - 1
	}
	// With f degrees of freedom, the sum is about normal with mean f and variance 2f.
	if deviation := (sum - float64(freedom)) / math.Sqrt(2*float64(freedom)); deviation < -4 || deviation > 4 {
		t.Errorf("chi-squared %.0f with %d degrees of freedom: %.1f standard deviations", sum, freedom, deviation)
	}
}

// TestDrawFew holds each lane to equal frequencies when all have the same number of moves.
func TestDrawFew(t *testing.T) {
	random := rand.NewPCG(5, 6)
	for n := 1; n <= 9; n++ {
		var counts [LaneCount]int
		for lane := range counts {
			counts[lane] = n
		}
		seen := make([]int, n)
		const rounds = 400
		for range rounds {
			for _, drawn := range drawAll(t, &counts, n, random) {
				seen[drawn]++
			}
		}
		expected := float64(rounds*LaneCount) / float64(n)
		for i, k := range seen {
			if d := float64(k) - expected; d*d > 25*expected {
				t.Errorf("of %d moves, move %d was drawn %d times, expected %.0f", n, i, k, expected)
			}
		}
	}
}

// TestDrawRounds counts the random words: lanes of few moves must not wait for those of many.
func TestDrawRounds(t *testing.T) {
	random := rand.NewPCG(7, 8)
	sum := 0
	const draws = 500
	for range draws {
		var d drawer
		var legal [36]uint64
		for i := range legal {
			lanes := ^uint64(0) // lane l has l%36+1 moves
			for lane := range LaneCount {
				if lane%36 < i {
					lanes &^= 1 << lane
				}
			}
			legal[i] = lanes
		}
		d.sum(legal[:])
		before := *random
		d.choose(^uint64(0), random)
		for before != *random {
			before.Uint64()
			sum++
		}
	}
	// Five rounds of at most six words.
	if mean := float64(sum) / draws; mean > 30 {
		t.Errorf("a draw takes %.1f random words", mean)
	}
}

// TestDrawMany draws among hundreds of moves: numbers of all lengths.
func TestDrawMany(t *testing.T) {
	random := rand.NewPCG(23, 24)
	for most := 1; most <= 600; most += most/3 + 1 {
		var counts [LaneCount]int
		for lane := range counts {
			counts[lane] = most * lane / LaneCount
		}
		counts[LaneCount-1] = most
		for range 20 {
			for lane, n := range drawAll(t, &counts, most, random) {
				if n < 0 && counts[lane] > 0 || n >= counts[lane] {
					t.Fatalf("%d was drawn of %d", n, counts[lane])
				}
			}
		}
	}
}
