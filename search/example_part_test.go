package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

func ExampleSearchPart() {
	nodes, parts := 0, 0
	for open := []search.Part[int]{{}}; len(open) > 0; parts++ {
		part := open[len(open)-1]
		result, rest, err := search.SearchPart(context.Background(), new(Dials), ply.Limits{Nodes: 500}, part, search.Options[int]{})
		if err != nil {
			fmt.Println(err)
			return
		}
		nodes += result.Nodes
		open = append(open[:len(open)-1], rest...)
	}
	fmt.Println(nodes, parts > 10)
	// Output: 14641 true
}
