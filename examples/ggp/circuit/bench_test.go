package circuit_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/rules"
)

// program grounds a game of this module.
func program(tb testing.TB, name string) *ground.Program {
	tb.Helper()
	text, ok := rules.Text(name)
	if !ok {
		tb.Fatalf("no game %s", name)
	}
	d, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		tb.Fatal(err)
	}
	p, err := ground.Ground(context.Background(), d, ground.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// BenchmarkCompile makes circuits, mainly by simplifying them.
func BenchmarkCompile(b *testing.B) {
	for _, game := range []string{"connectfour", "othello"} {
		p := program(b, game)
		b.Run(game, func(b *testing.B) {
			for b.Loop() {
				if _, err := circuit.Compile(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPlayouts plays from the start, by each machine.
func BenchmarkPlayouts(b *testing.B) {
	for _, game := range []string{"tictactoe", "connectfour", "breakthrough", "othello", "checkers"} {
		c, err := circuit.Compile(program(b, game))
		if err != nil {
			b.Fatal(err)
		}
		random := rand.NewPCG(0, 0)
		b.Run(game+"/scalar", func(b *testing.B) {
			m, n := c.NewMachine(), 0
			for ; b.Loop(); n++ {
				m.Reset()
				m.Playout(random, 0)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
		})
		b.Run(game+"/lanes", func(b *testing.B) {
			l, n := c.NewLanes(), 0
			for b.Loop() {
				n += l.Playouts(c.Initial, 50*circuit.LaneCount, random, 0).Playouts
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}
