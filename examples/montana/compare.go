package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

const (
	comparedDeals = 6
	comparedSeed  = 12
	comparedNodes = 25_000_000 // a bound for the algorithms that need one
)

// compare solves some deals with each algorithm and writes tables.
func compare(ctx context.Context, out io.Writer) error {
	deals := deals{random: comparedDeals, seed: comparedSeed, suits: 4, ranks: 13}
	memory := transposition.NewTable(8 * 4 << 20)
	algorithms := []struct {
		name, what     string
		nodes, settled int
		time           time.Duration
	}{
		{name: tree, what: "every line of play"},
		{name: incremental, what: "without permutations of moves that commute"},
		{name: table, what: "each position once, remembered in a table"},
		{name: incrementalTable, what: "both"},
	}
	fmt.Fprintf(out, "Montana, variant base, %d random deals of 4 × 13 cards, each searched to the end or up to\n"+
		"%d million nodes. Positions are counted apart, by their whole identity.\n\n", comparedDeals, comparedNodes/1_000_000)
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(rows, "deal\tpositions\talgorithm\tnodes\tM nodes/s\tseconds\tresult\t\n")
	err := deals.each(ctx, montana.Base, 0, func(i int, game *montana.Game) error {
		exact, err := search.DepthFirst(ctx, search.ExactGraph(game, new(transposition.Set)), ply.Limits{}, search.Options[montana.Move]{})
		if err != nil {
			return err
		}
		for j := range algorithms {
			a := &algorithms[j]
			r, err := search.DepthFirst(ctx, space(a.name, game, memory), ply.Limits{Nodes: comparedNodes}, search.Options[montana.Move]{})
			if err != nil || ctx.Err() != nil {
				return err
			}
			a.nodes += r.Nodes
			a.time += r.Elapsed
			if r.Solutions > 0 || r.Status == ply.Complete {
				a.settled++
			}
			result := verdict(r.Solutions > 0, len(r.Line), r.Status)
			if result == "open" {
				result += ": " + r.Status.String()
			}
			fmt.Fprintf(rows, "%d\t%d\t%s\t%d\t%.1f\t%.3f\t%s\t\n", i, exact.Nodes, a.name, r.Nodes, float64(r.Nodes)/r.Elapsed.Seconds()/1e6, r.Elapsed.Seconds(), result)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := rows.Flush(); err != nil || ctx.Err() != nil {
		return err
	}
	sums := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(sums, "\nalgorithm\twhat it visits\tdeals settled\tM nodes\tM nodes/s\tseconds")
	for _, a := range algorithms {
		fmt.Fprintf(sums, "%s\t%s\t%d of %d\t%.2f\t%.1f\t%.2f\n", a.name, a.what, a.settled, comparedDeals,
			float64(a.nodes)/1e6, float64(a.nodes)/a.time.Seconds()/1e6, a.time.Seconds())
	}
	return sums.Flush()
}

func verdict(solved bool, moves int, status ply.Status) string {
	switch {
	case solved:
		return "solved in " + cli.Count(moves, "move")
	case status == ply.Complete:
		return "proven impossible"
	}
	return "open"
}
