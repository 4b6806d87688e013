package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// perft holds the flags of perft.
type perft struct {
	depth        int
	tableEntries int
	workers      int
	json         bool
	submission   queue.Submission
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("othello perft", flag.ContinueOnError)
	cli.Number(flags, &p.depth, "depth", 8, 0, 60, "count lines of up to this number of `moves`")
	cli.Table(flags, &p.tableEntries, "table-entries", 0, 0, 24, "remember counts in a table of this number of `entries`, of 24 bytes each (0: no table)")
	cli.Number(flags, &p.workers, "workers", 0, 0, cli.MaxWorkers, "with -queue: `tasks` of this process at the same time (0: one for each processor)")
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line for each depth")
	p.submission.Flags(flags)
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "othello perft [flags]",
		ShortHelp:  "Count the lines of play from the start, of each number of moves.",
		LongHelp:   "A pass is a move. A game that is over counts as one line of every greater number of moves.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std) },
	}
}

func (p *perft) run(ctx context.Context, std cli.Streams) error {
	switch {
	case p.submission.Queue != "" && p.tableEntries > 0:
		return cli.Usagef("-table-entries: a count with -queue has no table")
	case p.submission.Queue != "":
		return p.submission.Run(ctx, std, &counting, distributed.PerftOptions[othello.Move]{Depth: p.depth, CountFinished: true}, p.workers, p.json)
	case p.workers > 0:
		return cli.Usagef("-workers: only with -queue")
	}
	var table *transposition.Table
	if p.tableEntries > 0 {
		table = transposition.NewTable(16 * int64(p.tableEntries))
		table.Scheme = transposition.TwoBig
	}
	game := othello.New()
	opt := search.PerftOptions{CountFinished: true, Table: table}
	return cli.Perft(std.Out, p.depth, p.json, func(depth int) (search.PerftResult, error) {
		return search.Perft(ctx, game, depth, opt)
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
