package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/transposition"
)

// blockComparison is what the flags of blocks ask for.
type blockComparison struct {
	exploration
	tables []int // the numbers of entries
}

func blocksCommand() *ffcli.Command {
	// The tables are those of Helmstetter 2007, tables 3.3 and 3.4.
	c := blockComparison{tables: []int{64 << 20, 8 << 20}}
	flags := flag.NewFlagSet("montana blocks", flag.ContinueOnError)
	flags.StringVar(&c.deals, "deals", "", "read deals from this `file`, or from standard input if it is -")
	flags.IntVar(&c.random, "random", 0, "deal so many `deals` at random (10 if none are read)")
	flags.Uint64Var(&c.seed, "seed", 1, "`seed` of the random deals")
	flags.IntVar(&c.suits, "suits", 6, "`number` of suits")
	flags.IntVar(&c.ranks, "ranks", 13, "`number` of ranks, the ace included")
	flags.IntVar(&c.maxNodes, "max-nodes", 0, "stop each search after so many `nodes` (0: no bound)")
	return &ffcli.Command{
		Name:       "blocks",
		ShortUsage: "montana blocks [flags]",
		ShortHelp:  "Compare block search with depth-first search, on large deals.",
		LongHelp: strings.Join([]string{
			"Searches each deal in blocks and depth first, each with a table of 64 million positions and with one",
			"of 8 million. The gain is the time of depth first over that of blocks, and its mean the geometric one.",
			"A search stopped by -max-nodes is marked by >: it would have taken longer.",
		}, "\n"),
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, os.Stdout) },
	}
}

func (c *blockComparison) run(ctx context.Context, out io.Writer) error {
	c.algorithm = block
	c.tableEntries = c.tables[0]
	if err := c.check(montana.Base); err != nil {
		return err
	}
	deals, err := c.load()
	if err != nil {
		return err
	}
	progress := cli.NewProgress(len(deals)*len(c.tables), "searching")
	defer progress.Close()
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(rows, "deal\ttable, M\tblocks, M\tmean block\tM positions\tseconds\tdepth first, M nodes\tseconds\tgain\t")
	logs := make([]float64, len(c.tables))
	for i, deal := range deals {
		for j, entries := range c.tables {
			gain, err := c.row(ctx, rows, i, deal, entries)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				progress.Close()
				fmt.Fprintln(rows, "interrupted")
				return rows.Flush()
			}
			logs[j] += math.Log(gain)
			progress.Set(i*len(c.tables) + j + 1)
		}
	}
	progress.Close()
	if err := rows.Flush(); err != nil {
		return err
	}
	for j, entries := range c.tables {
		fmt.Fprintf(out, "gain with a table of %d M: %.1f, the geometric mean of %d deals\n",
			entries>>20, math.Exp(logs[j]/float64(len(deals))), len(deals))
	}
	return nil
}

// row searches a deal in both ways with a table of one size, writes what that took and returns the gain.
func (c *blockComparison) row(ctx context.Context, rows io.Writer, i int, deal montana.Deal, entries int) (float64, error) {
	memory, err := transposition.NewBoundedSet(entries)
	if err != nil {
		return 0, err
	}
	game, err := montana.New(deal, montana.Base)
	if err != nil {
		return 0, fmt.Errorf("deal %d: %w", i, err)
	}
	var results [2]explored
	for k, algorithm := range []string{block, table} {
		c.algorithm = algorithm
		memory.Reset()
		if results[k], err = c.explore(ctx, game, memory, i); err != nil || ctx.Err() != nil {
			return 0, err
		}
	}
	blocks, depthFirst := results[0], results[1]
	more := func(e explored) string {
		if c.maxNodes > 0 && e.Nodes >= c.maxNodes {
			return ">"
		}
		return ""
	}
	gain := depthFirst.Seconds / blocks.Seconds
	_, err = fmt.Fprintf(rows, "%d\t%d\t%.2f\t%.1f\t%s%.0f\t%.1f\t%s%.0f\t%.1f\t%s%.1f\t\n", i, entries>>20,
		float64(blocks.Blocks)/1e6, blocks.MeanBlock, more(blocks), float64(blocks.Nodes)/1e6, blocks.Seconds,
		more(depthFirst), float64(depthFirst.Nodes)/1e6, depthFirst.Seconds, more(depthFirst), gain)
	return gain, err
}
