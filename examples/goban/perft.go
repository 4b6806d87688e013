package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// A perft holds the flags of perft.
type perft struct {
	size, depth int
	rules       goban.Rules
	json        bool
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("goban perft", flag.ContinueOnError)
	sizeFlag(flags, &p.size, 5)
	cli.Number(flags, &p.depth, "depth", 4, 0, 100, "count lines of up to this number of `moves`")
	rulesFlags(flags, &p.rules)
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line for each depth")
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "goban perft [flags]",
		ShortHelp:  "Count the lines of play from the empty board, of each number of moves.",
		LongHelp:   "A pass is a move. A line that ends earlier, with two passes, does not count.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.Out) },
	}
}

func (p *perft) run(ctx context.Context, out io.Writer) error {
	game, err := goban.NewGame(p.size, p.rules)
	if err != nil {
		return err
	}
	return cli.Perft(out, p.depth, p.json, func(depth int) (search.PerftResult, error) {
		return search.Perft(ctx, game, depth, search.PerftOptions{})
	})
}
