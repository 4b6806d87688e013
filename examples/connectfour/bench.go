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

// bench holds the flags of bench.
type bench struct {
	depth int
	moves string
	json  bool
}

func benchCommand(std cli.Streams) *cli.Command {
	var b bench
	flags := flag.NewFlagSet("connectfour bench", flag.ContinueOnError)
	cli.Number(flags, &b.depth, "depth", 12, 1, cells, "`number` of moves to look ahead")
	movesFlag(flags, &b.moves)
	flags.BoolVar(&b.json, "json", false, "write a JSON object a line for each search")
	return cli.Subcommand(flags, "[flags]", "Search to a depth, with each enhancement removed in turn.", "",
		func(ctx context.Context) error { return b.run(ctx, std.Out) })
}

// cells is the number of cells of the board.
const cells = 42

// tableEntries is the room of the table: 16 MB.
const tableEntries = 1 << 20

type strategy = func(context.Context, ply.AdversarialGame[connectfour.Drop], ply.Limits, alphabeta.Options[connectfour.Drop]) (alphabeta.Result[connectfour.Drop], error)

var principalVariation strategy = alphabeta.Search[ply.AdversarialGame[connectfour.Drop]]

// A contender is a search to be measured.
type contender struct {
	name   string
	search strategy
	change func(*alphabeta.Options[connectfour.Drop])
}

// contenders are the searches that bench compares.
var contenders = []contender{
	{"principal variation search", principalVariation, func(*alphabeta.Options[connectfour.Drop]) {}},
	{"without the table", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.Table = transposition.NewTable(0) }},
	{"without its moves", principalVariation, without(alphabeta.TableMove)},
	{"without deepening", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.Direct = true }},
	{"without ranks", principalVariation, without(alphabeta.Ranks)},
	{"without killers", principalVariation, without(alphabeta.Killers)},
	{"without history", principalVariation, without(alphabeta.History)},
	{"with counter-moves", principalVariation, with(alphabeta.CounterMoves)},
	{"with refutations", principalVariation, with(alphabeta.Refutations)},
	{"with symmetry", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.Tree.Symmetric = true }},
	{"without entries of other depths", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.EqualDepth = true }},
	{"without looking replies up", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.EnhancedFrom = 1000 }},
	{"looking replies up from depth 4", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) { o.EnhancedFrom = 4 }},
	{"four moves a position of the first side", principalVariation, func(o *alphabeta.Options[connectfour.Drop]) {
		o.Tree.Width[0] = 4
	}},
	{"alpha-beta", alphabeta.AlphaBeta[ply.AdversarialGame[connectfour.Drop]], func(*alphabeta.Options[connectfour.Drop]) {}},
	{"aspiration windows", alphabeta.Aspiration[ply.AdversarialGame[connectfour.Drop]], func(*alphabeta.Options[connectfour.Drop]) {}},
	{"MTD(f)", alphabeta.MTDF[ply.AdversarialGame[connectfour.Drop]], func(*alphabeta.Options[connectfour.Drop]) {}},
}

func without(what alphabeta.Ordering) func(*alphabeta.Options[connectfour.Drop]) {
	return func(o *alphabeta.Options[connectfour.Drop]) { o.Order &^= what }
}

func with(what alphabeta.Ordering) func(*alphabeta.Options[connectfour.Drop]) {
	return func(o *alphabeta.Options[connectfour.Drop]) { o.Order |= what }
}

// benched is what bench says of a search.
type benched struct {
	Search  string  `json:"search"`
	Depth   int     `json:"depth"`
	Value   int     `json:"value"`
	Best    string  `json:"best"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (b bench) run(ctx context.Context, out io.Writer) error {
	game, err := position(b.moves)
	if err != nil {
		return err
	}
	table := transposition.NewTable(16 * int64(tableEntries))
	// A first search makes the memory of the table ready.
	if _, err := principalVariation(ctx, game, ply.Limits{}, alphabeta.Options[connectfour.Drop]{Depth: b.depth, Win: alphabeta.AnyDistance, Table: table, TableFrom: 3}); err != nil {
		return err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	if !b.json {
		fmt.Fprintf(out, "Connect Four, depth %d, by iterative deepening with a table of %s.\n\n", b.depth, memory.Format(16*tableEntries))
		fmt.Fprintln(rows, "search\tvalue\tbest\tnodes\tseconds\tM nodes/s\t")
	}
	for _, c := range contenders {
		opt := alphabeta.Options[connectfour.Drop]{
			Depth: b.depth,
			Win:   alphabeta.AnyDistance, // the outcomes tell how soon

			Table: table, TableFrom: 3, OrderFrom: 3,
			Order: alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers | alphabeta.History,
		}
		c.change(&opt)
		table.Reset()
		r, err := c.search(ctx, game, ply.Limits{}, opt)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break // what was found by this one says nothing
		}
		found := benched{c.name, r.Depth, r.Value, line(r.Line[:min(1, len(r.Line))]), r.Nodes, r.Elapsed.Seconds()}
		if b.json {
			if err := cli.WriteJSON(out, found); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(rows, "%s\t%d\t%s\t%d\t%.3f\t%.1f\t\n", found.Search, found.Value, found.Best, found.Nodes, found.Seconds,
			float64(found.Nodes)/found.Seconds/1e6)
	}
	return rows.Flush()
}
