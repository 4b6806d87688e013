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

// TestLiars checks that no search hangs, panics or exceeds its nodes on puzzles whose methods lie.
func TestLiars(t *testing.T) {
	type liar = testgames.PuzzlingLiar
	limits := ply.Limits{Nodes: 300}
	searches := map[string]func(*liar){
		"A*": func(g *liar) {
			_, err := search.AStar(t.Context(), g, limits, search.Options[int]{})
			guardtest.CheckNamed(t, g, err)
		},
		"IDA*": func(g *liar) {
			_, err := search.IDAStar(t.Context(), g, limits, search.Options[int]{})
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
			_, err = search.PerftGraph(t.Context(), g, 4, table, search.PerftOptions{CountFinished: true})
			guardtest.CheckNamed(t, g, err)
			_, err = search.PerftGraph(t.Context(), g.ApterLiar, 4, table, search.PerftOptions{})
			guardtest.CheckNamed(t, g, err)
			for _, err := range search.Divide(t.Context(), g, 3, search.PerftOptions{}) {
				guardtest.CheckNamed(t, g, err)
			}
		},
		"parallel": func(g *liar) {
			_, err := search.Parallel(t.Context(), g, limits, search.ParallelOptions[int]{Workers: 2, SplitAfter: 5})
			guardtest.CheckNamed(t, g, err)
		},
		"parts": func(g *liar) {
			r, err := search.SearchPart(t.Context(), g, ply.Limits{Nodes: 20}, search.Part[int]{}, search.Options[int]{})
			for i := 0; i < len(r.Rest) && i < 5 && err == nil; i++ {
				_, err = search.SearchPart(t.Context(), g, ply.Limits{Nodes: 20}, r.Rest[i], search.Options[int]{})
			}
			guardtest.CheckNamed(t, g, err)
		},
	}
	spaces := map[string]func(*liar) search.Space[int]{
		"tree":        func(g *liar) search.Space[int] { return search.Tree(g) },
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
				search.DepthFirst[int], search.IterativeDeepening[int],
				func(ctx context.Context, s search.Space[int], limits ply.Limits, opt search.Options[int]) (search.Result[int], error) {
					r, err := search.BreadthFirst(ctx, s, limits, opt)
					return r.Result, err
				},
			} {
				var opt search.Options[int]
				if opt.Best = search.Criterion(i); g.Plays()%2 == 0 && (name == "tree" || name == "incremental") {
					opt.MaxDepth = 8
				}
				_, err := run(t.Context(), space(g), limits, opt)
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
