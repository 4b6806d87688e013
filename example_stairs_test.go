package ply_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Stairs counts up to ten by ones and twos.
type Stairs struct{ at int }

func (s *Stairs) Moves(dst []int) []int {
	for step := 1; step <= 2 && s.at+step <= 10; step++ {
		dst = append(dst, step)
	}
	return dst
}
func (s *Stairs) Play(step int) { s.at += step }
func (s *Stairs) Undo(step int) { s.at -= step }
func (s *Stairs) Solved() bool  { return s.at == 10 }
func (s *Stairs) Acyclic() bool { return true }

// How many ways are there up a flight of ten stairs, by steps of one and two?
func Example_stairs() {
	ctx := context.Background()
	result, err := search.DepthFirst(ctx, search.Tree(new(Stairs)), ply.Limits{}, search.Options[int]{})
	fmt.Println(result.Solutions, result.Nodes, err) // 89 232 <nil>
	// Output: 89 232 <nil>
}
