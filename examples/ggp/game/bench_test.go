package game

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

// BenchmarkAlphaBeta searches to a fixed depth, without a table and without a good evaluation.
func BenchmarkAlphaBeta(b *testing.B) {
	for _, c := range []struct {
		game  string
		depth int
	}{{"tictactoe", 9}, {"connectfour", 6}, {"breakthrough", 3}, {"checkers", 5}} {
		b.Run(c.game, func(b *testing.B) {
			g, nodes := first(NewSides(load(b, c.game, Options{}))), 0
			for b.Loop() {
				r, err := alphabeta.AlphaBeta(context.Background(), g, ply.Limits{}, alphabeta.Options[Move]{
					Depth:     c.depth,
					Evaluator: func(ply.AdversarialGame[Move]) ply.Evaluator { return nil }, Direct: true,
				})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkMachines searches by the machine that evaluates all gates, and by the one that evaluates what changes: games
// of this module, or all of the folder PLY_GGP_GAMES in which two players take turns.
func BenchmarkMachines(b *testing.B) {
	texts := make(map[string]string)
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough", "othello", "checkers", "hex5"} {
		texts[name] = name
	}
	if folder := os.Getenv("PLY_GGP_GAMES"); folder != "" {
		clear(texts)
		files, err := filepath.Glob(filepath.Join(folder, "*.kif"))
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			texts[filepath.Base(file)] = string(text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.Run(name, func(b *testing.B) {
			r := load(b, texts[name], Options{})
			if t := r.Traits(b.Context(), 20, rand.NewPCG(1, 1)); !t.ZeroSum || t.Simultaneous || t.Chance {
				b.Skip("not a game of two players who take turns")
			}
			n, err := r.graph.Network()
			if err != nil {
				b.Skip(err)
			}
			for _, network := range []*circuit.Network{nil, n} {
				machine := map[bool]string{true: "all", false: "changes"}[network == nil]
				if (network == nil) == (r.network == nil) {
					machine += ",chosen"
				}
				other := *r
				other.network = network
				g := first(NewSides(&other))
				b.Run("alphabeta/"+machine, func(b *testing.B) {
					nodes := 0
					for b.Loop() {
						r, err := alphabeta.AlphaBeta(context.Background(), g, ply.Limits{Nodes: 20_000}, alphabeta.Options[Move]{
							Depth: 8, Evaluator: func(ply.AdversarialGame[Move]) ply.Evaluator { return nil }, Direct: true,
						})
						if err != nil {
							b.Fatal(err)
						}
						nodes += r.Nodes
					}
					b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
				})
				b.Run("uct/"+machine, func(b *testing.B) {
					simulations := 0
					for b.Loop() {
						r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 100}, mcts.Options[Move]{Scale: 100})
						if err != nil {
							b.Fatal(err)
						}
						simulations += r.Nodes
					}
					b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
				})
			}
		})
	}
}

// BenchmarkTree grows a tree by playouts one at a time, and by lanes.
func BenchmarkTree(b *testing.B) {
	for _, name := range []string{"connectfour", "breakthrough"} {
		for _, lanes := range []bool{false, true} {
			what := name + "/one"
			if lanes {
				what = name + "/lanes"
			}
			b.Run(what, func(b *testing.B) {
				g, simulations := first(NewSides(load(b, name, Options{}))), 0
				opt := mcts.Options[Move]{Scale: 100}
				if lanes {
					opt.Leaf = mcts.Evaluation{}
				}
				for b.Loop() {
					r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 1000}, opt)
					if err != nil {
						b.Fatal(err)
					}
					simulations += r.Nodes
				}
				b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
			})
		}
	}
}
