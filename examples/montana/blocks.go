package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/transposition"
)

type blockComparison struct {
	exploration
	tables  []int // the numbers of entries
	maxGain float64
}

func blocksCommand(std cli.Streams) *cli.Command {
	// As in Helmstetter 2007, tables 3.3 and 3.4.
	c := blockComparison{tables: []int{64 << 20, 8 << 20}}
	flags := flag.NewFlagSet("montana blocks", flag.ContinueOnError)
	c.deals.flags(flags, 6)
	cli.Number(flags, &c.maxNodes, "max-nodes", 0, 0, cli.Many, "leave out deals with more than this number of `positions` in blocks (0: none)")
	cli.Number(flags, &c.maxGain, "max-gain", 0, 0, 1e6, "stop depth first after this many `times` the time of blocks (0: never)")
	return cli.Subcommand(flags, "[flags]", "Compare block search with depth-first search, on large deals.",
		`Searches each deal in blocks and depth first, each with a table of 64 million positions and with one
of 8 million. The gain is the time of depth first over that of blocks, and its mean the geometric one.
Depth first stopped by -max-gain is marked by >: it would have taken longer.`, func(ctx context.Context) error { return c.run(ctx, std) })
}

// gains are the ratios of the time of depth first to the time of blocks, with one table.
type gains struct {
	entries int
	table   *transposition.Table // for all deals, since first use of memory is slow
	logs    float64              // the sum of the logarithms
	n       int
	bounds  int // lower bounds, where depth first was stopped
}

func (c *blockComparison) run(ctx context.Context, std cli.Streams) error {
	deals, err := c.deals.read(std.In)
	if err != nil {
		return err
	}
	var all []gains
	for _, entries := range c.tables {
		all = append(all, gains{entries: entries, table: transposition.NewTable(8 * int64(entries))})
	}
	rows := tabwriter.NewWriter(std.Out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(rows, "deal\ttable, M\tblocks, M\tmean block\tM positions\tseconds\tdepth first, M nodes\tseconds\tgain\t")
	err = deals.each(ctx, montana.Base, 0, func(i int, game *montana.Game) error {
		for j := range all {
			if err := c.row(ctx, rows, i, game, &all[j]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := rows.Flush(); err != nil || ctx.Err() != nil {
		return err
	}
	for _, g := range all {
		fmt.Fprintf(std.Out, "gain with a table of %d M: %v\n", g.entries>>20, g)
	}
	return nil
}

func (g gains) String() string {
	if g.n == 0 {
		return "no deals"
	}
	mean := fmt.Sprintf("%.1f, the geometric mean of %d deals", math.Exp(g.logs/float64(g.n)), g.n)
	if g.bounds > 0 {
		return fmt.Sprintf("at least %s, %d of which were stopped", mean, g.bounds)
	}
	return mean
}

// row searches a deal in both ways with a table, writes the results and adds the gain.
func (c *blockComparison) row(ctx context.Context, rows io.Writer, i int, game *montana.Game, g *gains) error {
	inBlocks := c.exploration
	inBlocks.algorithm = byBlocks
	blocks, err := inBlocks.explore(ctx, game, g.table, i)
	if err != nil || ctx.Err() != nil {
		return err
	}
	fmt.Fprintf(rows, "%d\t%d\t%.2f\t%.1f\t%.0f\t%.1f\t", i, g.entries>>20,
		float64(blocks.Blocks)/1e6, blocks.MeanBlock, float64(blocks.Nodes)/1e6, blocks.Seconds)
	if blocks.status == ply.OutOfNodes {
		_, err := fmt.Fprint(rows, "left out\t\t\t\n")
		return err
	}
	depthFirst, within := c.exploration, ctx
	depthFirst.algorithm, depthFirst.maxNodes = table, 0
	if c.maxGain > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, time.Duration(min(c.maxGain*blocks.Seconds, cli.LongTime.Seconds())*float64(time.Second)))
		defer cancel()
	}
	nodes, err := depthFirst.explore(within, game, g.table, i)
	if err != nil || ctx.Err() != nil {
		return err
	}
	times, more := nodes.Seconds/blocks.Seconds, ""
	g.logs += math.Log(times)
	g.n++
	if nodes.status == ply.OutOfTime {
		g.bounds++
		more = ">"
	}
	_, err = fmt.Fprintf(rows, "%s%.0f\t%.1f\t%s%.1f\t\n", more, float64(nodes.Nodes)/1e6, nodes.Seconds, more, times)
	return err
}
