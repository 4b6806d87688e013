package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// perft is what the flags of perft ask for.
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

// counted is what perft says of a depth.
type counted struct {
	Depth   int     `json:"depth"`
	Leaves  int     `json:"leaves"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
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
	out := std.Out
	var table *transposition.Table[int]
	if p.tableEntries > 0 {
		var err error
		if table, err = transposition.NewTable[int](p.tableEntries, transposition.TwoBig); err != nil {
			return err
		}
	}
	game := othello.New()
	opt := search.PerftOptions{CountFinished: true}
	if err := p.head(out); err != nil {
		return err
	}
	for depth := range p.depth + 1 {
		var result search.PerftResult
		var err error
		if table != nil {
			result, err = search.PerftGraph(ctx, game, depth, table, opt)
		} else {
			result, err = search.Perft(ctx, game, depth, opt)
		}
		if err != nil {
			return err
		}
		if result.Status != ply.Complete {
			return fmt.Errorf("depth %d: %w", depth, result.Status.Err())
		}
		err = p.line(out, &counted{depth, result.Leaves, result.Nodes, result.Elapsed.Seconds()})
		if err != nil {
			return err
		}
	}
	return nil
}

// head writes what stands above the lines.
func (p *perft) head(out io.Writer) (err error) {
	if !p.json {
		_, err = fmt.Fprintf(out, "%5s %15s %15s %10s %10s\n", "depth", "leaves", "nodes", "seconds", "M leaves/s")
	}
	return err
}

// line writes what was counted.
func (p *perft) line(out io.Writer, c *counted) error {
	if p.json {
		return cli.WriteJSON(out, c)
	}
	_, err := fmt.Fprintf(out, "%5d %15d %15d %10.3f %10.1f\n", c.Depth, c.Leaves, c.Nodes, c.Seconds, float64(c.Leaves)/c.Seconds/1e6)
	return err
}

// counting is what perft gives to a queue.
var counting = queue.Problem{
	Name: "othello-perft",
	Make: distributed.PerftProblem(func(string) (*othello.Game, error) { return othello.New(), nil }),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run distributed.Status, asJSON bool) error {
		counts, err := distributed.PerftResult(ctx, q.Results(run.Run))
		if err != nil {
			return err
		}
		p := &perft{json: asJSON}
		if err := p.head(out); err != nil {
			return err
		}
		for _, c := range counts {
			// The depths are counted together, and their time is that of all.
			if err := p.line(out, &counted{c.Depth, c.Leaves, c.Nodes, run.Elapsed}); err != nil {
				return err
			}
		}
		return nil
	},
}
