package goban_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// BenchmarkPlayout measures playouts, taken back to the start.
func BenchmarkPlayout(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			board, err := goban.New(size, goban.Rules{})
			if err != nil {
				b.Fatal(err)
			}
			random := rand.NewPCG(1, 2)
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				moves += board.Playout(random)
				for board.Played() > 0 {
					board.Undo()
				}
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkPlayUndo measures all legal moves of the positions of a random game, each played and taken back.
func BenchmarkPlayUndo(b *testing.B) {
	for _, size := range []int{9, 19} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			board, err := goban.New(size, goban.Rules{})
			if err != nil {
				b.Fatal(err)
			}
			var positions []*goban.Board
			random := rand.NewPCG(1, 2)
			for range 20 {
				board.Playout(random)
				for board.Played() > size*size {
					board.Undo()
				}
				for board.Played() > 0 {
					if board.Played()%10 == 0 {
						positions = append(positions, board.Clone())
					}
					board.Undo()
				}
			}
			moves := 0
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				g := positions[i%len(positions)]
				i++
				for range 10 { // a search stays with one board
					for _, p := range g.Points() {
						if g.Legal(p) {
							g.Play(p)
							g.Undo()
							moves++
						}
					}
				}
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkFastPlayout measures playouts on a FastBoard, each loaded from an empty board.
func BenchmarkFastPlayout(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		for _, superko := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/superko=%v", size, superko), func(b *testing.B) {
				playouts(b, size, goban.Rules{Superko: superko}, goban.Policy{})
			})
		}
	}
}

// BenchmarkPolicy measures playouts on an empty board of 9 × 9, with what each part of a policy costs.
func BenchmarkPolicy(b *testing.B) {
	for _, policy := range []goban.Policy{{}, {Ataris: true}, {Patterns: true}, {Careful: true}, {Mercy: 0.25},
		{Ataris: true, Patterns: true, Careful: true, Mercy: 0.25}} {
		b.Run(fmt.Sprintf("%+v", policy), func(b *testing.B) { playouts(b, 9, goban.Rules{}, policy) })
	}
}

// playouts measures playouts on a FastBoard by a policy.
func playouts(b *testing.B, size int, rules goban.Rules, policy goban.Policy) {
	board, err := goban.New(size, rules)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.NewPCG(1, 2)
	moves := 0
	var fast goban.FastBoard
	b.ReportAllocs()
	for b.Loop() {
		fast.Load(board)
		moves += fast.Playout(random, policy, nil)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
