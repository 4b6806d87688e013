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

// compare solves the same few deals with each algorithm and writes a table that shows the difference.
func compare(ctx context.Context, out io.Writer) error {
	deals := hand{random: deals{random: comparedDeals, seed: comparedSeed, suits: 4, ranks: 13}}
	memory := transposition.NewTable(8 * 4 << 20)
	algorithms := []struct{ name, what string }{
		{tree, "every line of play"},
		{incremental, "without permutations of moves that commute"},
		{table, "each position once, remembered in a table"},
		{incrementalTable, "both"},
	}
	fmt.Fprintf(out, "Montana, variant base, %d random deals of 4 × 13 cards, each searched to the end or up to\n"+
		"%d million nodes. Positions are counted apart, by their whole identity.\n\n", comparedDeals, comparedNodes/1_000_000)
	progress := cli.NewProgress(comparedDeals*(len(algorithms)+1), "searching")
	defer progress.Close()

	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(rows, "deal\tpositions\talgorithm\tnodes\tM nodes/s\tseconds\tresult\t\n")
	type total struct {
		nodes   int
		time    time.Duration
		settled int
	}
	totals := make([]total, len(algorithms))
	steps := 0
	for i := range comparedDeals {
		game, err := deals.game(i, montana.Base)
		if err != nil {
			return err
		}
		exact, err := search.DepthFirst(ctx, search.ExactGraph(game, new(transposition.Set)), ply.Limits{}, search.Options[montana.Move]{})
		if err != nil {
			return err
		}
		steps++
		progress.Set(steps)
		for j, a := range algorithms {
			result, err := search.DepthFirst(ctx, space(a.name, game, memory), ply.Limits{Nodes: comparedNodes}, search.Options[montana.Move]{})
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				progress.Close()
				return rows.Flush()
			}
			steps++
			progress.Set(steps)
			t := &totals[j]
			t.nodes += result.Nodes
			t.time += result.Elapsed
			if result.Solutions > 0 || result.Status == ply.Complete {
				t.settled++
			}
			fmt.Fprintf(rows, "%d\t%d\t%s\t%d\t%.1f\t%.3f\t%s\t\n", i, exact.Nodes, a.name, result.Nodes,
				float64(result.Nodes)/result.Elapsed.Seconds()/1e6, result.Elapsed.Seconds(), verdict(result))
		}
	}
	progress.Close()
	if err := rows.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	sums := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(sums, "algorithm\twhat it visits\tdeals settled\tM nodes\tM nodes/s\tseconds")
	for j, a := range algorithms {
		t := totals[j]
		fmt.Fprintf(sums, "%s\t%s\t%d of %d\t%.2f\t%.1f\t%.2f\n", a.name, a.what, t.settled, comparedDeals,
			float64(t.nodes)/1e6, float64(t.nodes)/t.time.Seconds()/1e6, t.time.Seconds())
	}
	return sums.Flush()
}

// verdict says what a search has settled.
func verdict[M comparable](r search.Result[M]) string {
	switch {
	case r.Solutions > 0:
		return "solved in " + cli.Count(len(r.Line), "move")
	case r.Status == ply.Complete:
		return "proven impossible"
	default:
		return "open: " + r.Status.String()
	}
}
