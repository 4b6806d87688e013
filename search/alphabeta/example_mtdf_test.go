package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Kayles is played with a row of twelve pins. The sides knock over one pin or two neighbours in turn. The side that
// knocks over the last pin wins. A move is the set of pins that fall.
type Kayles struct {
	fallen int
	side   int
}

func (k *Kayles) Moves(dst []int) []int {
	for pin := range 12 {
		for _, hit := range []int{1 << pin, 3 << pin} {
			if hit < 1<<12 && k.fallen&hit == 0 {
				dst = append(dst, hit)
			}
		}
	}
	return dst
}

func (k *Kayles) Play(hit int)  { k.fallen, k.side = k.fallen|hit, 1-k.side }
func (k *Kayles) Undo(hit int)  { k.fallen, k.side = k.fallen&^hit, 1-k.side }
func (k *Kayles) ToMove() int   { return k.side }
func (k *Kayles) Outcome() int  { return -1 } // for the side to move: the other side won
func (k *Kayles) Acyclic() bool { return true }
func (k *Kayles) Hash() uint64  { return transposition.Mix(uint64(k.fallen)<<1 | uint64(k.side)) }

func ExampleMTDF() {
	table := transposition.NewTable(1 << 18)
	result, err := alphabeta.MTDF(context.Background(), new(Kayles), ply.Limits{}, alphabeta.Options[int]{Table: table})
	fmt.Printf("%d %v %012b %v\n", result.Value, result.Final, result.Line[0], err)
	// Output: 1 true 000001100000 <nil>
}
