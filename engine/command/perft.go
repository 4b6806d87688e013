package command

import (
	"context"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// counting holds the flags of perft.
type counting struct {
	start
	depth        int
	divide, json bool
}

func (k *kit[G, M]) perftCommand() *ffcli.Command {
	var c counting
	flags := k.flags("perft")
	c.start.flags(flags, k.Position)
	cli.Number(flags, &c.depth, "depth", 4, 0, 1000, "`number` of moves")
	flags.BoolVar(&c.divide, "divide", false, "count the lines that begin with each move, instead of those of each number of moves")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line")
	return k.command(flags, "Count the lines of play of each number of moves.", "", false, func(ctx context.Context) error { return k.perft(ctx, c) })
}

// A divided is the JSON output of perft -divide for a move.
type divided struct {
	Move   string `json:"move"`
	Leaves int    `json:"leaves"`
}

func (k *kit[G, M]) perft(ctx context.Context, c counting) error {
	g, _, err := k.game(c.start)
	if err != nil {
		return err
	}
	if !c.divide {
		return cli.Perft(k.std.Out, c.depth, c.json, func(depth int) (search.PerftResult, error) {
			return search.Perft(ctx, g, depth, search.PerftOptions{})
		})
	}
	if c.depth == 0 {
		return cli.Usagef("-divide: want a -depth of 1 or more")
	}
	notation := engine.NotationOf(g)
	texts := map[M]string{} // the notation of a move depends on its position
	for _, m := range g.Moves(nil) {
		texts[m] = string(notation.AppendMove(nil, m))
	}
	return cli.Divide(ctx, g, c.depth, func(m M, leaves int) error {
		return cli.Write(k.std.Out, c.json, divided{texts[m], leaves}, "%-5s %15d\n", texts[m], leaves)
	})
}
