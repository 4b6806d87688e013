package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Calculator has two keys, which multiply by three and subtract two. The puzzle is to get from 2 to 10.
type Calculator struct{ number int }

func (c *Calculator) Moves(dst []string) []string {
	if c.Solved() {
		return dst
	}
	return append(dst, "*3", "-2")
}

func (c *Calculator) Play(key string) {
	if key == "*3" {
		c.number *= 3
	} else {
		c.number -= 2
	}
}

func (c *Calculator) Undo(key string) {
	if key == "*3" {
		c.number /= 3
	} else {
		c.number += 2
	}
}

func (c *Calculator) Solved() bool { return c.number == 10 }

// Lines of play have no end here, but iterative deepening tries the short ones first.
func ExampleIterativeDeepening() {
	space := search.Tree(&Calculator{number: 2})
	result, err := search.IterativeDeepening(context.Background(), space, ply.Limits{}, search.PathOptions[string]{})
	fmt.Println(result.Status, result.Line, err)
	// Output: solved [*3 -2 *3 -2] <nil>
}
