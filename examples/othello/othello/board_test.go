package othello

import (
	"math/rand/v2"
	"testing"
)

// TestGeneric compares what the processor's vectors find, if it has them, with the generic functions, on boards of all
// densities, from nearly empty to full.
func TestGeneric(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for i := range 100_000 {
		own, other := bitboard(random.Uint64()), bitboard(random.Uint64())
		if i%4 >= 1 {
			other &= bitboard(random.Uint64())
		}
		if i%4 >= 2 {
			own, other = own&bitboard(random.Uint64()), other|bitboard(random.Uint64())
		}
		if i%4 == 3 {
			own |= bitboard(random.Uint64())
		}
		other &^= own
		if got, want := placesFor(own, other), placesForGeneric(own, other); got != want {
			t.Fatalf("own %#x, other %#x: places %#x, want %#x", own, other, got, want)
		}
		for square := range uint(squares) {
			if got, want := turned(own, other, square), turnedGeneric(own, other, square); got != want {
				t.Fatalf("own %#x, other %#x: %v turns %#x, want %#x", own, other, Move(square), got, want)
			}
		}
	}
}
