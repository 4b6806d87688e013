package proof_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// Dawson is played on a row of fourteen squares. The sides place a pawn in turn, but not next to another pawn. The side
// that places the last pawn wins.
type Dawson struct {
	pawns uint16
	side  int
}

func (d *Dawson) Moves(dst []int) []int {
	for square := range 14 {
		if near := d.pawns | d.pawns<<1 | d.pawns>>1; near>>square&1 == 0 {
			dst = append(dst, square)
		}
	}
	return dst
}

func (d *Dawson) Play(square int) { d.pawns, d.side = d.pawns|1<<square, 1-d.side }
func (d *Dawson) Undo(square int) { d.pawns, d.side = d.pawns&^(1<<square), 1-d.side }
func (d *Dawson) ToMove() int     { return d.side }
func (d *Dawson) Outcome() int    { return -1 } // for the side to move: the other side won
func (d *Dawson) Acyclic() bool   { return true }
func (d *Dawson) Hash() uint64    { return transposition.Mix(uint64(d.pawns)<<1 | uint64(d.side)) }

func (d *Dawson) Clone() *Dawson {
	c := *d
	return &c
}

// The side to move loses.
func ExampleSearch() {
	result, err := proof.Search(context.Background(), new(Dawson), ply.Limits{}, proof.Options[int]{})
	fmt.Println(result.Status, result.Answer, err)
	// Output: complete disproved <nil>
}

// Two workers prove the same as one.
func ExampleSearch_workers() {
	result, err := proof.Search(context.Background(), new(Dawson), ply.Limits{}, proof.Options[int]{Workers: 2})
	fmt.Println(result.Status, result.Answer, err)
	// Output: complete disproved <nil>
}
