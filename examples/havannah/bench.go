package main

import (
	"context"
	"flag"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

type benchFlags struct {
	size, threads int
	seconds       float64
	decisive      bool
	json          bool
}

func benchCommand(std cli.Streams) *cli.Command {
	var b benchFlags
	flags := flag.NewFlagSet("havannah bench", flag.ContinueOnError)
	sizeFlag(flags, &b.size, 5)
	cli.Number(flags, &b.seconds, "seconds", 5, 0.001, 1e6, "how long to search, in `seconds`")
	cli.Number(flags, &b.threads, "threads", 1, 1, cli.MaxWorkers, "`goroutines` that share the tree")
	flags.BoolVar(&b.decisive, "decisive", false, "play moves that win at once, and those that keep the other side from it")
	flags.BoolVar(&b.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Measure simulations a second from the empty board, with RAVE and proven values.", "",
		func(ctx context.Context) error { return b.run(ctx, std.Out) })
}

// A benched is the output of bench.
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

func (b *benchFlags) run(ctx context.Context, out io.Writer) error {
	g, err := havannah.New(b.size)
	if err != nil {
		return err
	}
	opt := mcts.Options[havannah.Cell]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 50}, Workers: b.threads, Memory: 1 << 30}
	if b.decisive {
		opt.Decisive = mcts.DecisiveAlways
	}
	total := benched{Size: b.size, Threads: b.threads}
	start := time.Now()
	limit := time.Duration(b.seconds * float64(time.Second))
	// A small board that is solved is searched again. If a busy machine makes no simulation within the time, the time is doubled.
	for left := limit; left > 0 && ctx.Err() == nil; {
		// A time limit would end the search as soon as the best move cannot change; a deadline does not.
		within, cancel := context.WithTimeout(ctx, left)
		tree, err := mcts.New(g, opt)
		if err != nil {
			cancel()
			return err
		}
		r, err := tree.Search(within, ply.Limits{})
		cancel()
		if err != nil {
			return err
		}
		total.Simulations += r.Nodes
		total.Nodes, total.MemoryBytes, total.Full = tree.Size()
		if left -= max(r.Elapsed, time.Microsecond); r.Status == ply.OutOfTime && total.Simulations == 0 {
			limit *= 2
			left = limit
		}
	}
	total.Seconds = time.Since(start).Seconds()
	total.SimulationsPerSecond = float64(total.Simulations) / total.Seconds
	return cli.Write(out, b.json, total, "size %d, %d threads: %.0f simulations a second\n%d simulations in %.2f s, %d positions in the tree, %.0f MB\n",
		b.size, b.threads, total.SimulationsPerSecond, total.Simulations, total.Seconds, total.Nodes, float64(total.MemoryBytes)/1e6)
}
