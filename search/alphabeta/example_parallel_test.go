package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Cram is played on a board of 4 by 4 squares. The sides place dominoes in turn. The side that places the last one
// wins. A move is the set of the two squares.
type Cram struct {
	covered int
	side    int
}

func (c *Cram) Moves(dst []int) []int {
	for square := range 16 {
		if across := 3 << square; square%4 < 3 && c.covered&across == 0 {
			dst = append(dst, across)
		}
		if down := 0x11 << square; square < 12 && c.covered&down == 0 {
			dst = append(dst, down)
		}
	}
	return dst
}

func (c *Cram) Play(domino int) { c.covered, c.side = c.covered|domino, 1-c.side }
func (c *Cram) Undo(domino int) { c.covered, c.side = c.covered&^domino, 1-c.side }
func (c *Cram) ToMove() int     { return c.side }
func (c *Cram) Outcome() int    { return -1 } // for the side to move: the other side won
func (c *Cram) Acyclic() bool   { return true }
func (c *Cram) Hash() uint64    { return transposition.Mix(uint64(c.covered)<<1 | uint64(c.side)) }
func (c *Cram) Clone() *Cram    { clone := *c; return &clone }

// The second side wins, by playing symmetrically.
func ExampleSearch_workers() {
	shared := transposition.NewTable(1 << 20)
	result, err := alphabeta.Search(context.Background(), new(Cram), ply.Limits{}, alphabeta.Options[int]{
		Workers: 2,
		Table:   shared,
	})
	fmt.Println(result.Value, result.Bound, result.Final, err)
	// Output: -1 exact true <nil>
}
