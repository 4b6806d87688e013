package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func benchCommand(std cli.Streams) *cli.Command {
	var depth int
	var moves string
	var json bool
	flags := flag.NewFlagSet("connectfour bench", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 12, 1, connectfour.Cells, "`number` of moves to look ahead")
	movesFlag(flags, &moves)
	flags.BoolVar(&json, "json", false, "write a JSON object a line for each search")
	return cli.Subcommand(flags, "[flags]", "Search to a depth, with each enhancement removed in turn.", "",
		func(ctx context.Context) error { return bench(ctx, std.Out, depth, moves, json) })
}

const tableEntries = 1 << 20

type (
	options  = alphabeta.Options[connectfour.Drop]
	strategy = func(context.Context, ply.AdversarialGame[connectfour.Drop], ply.Limits, options) (alphabeta.Result[connectfour.Drop], error)
)

var principalVariation strategy = alphabeta.Search[ply.AdversarialGame[connectfour.Drop]]

var contenders = []struct {
	name   string
	search strategy
	change func(*options)
}{
	{"principal variation search", principalVariation, func(*options) {}},
	{"without the table", principalVariation, func(o *options) { o.Table = transposition.NewTable(0) }},
	{"without its moves", principalVariation, func(o *options) { o.Order &^= alphabeta.TableMove }},
	{"without deepening", principalVariation, func(o *options) { o.Direct = true }},
	{"without ranks", principalVariation, func(o *options) { o.Order &^= alphabeta.Ranks }},
	{"without killers", principalVariation, func(o *options) { o.Order &^= alphabeta.Killers }},
	{"without history", principalVariation, func(o *options) { o.Order &^= alphabeta.History }},
	{"with counter-moves", principalVariation, func(o *options) { o.Order |= alphabeta.CounterMoves }},
	{"with refutations", principalVariation, func(o *options) { o.Order |= alphabeta.Refutations }},
	{"with symmetry", principalVariation, func(o *options) { o.Tree.Symmetric = true }},
	{"without entries of other depths", principalVariation, func(o *options) { o.EqualDepth = true }},
	{"without looking replies up", principalVariation, func(o *options) { o.EnhancedFrom = 1000 }},
	{"looking replies up from depth 4", principalVariation, func(o *options) { o.EnhancedFrom = 4 }},
	{"four moves a position of the first side", principalVariation, func(o *options) { o.Tree.Width[0] = 4 }},
	{"alpha-beta", alphabeta.AlphaBeta[ply.AdversarialGame[connectfour.Drop]], func(*options) {}},
	{"aspiration windows", alphabeta.Aspiration[ply.AdversarialGame[connectfour.Drop]], func(*options) {}},
	{"MTD(f)", alphabeta.MTDF[ply.AdversarialGame[connectfour.Drop]], func(*options) {}},
}

type benched struct {
	Search  string  `json:"search"`
	Depth   int     `json:"depth"`
	Value   int     `json:"value"`
	Best    string  `json:"best"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func bench(ctx context.Context, out io.Writer, depth int, moves string, json bool) error {
	game, err := position(moves)
	if err != nil {
		return err
	}
	table := transposition.NewTable(16 * int64(tableEntries))
	// A first search makes the memory of the table ready.
	opt := options{Depth: depth, Win: alphabeta.AnyDistance, Table: table, TableFrom: 3} // the outcomes tell how soon
	if _, err := principalVariation(ctx, game, ply.Limits{}, opt); err != nil {
		return err
	}
	opt.OrderFrom, opt.Order = 3, alphabeta.TableMove|alphabeta.Ranks|alphabeta.Killers|alphabeta.History
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	var to io.Writer = out
	if !json {
		fmt.Fprintf(out, "Connect Four, depth %d, by iterative deepening with a table of %s.\n\n", depth, memory.Format(16*tableEntries))
		fmt.Fprintln(rows, "search\tvalue\tbest\tnodes\tseconds\tM nodes/s\t")
		to = rows
	}
	for _, c := range contenders {
		opt := opt
		c.change(&opt)
		table.Reset()
		r, err := c.search(ctx, game, ply.Limits{}, opt)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break // the result is not complete
		}
		found := benched{c.name, r.Depth, r.Value, line(r.Line[:min(1, len(r.Line))]), r.Nodes, r.Elapsed.Seconds()}
		if err := cli.Write(to, json, found, "%s\t%d\t%s\t%d\t%.3f\t%.1f\t\n", found.Search, found.Value, found.Best, found.Nodes, found.Seconds,
			float64(found.Nodes)/found.Seconds/1e6); err != nil {
			return err
		}
	}
	return rows.Flush()
}
