package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

// meeting is a graph whose moves do not commute, for searches that want to be told.
type meeting struct{ goalless }

// A goalless graph is no puzzle: a search looks for its highest score.
type goalless struct{ *testgames.Graph }

func (goalless) Solved(struct{}) {}

func (meeting) Commute(a, b int) bool { return false }

func (m meeting) Clone() meeting {
	c := *m.Graph
	return meeting{goalless{&c}}
}

// TestScoresThatAreNotFinite: a score that is NaN or infinite ends a search for the highest one with an error that names
// its line.
func TestScoresThatAreNotFinite(t *testing.T) {
	ctx, opt := context.Background(), search.Options[int]{}
	for seed := range uint64(20) {
		g := testgames.RandomGraph(rand.New(rand.NewPCG(seed, 3)), 25, 60, true)
		want := map[string]bool{} // errors
		for node, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			at := len(g.Ranks) - 1 - node // a late node has no moves, or leads to one that has none
			for len(g.Out[at]) > 0 {
				at = g.Edges[g.Out[at][0]].To
			}
			g.Ranks[at] = bad
		}
		// By brute force: the lines to such scores.
		var visit func(line []int)
		visit = func(line []int) {
			moves := g.Moves(nil)
			if score := g.Score(); len(moves) == 0 && score-score != 0 {
				want[fmt.Sprintf("search: after %v: ", line)+fmt.Sprintf("is %v, want a finite number", score)] = true
			}
			for _, m := range moves {
				g.Play(m)
				visit(append(slices.Clone(line), m))
				g.Undo(m)
			}
		}
		visit([]int{})
		check := func(name string, status ply.Status, err error) {
			t.Helper()
			named := false
			if err != nil {
				before, after, _ := strings.Cut(err.Error(), "Score of ")
				_, after, _ = strings.Cut(after, " ")
				named = want[before+after]
			}
			if g.At != 0 || named != (len(want) > 0) || (err != nil) != (status == ply.Failed) {
				t.Errorf("seed %d, %s: %v, %v; want one of %v", seed, name, status, err, want)
			}
		}
		tree, err := search.DepthFirst(ctx, search.Tree(goalless{g}), ply.Limits{}, opt)
		check("tree", tree.Status, err)
		breadth, err := search.BreadthFirst(ctx, search.Tree(goalless{g}), ply.Limits{}, opt)
		check("breadth first", breadth.Status, err)
		part, _, err := search.SearchPart(ctx, meeting{goalless{g}}, ply.Limits{}, search.Part[int]{}, opt)
		check("part", part.Status, err)
		opt := search.Options[int]{Workers: 2}
		parallel, _, err := search.DepthFirstInTasks(ctx, search.Incremental(meeting{goalless{g}}), ply.Limits{}, opt, 5)
		check("parallel", parallel.Status, err)
	}
}
