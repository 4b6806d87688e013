package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// The algorithms by the names that the command gives them.
const (
	tree             = "tree"
	table            = "table"
	incremental      = "ti"
	incrementalTable = "ti+table"

	byBlocks         = "block"
	blockIncremental = "block+ti"
)

// inBlocks reports whether an algorithm searches blocks.
func inBlocks(algorithm string) bool { return algorithm == byBlocks || algorithm == blockIncremental }

// treeNodes is the default bound of algorithm tree, which would not end on nearly all deals.
const treeNodes = 50_000_000

// The default tables. The small one stays in the processor's cache. Deals of four suits of 13 have half a million positions on
// average; with incremental transpositions few are visited again if the table is too small, without them many.
const (
	smallDeal  = 4 * 13 // cards
	smallTable = 1 << 18
	largeTable = 1 << 22
)

type exploration struct {
	deals          deals
	variant        montana.Variant
	algorithm      string
	tableEntries   int
	rootsOnly      bool
	noTable        bool
	exact          bool
	memory         int
	maxNodes       int
	stopAtSolution bool
	json           bool
}

func exploreCommand(std cli.Streams) *cli.Command {
	var e exploration
	flags := flag.NewFlagSet("montana explore", flag.ContinueOnError)
	e.deals.flags(flags, 4)
	variantFlag(flags, &e.variant, montana.Base)
	cli.Choice(flags, &e.algorithm, "algorithm", "", []string{tree, table, incremental, incrementalTable, byBlocks, blockIncremental},
		"`algorithm` (default ti+table, for variant common table)")
	cli.Table(flags, &e.tableEntries, "table-entries", 0, 0, 8, fmt.Sprintf("`number` of positions in the table, 8 bytes each, "+
		"rounded up to a power of two (0: %d for ti+table and deals of up to %d cards, else %d)", smallTable, smallDeal, largeTable))
	flags.BoolVar(&e.rootsOnly, "roots-only", false, "of blocks, remember only the roots")
	flags.BoolVar(&e.noTable, "no-table", false, "of blocks, remember nothing; small deals only")
	flags.BoolVar(&e.exact, "exact", false, "count the positions that can be reached, in a set of whole positions")
	cli.Number(flags, &e.maxNodes, "max-nodes", 0, 0, cli.Many, fmt.Sprintf("stop each deal after this number of `nodes` (0: no bound; tree: %d)", treeNodes))
	flags.BoolVar(&e.stopAtSolution, "stop-at-solution", false, "stop each deal at its first solution")
	flags.BoolVar(&e.json, "json", false, "write a JSON object a line for each deal")
	cli.Memory(flags, &e.memory)
	suits, ranks := montana.Letters()
	return cli.Subcommand(flags, "[flags]", "Search all that can be reached from some deals.", fmt.Sprintf(
		`A deal is as many lines as there are suits, each of as many cards as there are ranks, with the aces
as dealt; between deals there is an empty line. A card is its rank, of %s,
then its suit, of %s. Row 1 collects the first suit, and so on.

Nodes are positions whose moves were generated. Of the algorithms, tree visits a position once for
every line of play that leads to it, table remembers positions in a table of bounded size, ti leaves
out the lines that differ only in the order of moves that commute, and ti+table does both. All but
table need a game without cycles, which variant common is not.

The algorithms block and block+ti search blocks of positions: products of sequences of moves, one for
each gap, that are independent. Both remember a few positions of each block in the table, and block+ti
also leaves out blocks that differ only in the order of moves that commute. Their nodes are the
positions in all blocks, with repetitions, and R is the ratio of that to the number of different
ones, if that is counted (-exact).`, ranks, suits),
		func(ctx context.Context) error {
			return cli.Within(ctx, int64(e.memory)+8*int64(e.tableEntries), func(ctx context.Context) error { return e.run(ctx, std) })
		})
}

type explored struct {
	Deal      int     `json:"deal"`
	Positions *int    `json:"positions"`
	Nodes     int     `json:"nodes"`
	Solvable  *bool   `json:"solvable"`
	Seconds   float64 `json:"seconds"`
	*blocksExplored

	status ply.Status
}

// blocksExplored is further output for a deal searched in blocks.
type blocksExplored struct {
	Blocks    int      `json:"blocks"`
	MeanBlock float64  `json:"mean_block"`
	R         *float64 `json:"R"`
}

func (e *exploration) run(ctx context.Context, std cli.Streams) error {
	if err := e.check(); err != nil {
		return err
	}
	deals, err := e.deals.read(std.In)
	if err != nil {
		return err
	}
	r := report{exploration: e, out: std.Out, rows: tabwriter.NewWriter(std.Out, 0, 0, 3, ' ', tabwriter.AlignRight)}
	r.row("deal\tpositions\tnodes\tM nodes/s\tseconds\tsolvable", "blocks\tmean block\tR")
	memory := transposition.NewTable(8 * int64(e.tableEntries))
	err = deals.each(ctx, e.variant, 0, func(i int, game *montana.Game) error {
		result, err := e.explore(ctx, game, memory, i)
		if err != nil || ctx.Err() != nil {
			return err
		}
		return r.add(result)
	})
	if err != nil {
		return err
	}
	return r.close()
}

func (e *exploration) check() error {
	switch {
	case e.algorithm == "" && e.variant == montana.Common:
		e.algorithm = table
	case e.algorithm == "":
		e.algorithm = incrementalTable
	}
	switch {
	case (e.rootsOnly || e.noTable) && !inBlocks(e.algorithm):
		return cli.Usagef("-roots-only and -no-table are for the algorithms %s and %s", byBlocks, blockIncremental)
	case e.rootsOnly && e.noTable:
		return cli.Usagef("-roots-only and -no-table exclude each other")
	case e.variant == montana.Common && e.algorithm != table:
		return cli.Usagef("-algorithm %s: variant common has cycles, which only algorithm table can search", e.algorithm)
	}
	if e.tableEntries == 0 {
		e.tableEntries = largeTable
		if e.algorithm == incrementalTable && e.deals.suits*e.deals.ranks <= smallDeal {
			e.tableEntries = smallTable
		}
	}
	if e.algorithm == tree && e.maxNodes == 0 {
		e.maxNodes = treeNodes
	}
	return nil
}

func space(algorithm string, game *montana.Game, memory *transposition.Table) search.Space[montana.Move] {
	switch algorithm {
	case tree:
		return search.Tree(game)
	case table:
		return search.Graph(game, memory)
	case incremental:
		return search.Incremental(game)
	default:
		return search.IncrementalGraph(game, memory)
	}
}

func (e *exploration) explore(ctx context.Context, game *montana.Game, memory *transposition.Table, deal int) (explored, error) {
	found := explored{Deal: deal}
	var positions transposition.Set
	var identity []byte
	count := func(int) {
		identity, _ = game.AppendBinary(identity[:0]) // it never fails
		positions.Visit(identity)
	}
	var report ply.Report
	var solutions int
	limits := ply.Limits{Nodes: e.maxNodes}
	if inBlocks(e.algorithm) {
		gaps, err := game.Sequential()
		if err != nil {
			return found, err
		}
		opt := block.Options[montana.Move]{
			Incremental: e.algorithm == blockIncremental, Table: memory, RootsOnly: e.rootsOnly, NoMemory: e.noTable, StopAtSolution: e.stopAtSolution,
		}
		result, err := block.Search(ctx, gaps, limits, opt)
		if err != nil {
			return found, err
		}
		report, solutions = result.Report, result.Solutions
		found.blocksExplored = &blocksExplored{Blocks: result.Blocks, MeanBlock: result.MeanBlock()}
		if e.exact && result.Status == ply.Complete {
			for b, err := range block.All(ctx, gaps, limits, opt) { // the same blocks again
				if err != nil || ctx.Err() != nil {
					return found, err
				}
				for range b.Positions() {
					count(0)
				}
			}
			found.R = new(float64(result.Nodes) / float64(positions.Len()))
		}
	} else {
		opt := search.Options[montana.Move]{StopAtSolution: e.stopAtSolution}
		if e.exact {
			opt.Visit = count
		}
		result, err := search.DepthFirst(ctx, space(e.algorithm, game, memory), limits, opt)
		if err != nil {
			return found, err
		}
		report, solutions = result.Report, result.Solutions
	}
	found.Nodes, found.Seconds, found.status = report.Nodes, report.Elapsed.Seconds(), report.Status
	if e.exact && report.Status == ply.Complete {
		found.Positions = new(positions.Len())
	}
	if solutions > 0 || report.Status == ply.Complete {
		found.Solvable = new(solutions > 0)
	}
	return found, nil
}

// A report writes results as tables or JSON.
type report struct {
	*exploration
	out              io.Writer
	rows             *tabwriter.Writer
	nodes, positions []float64
	blocks           int
	solvable, known  int
	seconds          float64
}

// row writes a row of the table, with its second part for blocks.
func (r *report) row(all, blocks string) error {
	if r.json {
		return nil
	}
	if inBlocks(r.algorithm) {
		all += "\t" + blocks
	}
	_, err := fmt.Fprintf(r.rows, "%s\t\n", all)
	return err
}

func (r *report) add(e explored) error {
	r.nodes = append(r.nodes, float64(e.Nodes))
	r.seconds += e.Seconds
	blocks := ""
	if e.Positions != nil {
		r.positions = append(r.positions, float64(*e.Positions))
	}
	if e.Solvable != nil {
		r.known++
		if *e.Solvable {
			r.solvable++
		}
	}
	if e.blocksExplored != nil {
		r.blocks += e.Blocks
		blocks = fmt.Sprintf("%d\t%.1f\t%s", e.Blocks, e.MeanBlock, cli.OrDash("%.2f", e.R))
	}
	if r.json {
		return cli.WriteJSON(r.out, e)
	}
	return r.row(fmt.Sprintf("%d\t%s\t%d\t%.1f\t%.3f\t%s", e.Deal, cli.OrDash("%d", e.Positions), e.Nodes, float64(e.Nodes)/e.Seconds/1e6, e.Seconds, answer(e.Solvable)), blocks)
}

func answer(solvable *bool) string {
	switch {
	case solvable == nil:
		return "?"
	case *solvable:
		return "yes"
	default:
		return "no"
	}
}

func (r *report) close() error {
	if r.json {
		return nil
	}
	if err := r.rows.Flush(); err != nil || len(r.nodes) < 2 {
		return err
	}
	sum := func(name string, xs []float64) (total float64) {
		m, half := cli.Mean(xs)
		if len(xs) > 1 {
			fmt.Fprintf(r.out, "mean %s: %.0f ± %.0f (95 %%, %d deals)\n", name, m, half, len(xs))
		}
		return m * float64(len(xs))
	}
	fmt.Fprintln(r.out)
	positions, nodes := sum("positions", r.positions), sum("nodes", r.nodes)
	if inBlocks(r.algorithm) {
		fmt.Fprintf(r.out, "positions in a block: %.2f, the mean of %d blocks\n", nodes/float64(r.blocks), r.blocks)
		if len(r.positions) == len(r.nodes) {
			fmt.Fprintf(r.out, "R: %.3f over all deals\n", nodes/positions)
		}
	}
	_, err := fmt.Fprintf(r.out, "solvable: %d of %d known, %s\ntime: %v\n", r.solvable, r.known, cli.FormatRate(r.solvable, r.known),
		time.Duration(r.seconds*float64(time.Second)).Round(time.Millisecond))
	return err
}
