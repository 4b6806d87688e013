//go:build long || race || 386

package search_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// An aimlessLiar is no puzzle: a search looks for its highest score.
type aimlessLiar struct{ *testgames.PuzzlingLiar }

func (aimlessLiar) Solved(struct{}) {}

// TestLiars checks that no search hangs, panics or exceeds its nodes on puzzles whose methods lie.
func TestLiars(t *testing.T) {
	type liar = testgames.PuzzlingLiar
	limits := ply.Limits{Nodes: 300}
	searches := map[string]func(*liar){
		"A*": func(g *liar) {
			_, err := search.AStar(t.Context(), g, limits, search.PathOptions[int]{})
			guardtest.CheckNamed(t, g, err)
		},
		"IDA*": func(g *liar) {
			_, err := search.IDAStar(t.Context(), g, limits, search.PathOptions[int]{})
			guardtest.CheckNamed(t, g, err)
		},
		"greedy": func(g *liar) {
			_, err := search.GreedyBestFirst(t.Context(), g, limits, search.GreedyOptions[int]{Boost: 10})
			guardtest.CheckNamed(t, g, err)
		},
		"greedy, deferred": func(g *liar) {
			_, err := search.GreedyBestFirst(t.Context(), g.ApterLiar, limits, search.GreedyOptions[int]{Deferred: true})
			guardtest.CheckNamed(t, g, err)
		},
		"perft": func(g *liar) {
			table := transposition.NewTable(16 * 16)
			_, err := search.Perft(t.Context(), g, 4, search.PerftOptions{})
			guardtest.CheckNamed(t, g, err)
			_, err = search.Perft(t.Context(), g, 4, search.PerftOptions{CountFinished: true, Table: table})
			guardtest.CheckNamed(t, g, err)
			_, err = search.Perft(t.Context(), g.ApterLiar, 4, search.PerftOptions{Table: table})
			guardtest.CheckNamed(t, g, err)
		},
		"workers": func(g *liar) {
			for _, space := range []search.Space[int]{search.Tree(g), search.Incremental(g)} {
				_, _, err := search.DepthFirstInTasks(t.Context(), space, limits, search.Options[int]{Workers: 2}, 5)
				guardtest.CheckNamed(t, g, err)
			}
		},
		"parts": func(g *liar) {
			_, rest, err := search.SearchPart(t.Context(), g, ply.Limits{Nodes: 20}, search.Part[int]{}, search.Options[int]{})
			for i := 0; i < len(rest) && i < 5 && err == nil; i++ {
				_, _, err = search.SearchPart(t.Context(), g, ply.Limits{Nodes: 20}, rest[i], search.Options[int]{})
			}
			guardtest.CheckNamed(t, g, err)
		},
	}
	spaces := map[string]func(*liar) search.Space[int]{
		"tree":        func(g *liar) search.Space[int] { return search.Tree(g) },
		"scores":      func(g *liar) search.Space[int] { return search.Tree(aimlessLiar{g}) },
		"incremental": func(g *liar) search.Space[int] { return search.Incremental(g) },
		"graph":       func(g *liar) search.Space[int] { return search.Graph(g.ApterLiar, nil) },
		"symmetric graph": func(g *liar) search.Space[int] {
			return search.SymmetricGraph(g, nil)
		},
		"exact graph": func(g *liar) search.Space[int] { return search.ExactGraph(g, &transposition.Set{}) },
		"incremental graph": func(g *liar) search.Space[int] {
			return search.IncrementalGraph(g, nil)
		},
		"hashed graph": func(g *liar) search.Space[int] {
			memory := transposition.NewTable(8 * 16)
			return search.Graph(g, memory)
		},
	}
	for name, space := range spaces {
		searches[name] = func(g *liar) {
			for i, run := range []func(context.Context, search.Space[int], ply.Limits, search.Options[int]) (search.Result[int], error){
				search.DepthFirst[int], search.BreadthFirst[int],
				func(ctx context.Context, s search.Space[int], limits ply.Limits, _ search.Options[int]) (r search.Result[int], err error) {
					_, err = search.IterativeDeepening(ctx, s, limits, search.PathOptions[int]{})
					return r, err
				},
			} {
				s := space(g)
				if g.Plays()%2 == 0 && (name == "tree" || name == "incremental") {
					s = s.MaxDepth(8)
				}
				_, err := run(t.Context(), s, limits, search.Options[int]{Longest: i > 0})
				guardtest.CheckNamed(t, g, err)
			}
		}
	}
	guardtest.CheckLies(t, 100, 200_000, func(r *rand.Rand) *liar {
		return &liar{ApterLiar: &testgames.ApterLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "Solved", "Score", "Estimate", "Cost",
			"Hash", "HashAfter", "HashSuccessors", "AppendBinary", "Advance", "Clone", "Commute", "Inverse", "EstimateAndPrefer",
			"CountSuccessors", "XorHashes", "Symmetries", "HashUnder")}}
	}, searches)
}
