package heuristic_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

type task struct {
	name string
	s    *statement
}

// BenchmarkEstimate measures a move, on random lines, and the estimate after it.
func BenchmarkEstimate(b *testing.B) {
	for _, task := range []task{{"blocks=10", blocks("cejbghadi f", "dcfjehbagi")}, {"gripper=8", gripper(8)}} {
		for _, k := range kinds {
			b.Run(task.name+"/"+k.String(), func(b *testing.B) {
				walk := walker(newGame(b, task.s, k))
				b.ReportAllocs()
				for b.Loop() {
					walk()
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "estimates/s")
			})
		}
	}
}

// BenchmarkAStar measures searches for cheapest solutions.
func BenchmarkAStar(b *testing.B) {
	for _, task := range []task{{"blocks=7", blocks("cgeab fd", "cbdfaeg")}, {"gripper=6", gripper(6)}} {
		for _, k := range []heuristic.Kind{heuristic.LandmarkCut, heuristic.Max} {
			b.Run(task.name+"/"+k.String(), func(b *testing.B) {
				g := newGame(b, task.s, k)
				nodes := 0
				for b.Loop() {
					r, err := search.AStar(b.Context(), g, ply.Limits{}, search.PathOptions[int]{})
					if err != nil || !r.Found {
						b.Fatal(r.Status, err)
					}
					nodes = r.Nodes
				}
				b.ReportMetric(float64(nodes), "positions")
			})
		}
	}
}

// BenchmarkGreedyBestFirst measures searches for any solution: by FF alone, with preferred moves, with them and a second
// estimate, with estimates that are deferred, and with boosts.
func BenchmarkGreedyBestFirst(b *testing.B) {
	for _, task := range []task{{"blocks=10", blocks("cgeijab fdh", "cbdfiaehgj")}, {"gripper=20", gripper(20)}} {
		for _, test := range []struct {
			name  string
			more  []heuristic.Kind
			plain bool
			opt   search.GreedyOptions[int]
		}{
			{"alone", nil, true, search.GreedyOptions[int]{}},
			{"preferred", nil, false, search.GreedyOptions[int]{}},
			{"preferred,goalcount", []heuristic.Kind{heuristic.GoalCount}, false, search.GreedyOptions[int]{}},
			{"preferred,deferred", nil, false, search.GreedyOptions[int]{Deferred: true}},
			{"preferred,boost=1000", nil, false, search.GreedyOptions[int]{Boost: 1000}},
		} {
			b.Run(task.name+"/"+test.name, func(b *testing.B) {
				g, err := heuristic.New(b.Context(), task.s.game(b), heuristic.Options[int]{Kind: heuristic.FF, More: test.more})
				if err != nil {
					b.Fatal(err)
				}
				var r search.PathResult[int]
				for b.Loop() {
					if test.plain {
						r, err = search.GreedyBestFirst(b.Context(), alone{g}, ply.Limits{}, test.opt)
					} else {
						r, err = search.GreedyBestFirst(b.Context(), g, ply.Limits{}, test.opt)
					}
					if err != nil || !r.Found {
						b.Fatal(r.Status, err)
					}
				}
				b.ReportMetric(float64(r.Nodes), "positions")
				b.ReportMetric(float64(r.Cost), "cost")
			})
		}
	}
}

// Alone is a game with one estimate and no preferred moves.
type alone struct{ *heuristic.Game[int] }

// EstimateAndPrefer has a different signature, to show the search a single estimate.
func (alone) EstimateAndPrefer() {}

// BenchmarkTiles measures searches for shortest solutions of sliding puzzles: stated as rules, with derived estimates,
// and written by hand, with the Manhattan distance. The time of New is excluded, and reported separately.
func BenchmarkTiles(b *testing.B) {
	for _, task := range []struct {
		name, digits string
		width        int32
	}{{"8", "867254301", 3}, {"15", "0197bd53ec4286af", 4}} {
		report := func(b *testing.B, sure, nodes int) {
			b.ReportMetric(float64(nodes), "positions")
			b.ReportMetric(float64(sure), "sure")
		}
		b.Run(task.name+"/byhand", func(b *testing.B) {
			var cells []uint8
			for _, digit := range task.digits {
				cells = append(cells, uint8(strings.IndexRune("0123456789abcdef", digit)))
			}
			g := testgames.NewTiles(int(task.width), cells...)
			for b.Loop() {
				r, err := search.AStar(b.Context(), g, ply.Limits{}, search.PathOptions[testgames.Slide]{})
				if err != nil || !r.Found {
					b.Fatal(r.Status, err)
				}
				report(b, r.UntilLastJump, r.Nodes)
			}
		})
		for _, k := range []heuristic.Kind{heuristic.PatternDatabases, heuristic.CostPartitioning, heuristic.LandmarkCut} {
			if task.width > 3 && k == heuristic.LandmarkCut {
				continue // takes minutes
			}
			b.Run(task.name+"/"+k.String(), func(b *testing.B) {
				begin := time.Now()
				g, err := heuristic.New(b.Context(), tiles(task.width, task.digits).game(b), heuristic.Options[int]{Kind: k})
				if err != nil {
					b.Fatal(err)
				}
				prepared := time.Since(begin)
				for b.Loop() {
					r, err := search.AStar(b.Context(), g, ply.Limits{}, search.PathOptions[int]{})
					if err != nil || !r.Found {
						b.Fatal(r.Status, err)
					}
					report(b, r.UntilLastJump, r.Nodes)
				}
				b.ReportMetric(prepared.Seconds(), "s-before")
			})
		}
	}
}
