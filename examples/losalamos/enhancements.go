package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/transposition"
)

// enhanced is what enhancements says of a technique.
type enhanced struct {
	With    string  `json:"with"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
	First   float64 `json:"first"` // of the cutoffs, the part that is by the first move
}

func enhancementsCommand(std cli.Streams) *cli.Command {
	var depth int
	var json bool
	flags := flag.NewFlagSet("losalamos enhancements", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 7, 1, 100, "`number` of moves to look ahead")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Show what each technique adds to a search: nodes and time to a depth.",
		"The positions are the start and eight middlegames. Each line has one technique more than the line before. Those up to\n"+
			"null windows save nodes. Those from quiescence on change which lines are searched: some make a depth worth more and\n"+
			"some make it cheaper. The command match shows what that gains in play.",
		func(ctx context.Context) error {
			table := transposition.NewTable(1 << 24)
			if !json {
				fmt.Fprintf(std.Out, "%-24s %14s %9s %9s %11s %9s\n", "with", "nodes", "seconds", "nodes ×", "M nodes/s", "first %")
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
					r, err := rung.Search(ctx, game, ply.Limits{}, depth, table)
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
				if err := cli.Write(std.Out, json, found, "%-24s %14d %9.2f %9.2f %11.1f %9.1f\n", found.With, found.Nodes, found.Seconds,
					float64(found.Nodes)/float64(before), float64(found.Nodes)/found.Seconds/1e6, 100*found.First); err != nil {
					return err
				}
				before = found.Nodes
			}
			return nil
		})
}
