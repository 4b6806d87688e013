package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/transposition"
)

// blockComparison holds the flags of blocks.
type blockComparison struct {
	exploration
	tables  []int // the numbers of entries
	maxGain float64
}

func blocksCommand(std cli.Streams) *ffcli.Command {
	// The tables are those of Helmstetter 2007, tables 3.3 and 3.4.
	c := blockComparison{tables: []int{64 << 20, 8 << 20}}
	flags := flag.NewFlagSet("montana blocks", flag.ContinueOnError)
	c.deals.flags(flags, 6)
	cli.Number(flags, &c.maxNodes, "max-nodes", 0, 0, cli.Many, "leave out deals with more than this number of `positions` in blocks (0: none)")
	cli.Number(flags, &c.maxGain, "max-gain", 0, 0, 1e6, "stop depth first after this many `times` the time of blocks (0: never)")
	return &ffcli.Command{
		Name:       "blocks",
		ShortUsage: "montana blocks [flags]",
		ShortHelp:  "Compare block search with depth-first search, on large deals.",
		LongHelp: strings.Join([]string{
			"Searches each deal in blocks and depth first, each with a table of 64 million positions and with one",
			"of 8 million. The gain is the time of depth first over that of blocks, and its mean the geometric one.",
			"Depth first stopped by -max-gain is marked by >: it would have taken longer.",
		}, "\n"),
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

func (c *blockComparison) run(ctx context.Context, std cli.Streams) error {
	out := std.Out
	c.algorithm = byBlocks
	c.tableEntries = c.tables[0]
	if err := c.check(montana.Base); err != nil {
		return err
	}
	deals, err := c.deals.read(std.In)
	if err != nil {
		return err
	}
	// The same tables for all deals, so that a search seldom pays for memory that is used for the first time.
	tables := make([]*transposition.Table, len(c.tables))
	for j, entries := range c.tables {
		tables[j] = transposition.NewTable(8 * int64(entries))
	}
	progress := cli.NewProgress(deals.len()*len(c.tables), "searching")
	defer progress.Close()
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(rows, "deal\ttable, M\tblocks, M\tmean block\tM positions\tseconds\tdepth first, M nodes\tseconds\tgain\t")
	gains := make([]gains, len(c.tables))
	for i := range deals.len() {
		deal, err := deals.deal(i)
		if err != nil {
			return err
		}
		for j, memory := range tables {
			gain, err := c.row(ctx, rows, i, deal, memory, c.tables[j])
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				progress.Close()
				return rows.Flush()
			}
			gains[j].add(gain)
			progress.Set(i*len(c.tables) + j + 1)
		}
	}
	progress.Close()
	if err := rows.Flush(); err != nil {
		return err
	}
	for j, entries := range c.tables {
		fmt.Fprintf(out, "gain with a table of %d M: %v\n", entries>>20, gains[j])
	}
	return nil
}

// gains are those of several deals with one table.
type gains struct {
	logs   float64 // the sum of the logarithms
	n      int
	bounds int // those that are lower bounds
}

// gain is how many times as long as blocks depth first took on a deal.
type gain struct {
	times   float64 // 0 if the deal is left out
	atLeast bool    // depth first was stopped
}

func (g *gains) add(x gain) {
	if x.times == 0 {
		return
	}
	g.logs += math.Log(x.times)
	g.n++
	if x.atLeast {
		g.bounds++
	}
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

// row searches a deal in both ways with a table of one size, writes what that took and returns the gain.
func (c *blockComparison) row(ctx context.Context, rows io.Writer, i int, deal montana.Deal, memory *transposition.Table, entries int) (gain, error) {
	game, err := montana.New(deal, montana.Base)
	if err != nil {
		return gain{}, fmt.Errorf("deal %d: %w", i, err)
	}
	inBlocks := c.exploration
	inBlocks.algorithm = byBlocks
	blocks, err := inBlocks.explore(ctx, game, memory, i)
	if err != nil || ctx.Err() != nil {
		return gain{}, err
	}
	fmt.Fprintf(rows, "%d\t%d\t%.2f\t%.1f\t%.0f\t%.1f\t", i, entries>>20,
		float64(blocks.Blocks)/1e6, blocks.MeanBlock, float64(blocks.Nodes)/1e6, blocks.Seconds)
	if blocks.status == ply.OutOfNodes {
		_, err := fmt.Fprint(rows, "left out\t\t\t\n")
		return gain{}, err
	}
	depthFirst, within := c.exploration, ctx
	depthFirst.algorithm, depthFirst.maxNodes = table, 0
	if c.maxGain > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, time.Duration(min(c.maxGain*blocks.Seconds, cli.LongTime.Seconds())*float64(time.Second)))
		defer cancel()
	}
	nodes, err := depthFirst.explore(within, game, memory, i)
	if err != nil || ctx.Err() != nil {
		return gain{}, err
	}
	g := gain{nodes.Seconds / blocks.Seconds, nodes.status == ply.OutOfTime}
	more := ""
	if g.atLeast {
		more = ">"
	}
	_, err = fmt.Fprintf(rows, "%s%.0f\t%.1f\t%s%.1f\t\n", more, float64(nodes.Nodes)/1e6, nodes.Seconds, more, g.times)
	return g, err
}
