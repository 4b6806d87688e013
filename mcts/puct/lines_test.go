package puct_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// TestAll compares the lines with the result of the search and with one another.
func TestAll(t *testing.T) {
	tree, err := puct.New(After(4), know, puct.Options[int]{NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	for line := range tree.All(1) {
		t.Errorf("line %v before the first simulation", line)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: 3000})
	if err != nil {
		t.Fatal(err)
	}
	var root []ply.Choice[int]
	visits := []int{r.Visits()} // by the length of the line
	below := []int{0}           // the visits of the moves after it
	check := func(length int) {
		for n := len(visits) - 1; n >= length; n-- {
			// The simulation that adds a position chooses no move there.
			if below[n] > visits[n] {
				t.Errorf("a line of %d moves has %d visits, and its moves have %d", n, visits[n], below[n])
			}
		}
	}
	for line, c := range tree.All(0) {
		n := len(line)
		check(n)
		if n > len(visits) || line[n-1] != c.Move {
			t.Fatalf("line %v follows one of %d moves, move %d", line, len(visits)-1, c.Move)
		}
		if n == 1 {
			root = append(root, c)
		}
		visits, below = append(visits[:n], c.Visits), append(below[:n], 0)
		below[n-1] += c.Visits
	}
	check(0)
	if visits := func(a, b ply.Choice[int]) int { return b.Visits - a.Visits }; !slices.IsSortedFunc(root, visits) || below[0] != 3000 {
		t.Errorf("the moves of the root are %+v, with %d visits", root, below[0])
	}
	for _, c := range root {
		if !slices.Contains(r.Moves, c) {
			t.Errorf("%+v is not among the moves of the result", c)
		}
	}
	for line, c := range tree.All(100) {
		if c.Visits < 100 {
			t.Errorf("line %v has %d visits", line, c.Visits)
		}
	}
	for range tree.All(0) {
		break
	}
}

func ExampleTree_All() {
	tree, err := puct.New(After(4, 0), know, puct.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 100}); err != nil {
		fmt.Println(err)
		return
	}
	visits := 0
	for line, statistics := range tree.All(1) {
		if len(line) == 1 { // a move of the root
			visits += statistics.Visits
		}
	}
	fmt.Println(visits, "simulations")
	// Output: 100 simulations
}
