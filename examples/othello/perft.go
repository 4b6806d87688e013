package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// perft is what the flags of perft ask for.
type perft struct {
	depth        int
	tableEntries int
	json         bool
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("othello perft", flag.ContinueOnError)
	cli.Number(flags, &p.depth, "depth", 8, 0, 60, "count lines of up to this number of `moves`")
	cli.Table(flags, &p.tableEntries, "table-entries", 0, 0, 24, "remember counts in a table of this number of `entries`, of 24 bytes each (0: no table)")
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line for each depth")
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "othello perft [flags]",
		ShortHelp:  "Count the lines of play from the start, of each number of moves.",
		LongHelp:   "A pass is a move. A game that is over counts as one line of every greater number of moves.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.Out) },
	}
}

// counted is what perft says of a depth.
type counted struct {
	Depth   int     `json:"depth"`
	Leaves  int     `json:"leaves"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (p *perft) run(ctx context.Context, out io.Writer) error {
	var table *transposition.Table[int]
	if p.tableEntries > 0 {
		var err error
		if table, err = transposition.NewTable[int](p.tableEntries, transposition.TwoBig); err != nil {
			return err
		}
	}
	game := othello.New()
	opt := search.PerftOptions{CountFinished: true}
	if !p.json {
		fmt.Fprintf(out, "%5s %15s %15s %10s %10s\n", "depth", "leaves", "nodes", "seconds", "M leaves/s")
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
		c := counted{depth, result.Leaves, result.Nodes, result.Elapsed.Seconds()}
		if p.json {
			err = cli.WriteJSON(out, c)
		} else {
			_, err = fmt.Fprintf(out, "%5d %15d %15d %10.3f %10.1f\n", c.Depth, c.Leaves, c.Nodes, c.Seconds, float64(c.Leaves)/c.Seconds/1e6)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
