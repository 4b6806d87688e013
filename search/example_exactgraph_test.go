package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Growth is a number that is doubled or increased by one, up to 100.
type Growth struct {
	number int
	before []int
}

func (g *Growth) Moves(dst []string) []string {
	if g.number < 100 {
		dst = append(dst, "+1")
	}
	if g.number <= 50 {
		dst = append(dst, "*2")
	}
	return dst
}

func (g *Growth) Play(move string) {
	g.before = append(g.before, g.number)
	if move == "+1" {
		g.number++
	} else {
		g.number *= 2
	}
}

func (g *Growth) Undo(string) {
	last := len(g.before) - 1
	g.number, g.before = g.before[last], g.before[:last]
}

// AppendBinary appends the identity of the position, without the numbers before.
func (g *Growth) AppendBinary(dst []byte) ([]byte, error) { return append(dst, byte(g.number)), nil }

func ExampleExactGraph() {
	var seen transposition.Set
	space := search.ExactGraph(&Growth{number: 1}, &seen)
	result, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[string]{})
	fmt.Println(result.Nodes, seen.Len(), err)
	// Output: 100 100 <nil>
}
