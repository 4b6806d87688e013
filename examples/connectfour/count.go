package main

import (
	"cmp"
	"context"
	"flag"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

type counting struct {
	depth int
	moves string
	json  bool

	memory int // of count
}

func (c *counting) flags(command string, depth int) *flag.FlagSet {
	flags := flag.NewFlagSet("connectfour "+command, flag.ContinueOnError)
	cli.Number(flags, &c.depth, "depth", depth, 0, cells, "`number` of moves")
	movesFlag(flags, &c.moves)
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line")
	return flags
}

func countCommand(std cli.Streams) *cli.Command {
	var c counting
	flags := c.flags("count", 10)
	cli.Memory(flags, &c.memory)
	return cli.Subcommand(flags, "[flags]", "Count the different positions after each number of moves.", "", func(ctx context.Context) error {
		return cli.Within(ctx, int64(c.memory), func(ctx context.Context) error { return c.count(ctx, std.Out) })
	})
}

func (c *counting) count(ctx context.Context, out io.Writer) error {
	game, err := position(c.moves)
	if err != nil {
		return err
	}
	levels := []int{1}
	if c.depth > 0 {
		progress := cli.NewProgress(c.depth, "plies")
		space := search.Graph(game, nil).MaxDepth(c.depth)
		levels = nil
		result, err := search.BreadthFirst(ctx, space, ply.Limits{}, search.Options[connectfour.Drop]{
			Visit: func(depth int) {
				if depth == len(levels) {
					levels = append(levels, 0)
				}
				levels[depth]++
			},
			Progress: func(p search.Result[connectfour.Drop]) { progress.Set(p.Depth) },
		})
		progress.Close()
		if err := cmp.Or(err, result.Status.Err()); err != nil {
			return err
		}
	}
	for depth, n := range levels {
		if err := cli.Write(out, c.json, map[string]int{"ply": depth, "positions": n}, "%3d %d\n", depth, n); err != nil {
			return err
		}
	}
	return nil
}

func perftCommand(std cli.Streams) *cli.Command {
	var c counting
	return cli.Subcommand(c.flags("perft", 8), "[flags]", "Count the lines of play of a number of moves.", "",
		func(ctx context.Context) error { return c.perft(ctx, std.Out) })
}

type perfted struct {
	Depth   int     `json:"depth"`
	Leaves  int     `json:"leaves"`
	Seconds float64 `json:"seconds"`
}

func (c *counting) perft(ctx context.Context, out io.Writer) error {
	game, err := position(c.moves)
	if err != nil {
		return err
	}
	result, err := search.Perft(ctx, game, c.depth, search.PerftOptions{})
	if err := cmp.Or(err, result.Status.Err()); err != nil {
		return err
	}
	return cli.Write(out, c.json, perfted{c.depth, result.Leaves, result.Elapsed.Seconds()}, "perft %d: %s in %.3f s\n", c.depth, cli.Count(result.Leaves, "line"), result.Elapsed.Seconds())
}
