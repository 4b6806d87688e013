package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/search"
)

// A perft is what the flags of perft ask for.
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

// counted is what perft says of a depth.
type counted struct {
	Depth   int     `json:"depth"`
	Leaves  int     `json:"leaves"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (p *perft) run(ctx context.Context, out io.Writer) error {
	game, err := goban.NewGame(p.size, p.rules)
	if err != nil {
		return err
	}
	if !p.json {
		fmt.Fprintf(out, "%5s %15s %15s %10s %10s\n", "depth", "leaves", "nodes", "seconds", "M leaves/s")
	}
	for depth := range p.depth + 1 {
		result, err := search.Perft(ctx, game, depth, search.PerftOptions{})
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
