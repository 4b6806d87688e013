package search_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Switch is turned on and off: a game with cycles.
type Switch bool

func (s *Switch) Moves(dst []string) []string { return append(dst, "turn") }
func (s *Switch) Play(string)                 { *s = !*s }
func (s *Switch) Undo(string)                 { *s = !*s }

// Over a tree, a game with cycles needs a limit on the length of lines.
func ExampleTree() {
	space := search.Tree(new(Switch))
	_, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[string]{})
	fmt.Println(errors.Is(err, ply.ErrCyclic))
	result, err := search.DepthFirst(context.Background(), space.MaxDepth(10), ply.Limits{}, search.Options[string]{})
	fmt.Println(result.Nodes, err)
	// Output:
	// true
	// 11 <nil>
}
