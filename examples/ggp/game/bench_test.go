package game

import (
	"context"
	"testing"

	"github.com/ply-search/ply"
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
				r, err := alphabeta.Search(context.Background(), g, alphabeta.Options[Move]{
					Depth:     c.depth,
					Evaluator: func(ply.AdversarialGame[Move]) ply.Evaluator { return nil },
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
				for b.Loop() {
					r, err := mcts.Search(context.Background(), g, mcts.Limits{MaxSimulations: 1000}, mcts.Options[Move]{Evaluate: lanes, Scale: 100})
					if err != nil {
						b.Fatal(err)
					}
					simulations += r.Added
				}
				b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
			})
		}
	}
}
