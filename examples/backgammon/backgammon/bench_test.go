package backgammon

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/expectimax"
)

// positions returns positions of random games in which a side is to play.
func positions(t testing.TB, games int) []*Game {
	var all []*Game
	random := rand.New(rand.NewPCG(4, 0))
	for range games {
		walk(t, random, func(g *Game) { all = append(all, g.Clone()) })
	}
	return all
}

// BenchmarkMoves lists the plays of positions of random games.
func BenchmarkMoves(b *testing.B) { benchmarkPlays(b, false) }

// BenchmarkPlay also plays each play and takes it back.
func BenchmarkPlay(b *testing.B) { benchmarkPlays(b, true) }

func benchmarkPlays(b *testing.B, play bool) {
	all := positions(b, 10)
	b.ReportAllocs()
	var moves []Move
	plays, i := 0, 0
	for b.Loop() {
		g := all[i%len(all)]
		moves = g.Moves(moves[:0])
		if play {
			for _, m := range moves {
				g.Play(m)
				g.Undo(m)
			}
		}
		plays += len(moves)
		i++
	}
	b.ReportMetric(float64(plays)/b.Elapsed().Seconds()/1e6, "Mplays/s")
}

func BenchmarkExpectation(b *testing.B) {
	all := positions(b, 10)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		all[i%len(all)].Expectation()
		i++
	}
}

// BenchmarkSearch looks a play, a throw and a play ahead, with all plays and with the filter of GNU Backgammon.
func BenchmarkSearch(b *testing.B) {
	all := positions(b, 10)
	for _, c := range []struct {
		name   string
		search func(context.Context, *Game, ply.Limits, expectimax.Options[Move]) (expectimax.Result[Move], error)
		filter expectimax.Filter
	}{
		{"Expectimax", expectimax.Expectimax[*Game], expectimax.Filter{}},
		{"Star2", expectimax.Star2[*Game], expectimax.Filter{}},
		{"Expectimax filtered", expectimax.Expectimax[*Game], expectimax.Filter{Width: 8, Margin: 0.16}},
		{"Star2 filtered", expectimax.Star2[*Game], expectimax.Filter{Width: 8, Margin: 0.16}},
	} {
		b.Run(c.name, func(b *testing.B) {
			nodes, n := 0, 0
			for b.Loop() {
				g := all[7*n%len(all)]
				opt := bySearch(g, 3)
				opt.Filter = c.filter
				r, err := c.search(b.Context(), g, ply.Limits{}, opt)
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
				n++
			}
			b.ReportMetric(float64(nodes)/float64(n), "nodes")
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	leaves := 0
	for b.Loop() {
		r, err := search.Perft(b.Context(), New(), 5, search.PerftOptions{})
		if err != nil {
			b.Fatal(err)
		}
		leaves += r.Leaves
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}

// BenchmarkTrain trains a network of 80 hidden units, which knows nothing at first, on one core.
func BenchmarkTrain(b *testing.B) {
	games := 0
	for b.Loop() {
		m, err := NewModel(80, nil)
		if err != nil {
			b.Fatal(err)
		}
		newGame := func() (*Game, error) { return New(), nil }
		r, err := learn.TrainOnline(b.Context(), newGame, m, learn.OnlineOptions{Games: 2000, Lambda: 0.7})
		if err != nil {
			b.Fatal(err)
		}
		games += r.Games
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
