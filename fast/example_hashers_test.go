package fast_test

import (
	"fmt"

	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/transposition"
)

// Lamps are eight lamps, each of which a move switches on or off. It hashes positions after moves without playing them.
type Lamps struct{ on uint8 }

func (l *Lamps) Moves(dst []int) []int     { return append(dst, 0, 1, 2, 3, 4, 5, 6, 7) }
func (l *Lamps) Play(lamp int)             { l.on ^= 1 << lamp }
func (l *Lamps) Undo(lamp int)             { l.on ^= 1 << lamp }
func (l *Lamps) Hash() uint64              { return transposition.Mix(uint64(l.on)) }
func (l *Lamps) HashAfter(lamp int) uint64 { return transposition.Mix(uint64(l.on ^ 1<<lamp)) }

// The game's own AfterHasher is returned.
func ExampleAfterHasherOf() {
	g := new(Lamps)
	hasher := fast.AfterHasherOf(g)
	fmt.Println(hasher == fast.AfterHasher[int](g), hasher.HashAfter(3) == transposition.Mix(1<<3))
	// Output: true true
}

// The game is not a SuccessorHasher, but the default uses its HashAfter.
func ExampleSuccessorHasherOf() {
	g := new(Lamps)
	hashes := fast.SuccessorHasherOf(g).HashSuccessors([]int{3, 5}, nil)
	fmt.Println(hashes[0] == g.HashAfter(3), hashes[1] == g.HashAfter(5))
	// Output: true true
}
