// Command havannah plays Havannah: with other programs, against itself in matches, and for speed. It solves small boards.
package main

import (
	"context"
	"flag"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

var sides = [2]string{"white", "black"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	size := 0
	return command.Command(command.Game[*havannah.Game, havannah.Cell]{
		Name: "havannah",
		About: "Play Havannah, in matches and with other programs, and solve small boards.\n" +
			"White (X) and black (O) take turns in putting stones on a hexagonal board. Who first has a chain that is a\n" +
			"ring around at least one cell, a bridge between two of the six corners, or a fork between three of the six\n" +
			"edges, which the corners are no part of, wins. White begins.\n\n" +
			"Cells have a letter and a number, a1 is in a corner. The board of size 4:\n\n" + drawing(),
		Flags:   func(flags *flag.FlagSet) { sizeFlag(flags, &size, 5) },
		New:     command.FromStart(func() (*havannah.Game, error) { return havannah.New(size) }),
		Players: players(),
		Cells:   cells,
		Opening: -1,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return append([]*cli.Command{gtpCommand(std), matchCommand(std), tuneCommand(std), againstCommand(std), benchCommand(std), papersCommand(std), solveCommand(std), verifyCommand(std)},
				queue.Commands(std, "havannah", matching)...)
		},
	}, std)
}

// cells returns the cells that the page of serve draws.
func cells(g *havannah.Game, _ int) (rows [][]command.Cell) {
	for _, row := range g.Rows() {
		drawn := make([]command.Cell, len(row))
		for x, c := range row {
			drawn[x].Name = string(g.AppendMove(nil, c))
			if side, ok := g.Stone(c); ok {
				drawn[x].Man = sides[side]
			}
		}
		rows = append(rows, drawn)
	}
	return rows
}

func sizeFlag(flags *flag.FlagSet, size *int, initial int) {
	cli.Number(flags, size, "size", initial, havannah.MinSize, havannah.MaxSize, "`cells` along an edge of the board")
}

func benchCommand(std cli.Streams) *cli.Command {
	var size, threads int
	var seconds float64
	var decisive, json bool
	flags := flag.NewFlagSet("havannah bench", flag.ContinueOnError)
	sizeFlag(flags, &size, 5)
	cli.Number(flags, &seconds, "seconds", 5, 0.001, 1e6, "how long to search, in `seconds`")
	cli.Number(flags, &threads, "threads", 1, 1, cli.MaxWorkers, "`goroutines` that share the tree")
	flags.BoolVar(&decisive, "decisive", false, "play moves that win at once, and those that keep the other side from it")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Measure simulations a second from the empty board, with RAVE and proven values.", "",
		func(ctx context.Context) error {
			opt := mcts.Options[havannah.Cell]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 50}, Workers: threads, Memory: 1 << 30}
			if decisive {
				opt.Decisive = mcts.DecisiveAlways
			}
			return bench(ctx, std.Out, size, time.Duration(seconds*float64(time.Second)), opt, json)
		})
}

type benched struct {
	Size                 int     `json:"size"`
	SimulationsPerSecond float64 `json:"simulations_per_second"`
	Threads              int     `json:"threads"`
	Simulations          int     `json:"simulations"`
	Seconds              float64 `json:"seconds"`
	Nodes                int     `json:"nodes"`
	MemoryBytes          int64   `json:"memory_bytes"`
	Full                 bool    `json:"full"`
}

func bench(ctx context.Context, out io.Writer, size int, limit time.Duration, opt mcts.Options[havannah.Cell], json bool) (err error) {
	b := benched{Size: size, Threads: opt.Workers}
	b.Simulations, b.Seconds, err = sampling.Measure(ctx, limit, func(ctx context.Context) (ply.Report, error) {
		g, err := havannah.New(size)
		if err != nil {
			return ply.Report{}, err
		}
		tree, err := mcts.New(g, opt)
		if err != nil {
			return ply.Report{}, err
		}
		r, err := tree.Search(ctx, ply.Limits{})
		b.Nodes, b.MemoryBytes, b.Full = tree.Size()
		return r.Report, err
	})
	if err != nil {
		return err
	}
	b.SimulationsPerSecond = float64(b.Simulations) / b.Seconds
	return cli.Write(out, json, b, "size %d, %d threads: %.0f simulations a second\n%d simulations in %.2f s, %d positions in the tree, %.0f MB\n",
		size, b.Threads, b.SimulationsPerSecond, b.Simulations, b.Seconds, b.Nodes, float64(b.MemoryBytes)/1e6)
}
