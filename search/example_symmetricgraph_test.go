package search_test

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Bench is a bench of eight seats, on which people take a seat, from 0 to 7, but never next to another person.
type Bench struct{ taken uint8 }

func (b *Bench) Moves(dst []int) []int {
	for seat := range 8 {
		if neighbours := b.taken | b.taken<<1 | b.taken>>1; neighbours>>seat&1 == 0 {
			dst = append(dst, seat)
		}
	}
	return dst
}

func (b *Bench) Play(seat int)   { b.taken |= 1 << seat }
func (b *Bench) Undo(seat int)   { b.taken &^= 1 << seat }
func (b *Bench) Acyclic() bool   { return true }
func (b *Bench) Hash() uint64    { return b.HashUnder(0) }
func (b *Bench) Symmetries() int { return 2 }

// HashUnder returns the hash of the bench as it is, or of its mirror image.
func (b *Bench) HashUnder(s int) uint64 {
	if s == 0 {
		return transposition.Mix(uint64(b.taken))
	}
	return transposition.Mix(uint64(bits.Reverse8(b.taken)))
}

func (b *Bench) MoveUnder(s, seat int) int {
	if s == 0 {
		return seat
	}
	return 7 - seat
}

func ExampleSymmetricGraph() {
	ctx := context.Background()
	all, err := search.DepthFirst(ctx, search.Graph(new(Bench), nil), ply.Limits{}, search.Options[int]{})
	fmt.Println(all.Nodes, err)
	classes, err := search.DepthFirst(ctx, search.SymmetricGraph(new(Bench), nil), ply.Limits{}, search.Options[int]{})
	fmt.Println(classes.Nodes, err)
	// Output:
	// 55 <nil>
	// 30 <nil>
}
