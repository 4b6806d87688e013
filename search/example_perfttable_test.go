package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Drift goes one step to the left or to the right at a time.
type Drift struct{ at int }

func (d *Drift) Moves(dst []int) []int { return append(dst, -1, 1) }
func (d *Drift) Play(step int)         { d.at += step }
func (d *Drift) Undo(step int)         { d.at -= step }
func (d *Drift) Hash() uint64          { return transposition.Mix(uint64(d.at)) }

// The table makes it possible to count a billion lines in no time.
func ExamplePerft_table() {
	table := transposition.NewTable(1 << 16)
	result, err := search.Perft(context.Background(), new(Drift), 30, search.PerftOptions{Table: table})
	fmt.Println(result.Leaves, result.Nodes, err)
	// Output: 1073741824 493 <nil>
}
