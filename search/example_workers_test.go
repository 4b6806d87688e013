package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Dials are four dials that are turned from 0 to 10. A move is the number of the dial to turn by one.
type Dials struct{ at [4]int }

func (d *Dials) Moves(dst []int) []int {
	for i, at := range d.at {
		if at < 10 {
			dst = append(dst, i)
		}
	}
	return dst
}

func (d *Dials) Play(i int)            { d.at[i]++ }
func (d *Dials) Undo(i int)            { d.at[i]-- }
func (d *Dials) Acyclic() bool         { return true }
func (d *Dials) Commute(i, j int) bool { return i != j }
func (d *Dials) Clone() *Dials         { clone := *d; return &clone }

// Four goroutines search, each on a clone of the game.
func ExampleDepthFirst_workers() {
	result, err := search.DepthFirst(context.Background(), search.Incremental(new(Dials)), ply.Limits{}, search.Options[int]{Workers: 4})
	fmt.Println(result.Status, result.Nodes, err)
	// Output: complete 14641 <nil>
}
