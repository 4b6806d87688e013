package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

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
	return cli.Perft(out, p.depth, p.json, func(depth int) (search.PerftResult, error) {
		if table != nil {
			return search.PerftGraph(ctx, game, depth, table, opt)
		}
		return search.Perft(ctx, game, depth, opt)
	})
}
