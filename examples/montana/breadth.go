package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/montecarlo"
)

// breadth holds the flags of breadth.
type breadth struct {
	dealt
	positions int
}

func breadthCommand(std cli.Streams) *ffcli.Command {
	var b breadth
	flags := flag.NewFlagSet("montana breadth", flag.ContinueOnError)
	b.flags(flags, montana.Common)
	cli.Number(flags, &b.positions, "positions", 5_000_000, 1, min(cli.MostEntries(24), math.MaxInt32), "give up a deal after this number of stored `positions`, as memory permits")
	return &ffcli.Command{
		Name:       "breadth",
		ShortUsage: "montana breadth [flags]",
		ShortHelp:  "Search breadth first, with a playout from each position.",
		LongHelp: strings.Join([]string{
			"A deal is solved when one of the playouts solves it, and proven impossible when there are no more",
			"positions. The deals are those of explore.",
		}, "\n"),
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return b.run(ctx, std) },
	}
}

// broad is what breadth says of a deal.
type broad struct {
	Deal       int     `json:"deal"`
	Solved     bool    `json:"solved"`
	Impossible bool    `json:"impossible"` // proven to be
	Positions  int     `json:"positions"`
	Seconds    float64 `json:"seconds"`
}

// broadRate is the last line of breadth for scripts.
type broadRate struct {
	solvedRate
	Impossible int `json:"impossible"`
	Open       int `json:"open"`
}

func (b *breadth) run(ctx context.Context, std cli.Streams) error {
	out := std.Out
	variant, deals, err := b.read(std.In)
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	if !b.json {
		fmt.Fprintf(rows, "deal\tpositions\tseconds\tresult\t\n")
	}
	progress := cli.NewProgress(deals.len()-b.from, "deals")
	defer progress.Close()
	var played, solved, impossible int
	var seconds float64
	for i := b.from; i < deals.len(); i++ {
		game, err := deals.game(i, variant)
		if err != nil {
			return err
		}
		result, err := montecarlo.BreadthFirstSampling(ctx, game, ply.Limits{Nodes: max(1, b.positions-1)}, montecarlo.BreadthFirstOptions[montana.Move]{Random: b.source(i)})
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		if ctx.Err() != nil {
			break // what was found of this deal says nothing
		}
		played++
		found := broad{i, result.Status == ply.Solved, result.Status == ply.Complete, 1 + result.Nodes, result.Elapsed.Seconds()}
		seconds += found.Seconds
		verdict := "open"
		switch {
		case found.Solved:
			solved++
			verdict = "solved in " + cli.Count(len(result.Line), "move")
		case found.Impossible:
			impossible++
			verdict = "proven impossible"
		}
		if b.json {
			err = cli.WriteJSON(out, found)
		} else {
			_, err = fmt.Fprintf(rows, "%d\t%d\t%.3f\t%s\t\n", i, found.Positions, found.Seconds, verdict)
		}
		if err != nil {
			return err
		}
		progress.Set(played)
	}
	progress.Close()
	open := played - solved - impossible
	if b.json {
		return cli.WriteJSON(out, broadRate{rate(solved, played), impossible, open})
	}
	return closeRates(out, rows, false, rate(solved, played), seconds, func() {
		fmt.Fprintf(out, "proven impossible: %d, open: %d\n", impossible, open)
	})
}
