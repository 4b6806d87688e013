package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/transposition"
)

// enhancements holds the flags of enhancements.
type enhancements struct {
	depth int
	json  bool
}

func enhancementsCommand(std cli.Streams) *cli.Command {
	var e enhancements
	flags := flag.NewFlagSet("losalamos enhancements", flag.ContinueOnError)
	cli.Number(flags, &e.depth, "depth", 7, 1, 100, "`number` of moves to look ahead")
	flags.BoolVar(&e.json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Show what each technique adds to a search: nodes and time to a depth.",
		"The positions are the start and eight middlegames. Each line has one technique more than the line before. Those up to\n"+
			"null windows save nodes. Those from quiescence on change which lines are searched: some make a depth worth more and\n"+
			"some make it cheaper. The command match shows what that gains in play.",
		func(ctx context.Context) error { return e.run(ctx, std.Out) })
}

// enhanced is what enhancements says of a technique.
type enhanced struct {
	With    string  `json:"with"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
	First   float64 `json:"first"` // of the cutoffs, the part that is by the first move
}

func (e *enhancements) run(ctx context.Context, out io.Writer) error {
	table := transposition.NewTable(1 << 24)
	if !e.json {
		fmt.Fprintf(out, "%-24s %14s %9s %9s %11s %9s\n", "with", "nodes", "seconds", "nodes ×", "M nodes/s", "first %")
	}
	games, ladder := losalamos.Middlegames(), losalamos.Ladder()
	progress := cli.NewProgress(len(ladder)*len(games), "searches")
	defer progress.Close()
	before := 0
	for i, rung := range ladder {
		found := enhanced{With: rung.Name}
		cutoffs, first := 0, 0
		for j, game := range games {
			table.Reset()
			r, err := rung.Search(ctx, game, ply.Limits{}, e.depth, table)
			if err := cmp.Or(err, r.Status.Err()); err != nil {
				return err
			}
			found.Nodes += r.Nodes
			found.Seconds += r.Elapsed.Seconds()
			cutoffs, first = cutoffs+r.Cutoffs, first+r.FirstMove
			progress.Set(i*len(games) + j + 1)
		}
		found.First = float64(first) / float64(max(1, cutoffs))
		if i == 0 {
			before = found.Nodes
		}
		if err := cli.Say(out, e.json, found, "%-24s %14d %9.2f %9.2f %11.1f %9.1f\n", found.With, found.Nodes, found.Seconds,
			float64(found.Nodes)/float64(before), float64(found.Nodes)/found.Seconds/1e6, 100*found.First); err != nil {
			return err
		}
		before = found.Nodes
	}
	return nil
}
