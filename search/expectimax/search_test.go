package expectimax_test

import (
	"context"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// Search prunes as Star2 does with a table, given or its own, as Star1 does without one, and not at all if the range of the
// values is not known. It deepens if it has a limit.
func TestSearchChoosesItsPruning(t *testing.T) {
	type search = func(context.Context, *tree, ply.Limits, options) (result, error)
	own := func(g ply.AdversarialGame[int]) expectimax.Evaluator { return million{g.(*tree)} }
	for _, c := range []struct {
		name   string
		limits ply.Limits
		opt    options
		as     search
	}{
		{"its own table", unlimited, options{Range: [2]float64{-mostScore, mostScore}}, expectimax.Star2[*tree]},
		{"a table", ply.Limits{}, options{Range: [2]float64{-mostScore, mostScore}, TableFrom: 1}, expectimax.Star2[*tree]},
		{"no table", ply.Limits{}, options{Range: [2]float64{-mostScore, mostScore}}, expectimax.Star1[*tree]},
		{"a table of no size", unlimited, options{Table: transposition.NewTable(0)}, expectimax.Star1[*tree]},
		{"no range", unlimited, options{Evaluator: own}, expectimax.Expectimax[*tree]},
	} {
		nodes := func(s search) int {
			opt := c.opt
			if opt.TableFrom > 0 {
				opt.Table = newTable(t, 1<<14)
			}
			r, err := s(t.Context(), newTree(3, 4, 6), c.limits, opt)
			if err != nil || !r.Final || r.Move != r.Line[0] {
				t.Errorf("%s: %+v, error %v", c.name, r, err)
			}
			return r.Nodes
		}
		if got, want := nodes(expectimax.Search[*tree]), nodes(c.as); got != want {
			t.Errorf("%s: %d nodes, want %d", c.name, got, want)
		}
	}
	// A game with cycles can be searched within limits.
	g := gamble(3, 10, false)
	for seed := uint64(4); len(g.Moves(nil)) < 2; seed++ {
		g = gamble(seed, 10, false)
	}
	if r, err := expectimax.Search(t.Context(), g, ply.Limits{Nodes: 5000}, options{}); err != nil || r.Depth < 2 {
		t.Errorf("%+v, error %v", r, err)
	}
}
