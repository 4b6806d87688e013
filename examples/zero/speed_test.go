//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

var speedPlot = flag.String("speed", "", "the `file` that BenchmarkSpeed draws")

// BenchmarkSpeed measures how many positions are evaluated in a second of processor time, against the number of positions
// in a batch, and how many games of self-play are played, against the number of games at once. Processor time is what
// other processes take the least from.
func BenchmarkSpeed(b *testing.B) {
	sizes := []int{1, 4, 16, 64, 256}
	opt := neural.Options[connectfour.Drop]{
		Architecture: neural.Dense{Hidden: []int{256, 128}},
		SelfPlay:     neural.SelfPlay{Simulations: 32, Opening: 16},
	}
	network, err := neural.NewNetwork(connectFour, opt.Architecture, nil)
	if err != nil {
		b.Fatal(err)
	}
	name := filepath.Join(b.TempDir(), "network")
	if err := network.Save(name); err != nil {
		b.Fatal(err)
	}
	weights, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	evaluate, err := neural.ForPUCT(network, connectFour, neural.EvaluatorOptions{})
	if err != nil {
		b.Fatal(err)
	}
	panels := []panel{
		{title: "evaluations a second", x: "positions in a batch", names: []string{"one core"}, lines: make([]plotter.XYs, 1)},
		{title: "games a second, 32 simulations a move", x: "games at once", names: []string{"one core"}, lines: make([]plotter.XYs, 1)},
	}
	searched := 0
	measure := func(p *panel, unit string, size int, work func(b *testing.B, round uint64) int) {
		rate := 0.0
		searched = 0
		b.Run(fmt.Sprintf("%s/at-once=%d", unit, size), func(b *testing.B) {
			done, begun := 0, cli.ProcessorTime()
			for round := uint64(0); b.Loop(); round++ {
				done += work(b, round)
			}
			seconds := (cli.ProcessorTime() - begun).Seconds()
			rate = float64(done) / seconds
			b.ReportMetric(rate, unit+"/s")
			if searched > 0 {
				b.ReportMetric(float64(searched)/seconds, "searches/s")
			}
		})
		if rate > 0 {
			p.lines[0] = append(p.lines[0], plotter.XY{X: float64(size), Y: rate})
		}
	}
	for _, size := range sizes {
		leaves := someLeaves(size)
		measure(&panels[0], "evaluations", size, func(b *testing.B, _ uint64) int {
			if err := evaluate(b.Context(), leaves); err != nil {
				b.Fatal(err)
			}
			return size
		})
	}
	for _, together := range sizes {
		opt.GamesPerWorker = together
		numbers := make([]int, 2*sizes[len(sizes)-1]) // a second game begins when the first one ends
		for i := range numbers {
			numbers[i] = i
		}
		measure(&panels[1], "games", together, func(b *testing.B, round uint64) int {
			r := neural.Request{Generation: 1, Numbers: numbers, Seed: [2]uint64{round, 1}, Network: weights}
			lines, err := neural.PlayGames(b.Context(), connectFour, opt, r)
			if err != nil {
				b.Fatal(err)
			}
			searched += searches(b, lines)
			return len(numbers)
		})
	}
	if *speedPlot != "" {
		var plots []*plot.Plot
		for _, panel := range panels {
			p, err := panel.plot()
			if err != nil {
				b.Fatal(err)
			}
			var ticks plot.ConstantTicks
			for _, xy := range panel.lines[0] {
				ticks = append(ticks, plot.Tick{Value: xy.X, Label: strconv.Itoa(int(xy.X))})
			}
			p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks
			p.Y.Min = 0
			plots = append(plots, p)
		}
		if err := writePlots(plots, *speedPlot, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// searches returns how many moves of games were searched for.
func searches(b *testing.B, lines []byte) (n int) {
	for line := range bytes.Lines(lines) {
		game, _, _ := bytes.Cut(line, []byte("\t"))
		var g struct{ Values []float64 }
		if err := json.Unmarshal(game, &g); err != nil {
			b.Fatal(err)
		}
		n += len(g.Values)
	}
	return n
}

// someLeaves returns positions of random games for an evaluator.
func someLeaves(count int) []*puct.Leaf[*connectfour.Game, connectfour.Drop] {
	random := rand.New(rand.NewPCG(1, 2))
	leaves := make([]*puct.Leaf[*connectfour.Game, connectfour.Drop], count)
	for i := range leaves {
		g := new(connectfour.Game)
		for connectfour.Cells-g.Empty() < 14 || g.Finished() {
			if g.Finished() {
				g = new(connectfour.Game)
			}
			moves := g.Moves(nil)
			g.Play(moves[random.IntN(len(moves))])
		}
		moves := g.Moves(nil)
		leaves[i] = &puct.Leaf[*connectfour.Game, connectfour.Drop]{Position: g, Moves: moves, Priors: make([]float32, len(moves))}
	}
	return leaves
}
