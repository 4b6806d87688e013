package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// The knight of the example of AStar, for which any way to the opposite corner will do.
func ExampleGreedyBestFirst() {
	result, err := search.GreedyBestFirst(context.Background(), new(Knight), ply.Limits{}, search.GreedyOptions[Leap]{})
	fmt.Println(result.Status, result.Cost, result.Nodes, err)
	result, err = search.AStar(context.Background(), new(Knight), ply.Limits{}, search.PathOptions[Leap]{})
	fmt.Println(result.Status, result.Cost, result.Nodes, err)
	// Output:
	// solved 6 8 <nil>
	// solved 6 15 <nil>
}
