package search_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

func TestSolutionsYieldsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		var want [][]int
		var line []int
		var visit func()
		visit = func() {
			if g.Solved() {
				want = append(want, slices.Clone(line))
			}
			for _, m := range g.Moves(nil) {
				g.Play(m)
				line = append(line, m)
				visit()
				line = line[:len(line)-1]
				g.Undo(m)
			}
		}
		visit()
		start := identity(g)
		i := 0
		for got, err := range search.Solutions(background, search.Tree(g), ply.Limits{}) {
			if err != nil || i >= len(want) || !slices.Equal(got, want[i]) {
				t.Fatalf("solution %d is %v, error %v, want %v", i, got, err, want)
			}
			if !g.Solved() {
				t.Fatalf("the game is not in the solved position")
			}
			i++
		}
		if i != len(want) || identity(g) != start {
			t.Fatalf("%d solutions, want %d", i, len(want))
		}
		if len(want) > 1 {
			for got := range search.Solutions(background, search.Tree(g), ply.Limits{}) {
				_ = got
				break
			}
			if identity(g) != start {
				t.Fatal("the game is not back at the start after a break")
			}
		}
	})
}

func TestSolutionsSaysWhenItIsCutShort(t *testing.T) {
	g := testgames.NewPegs()
	var last error
	for line, err := range search.Solutions(background, search.Graph(g, nil), ply.Limits{Nodes: 100}) {
		if last = err; err == nil {
			t.Errorf("solution %v after 100 nodes", line)
		}
	}
	if !errors.Is(last, ply.ErrOutOfBudget) {
		t.Errorf("last error %v", last)
	}
}
