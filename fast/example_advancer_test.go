package fast_test

import (
	"fmt"

	"github.com/ply-search/ply/fast"
)

// Switches are four switches, each of which is turned on once.
type Switches [4]bool

func (s *Switches) Moves(dst []int) []int {
	for i, on := range s {
		if !on {
			dst = append(dst, i)
		}
	}
	return dst
}

func (s *Switches) Play(i int)            { s[i] = true }
func (s *Switches) Undo(i int)            { s[i] = false }
func (s *Switches) Commute(i, j int) bool { return i != j }

// Of the moves 0 to 3, move 2 is played. Of the moves before it, 0 and 1, both commute with it: they come first.
func ExampleAdvancerOf() {
	g := new(Switches)
	moves := g.Moves(nil)
	next, commuting := fast.AdvancerOf(g).Advance(moves, 2, 2, nil)
	fmt.Println(next, commuting)
	g.Undo(2)
	// Output: [0 1 3] 2
}
