package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// perft holds the flags of perft.
type perft struct {
	size  size
	depth int
	json  bool
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("breakthrough perft", flag.ContinueOnError)
	p.size.flags(flags)
	cli.Number(flags, &p.depth, "depth", 5, 0, 100, "`number` of moves")
	flags.BoolVar(&p.json, "json", false, "write a JSON object for each number of moves")
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "breakthrough perft [flags]",
		ShortHelp:  "Count the lines of play of each number of moves.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.Out) },
	}
}

func (p *perft) run(ctx context.Context, out io.Writer) error {
	g, err := p.size.newGame()
	if err != nil {
		return err
	}
	return cli.Perft(out, p.depth, p.json, func(depth int) (search.PerftResult, error) {
		return search.Perft(ctx, g, depth, search.PerftOptions{})
	})
}

// A size is that of a board.
type size struct{ columns, rows int }

func (s *size) flags(flags *flag.FlagSet) {
	cli.Number(flags, &s.columns, "columns", breakthrough.Size, 2, breakthrough.Size, "`number` of columns")
	cli.Number(flags, &s.rows, "rows", breakthrough.Size, 4, breakthrough.Size, "`number` of rows")
}

func (s *size) newGame() (*breakthrough.Game, error) { return breakthrough.New(s.columns, s.rows) }
