package main

import (
	"context"
	"flag"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

func perftCommand(std cli.Streams) *cli.Command {
	var depth, tableEntries, workers int
	var json bool
	var submission queue.Submission
	flags := flag.NewFlagSet("othello perft", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 8, 0, 60, "count lines of up to this number of `moves`")
	cli.Table(flags, &tableEntries, "table-entries", 0, 0, 24, "remember counts in a table of this number of `entries`, of 24 bytes each (0: no table)")
	cli.Number(flags, &workers, "workers", 0, 0, cli.MaxWorkers, "with -queue: `tasks` of this process at the same time (0: one for each processor)")
	flags.BoolVar(&json, "json", false, "write a JSON object a line for each depth")
	submission.Flags(flags)
	return cli.Subcommand(flags, "[flags]", "Count the lines of play from the start, of each number of moves.",
		"A pass is a move. A game that is over counts as one line of every greater number of moves.", func(ctx context.Context) error {
			switch {
			case submission.Queue != "" && tableEntries > 0:
				return cli.Usagef("-table-entries: a count with -queue has no table")
			case submission.Queue != "":
				return submission.Run(ctx, std, &counting, distributed.PerftOptions[othello.Move]{Depth: depth, CountFinished: true}, workers, json)
			case workers > 0:
				return cli.Usagef("-workers: only with -queue")
			}
			opt := search.PerftOptions{CountFinished: true}
			if tableEntries > 0 {
				opt.Table = transposition.NewTable(16 * int64(tableEntries))
				opt.Table.Scheme = transposition.TwoBig
			}
			game := othello.New()
			return cli.Perft(std.Out, depth, json, func(depth int) (search.PerftResult, error) {
				return search.Perft(ctx, game, depth, opt)
			})
		})
}

// counting is what perft gives to a queue.
var counting = queue.Problem{
	Name: "othello-perft",
	Make: distributed.PerftProblem(func(string) (*othello.Game, error) { return othello.New(), nil }),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error {
		counts, err := q.PerftResult(ctx, run.ID)
		if err != nil {
			return err
		}
		// The depths are counted together, and their time is that of all.
		return cli.Perft(out, len(counts)-1, asJSON, func(depth int) (search.PerftResult, error) {
			return search.PerftResult{Report: ply.Report{Nodes: counts[depth].Nodes, Elapsed: run.Elapsed}, Leaves: counts[depth].Leaves}, nil
		})
	},
}
