package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

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
func inBlocks(algorithm string) bool {
	return algorithm == byBlocks || algorithm == blockIncremental
}

// treeNodes is the budget of algorithm tree where none is given: on nearly all deals it would not end.
const treeNodes = 50_000_000

// The table where no number of entries is given. The small one stays in the processor's cache. Deals of four suits of 13 have
// half a million positions on average; with incremental transpositions few are visited again if the table is too small, and
// without them many are.
const (
	smallDeal  = 4 * 13 // cards
	smallTable = 1 << 18
	largeTable = 1 << 22
)

// exploration holds the flags of explore.
type exploration struct {
	deals          deals
	variant        string
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

func exploreCommand(std cli.Streams) *ffcli.Command {
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
	return &ffcli.Command{
		Name:       "explore",
		ShortUsage: "montana explore [flags]",
		ShortHelp:  "Search all that can be reached from some deals.",
		LongHelp: strings.Join([]string{
			"A deal is as many lines as there are suits, each of as many cards as there are ranks, with the aces",
			"as dealt; between deals there is an empty line. A card is its rank, of " + ranks + ",",
			"then its suit, of " + suits + ". Row 1 collects the first suit, and so on.",
			"",
			"Nodes are positions whose moves were generated. Of the algorithms, tree visits a position once for",
			"every line of play that leads to it, table remembers positions in a table of bounded size, ti leaves",
			"out the lines that differ only in the order of moves that commute, and ti+table does both. All but",
			"table need a game without cycles, which variant common is not.",
			"",
			"The algorithms block and block+ti search blocks of positions: products of sequences of moves, one for",
			"each gap, that are independent. Both remember a few positions of each block in the table, and block+ti",
			"also leaves out blocks that differ only in the order of moves that commute. Their nodes are the",
			"positions in all blocks, with repetitions, and R is the ratio of that to the number of different",
			"ones, if that is counted (-exact).",
		}, "\n"),
		FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error {
			return cli.Within(ctx, int64(e.memory)+8*int64(e.tableEntries), func(ctx context.Context) error { return e.run(ctx, std) })
		},
	}
}

// explored is what explore says of a deal.
type explored struct {
	Deal      int     `json:"deal"`
	Positions *int    `json:"positions"` // nil if not counted
	Nodes     int     `json:"nodes"`
	Solvable  *bool   `json:"solvable"` // nil if not known
	Seconds   float64 `json:"seconds"`
	*blocksExplored

	status ply.Status
}

// blocksExplored is what explore also says of a deal that was searched in blocks.
type blocksExplored struct {
	Blocks    int      `json:"blocks"`
	MeanBlock float64  `json:"mean_block"`
	R         *float64 `json:"R"` // nil if not known
}

func (e *exploration) run(ctx context.Context, std cli.Streams) error {
	variant, err := montana.ParseVariant(e.variant)
	if err != nil {
		return err
	}
	if err := e.check(variant); err != nil {
		return err
	}
	deals, err := e.deals.read(std.In)
	if err != nil {
		return err
	}
	report := newReport(std.Out, e)
	progress := cli.NewProgress(deals.len(), "deals")
	defer progress.Close()
	memory := transposition.NewTable(8 * int64(e.tableEntries))
	for i := range deals.len() {
		game, err := deals.game(i, variant)
		if err != nil {
			return err
		}
		result, err := e.explore(ctx, game, memory, i)
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		if ctx.Err() != nil {
			break // what was found of this deal says nothing
		}
		progress.Set(i + 1)
		if err := report.add(result); err != nil {
			return err
		}
	}
	progress.Close()
	return report.close()
}

// check checks the flags and fills in what they leave open.
func (e *exploration) check(variant montana.Variant) error {
	switch {
	case e.algorithm == "" && variant == montana.Common:
		e.algorithm = table
	case e.algorithm == "":
		e.algorithm = incrementalTable
	}
	switch {
	case (e.rootsOnly || e.noTable) && !inBlocks(e.algorithm):
		return cli.Usagef("-roots-only and -no-table are for the algorithms %s and %s", byBlocks, blockIncremental)
	case e.rootsOnly && e.noTable:
		return cli.Usagef("-roots-only and -no-table exclude each other")
	case variant == montana.Common && e.algorithm != table:
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

// space returns what an algorithm searches of a game.
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

// explore searches one deal.
func (e *exploration) explore(ctx context.Context, game *montana.Game, memory *transposition.Table, deal int) (explored, error) {
	if inBlocks(e.algorithm) {
		return e.exploreBlocks(ctx, game, memory, deal)
	}
	opt := search.Options[montana.Move]{StopAtSolution: e.stopAtSolution}
	var positions transposition.Set
	var identity []byte
	if e.exact {
		opt.Visit = func(int) {
			identity, _ = game.AppendBinary(identity[:0]) // it never fails
			positions.Visit(identity)
		}
	}
	result, err := search.DepthFirst(ctx, space(e.algorithm, game, memory), ply.Limits{Nodes: e.maxNodes}, opt)
	if err != nil {
		return explored{}, err
	}
	found := explored{Deal: deal, Nodes: result.Nodes, Seconds: result.Elapsed.Seconds(), status: result.Status}
	if e.exact && result.Status == ply.Complete {
		n := positions.Len()
		found.Positions = &n
	}
	if solvable := result.Solutions > 0; solvable || result.Status == ply.Complete {
		found.Solvable = &solvable
	}
	return found, nil
}

// exploreBlocks searches one deal in blocks.
func (e *exploration) exploreBlocks(ctx context.Context, game *montana.Game, memory *transposition.Table, deal int) (explored, error) {
	opt := block.Options[montana.Move]{
		Incremental:    e.algorithm == blockIncremental,
		Table:          memory,
		RootsOnly:      e.rootsOnly,
		NoMemory:       e.noTable,
		StopAtSolution: e.stopAtSolution,
	}
	limits := ply.Limits{Nodes: e.maxNodes}
	gaps, err := game.Sequential()
	if err != nil {
		return explored{}, err
	}
	result, err := block.Search(ctx, gaps, limits, opt)
	if err != nil {
		return explored{}, err
	}
	found := explored{
		Deal:           deal,
		Nodes:          result.Nodes,
		Seconds:        result.Elapsed.Seconds(),
		blocksExplored: &blocksExplored{Blocks: result.Blocks, MeanBlock: result.MeanBlock()},
		status:         result.Status,
	}
	if solvable := result.Solutions > 0; solvable || result.Status == ply.Complete {
		found.Solvable = &solvable
	}
	if !e.exact || result.Status != ply.Complete {
		return found, nil
	}
	n, err := countPositions(ctx, gaps, limits, opt)
	if err != nil || ctx.Err() != nil {
		return explored{}, err
	}
	ratio := float64(result.Nodes) / float64(n)
	found.Positions, found.R = &n, &ratio
	return found, nil
}

// countPositions searches the same blocks again and counts the different positions in them.
func countPositions(ctx context.Context, game montana.Sequential, limits ply.Limits, opt block.Options[montana.Move]) (int, error) {
	var positions transposition.Set
	var identity []byte
	for b, err := range block.All(ctx, game, limits, opt) {
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return 0, err
		}
		for range b.Positions() {
			identity, _ = game.AppendBinary(identity[:0]) // it never fails
			positions.Visit(identity)
		}
	}
	return positions.Len(), nil
}

// A report writes what was explored, for people or for scripts.
type report struct {
	out       io.Writer
	json      bool
	inBlocks  bool
	blocks    int
	rows      *tabwriter.Writer
	nodes     []float64
	positions []float64
	solvable  int
	known     int
	seconds   float64
}

func newReport(out io.Writer, e *exploration) *report {
	r := &report{out: out, json: e.json, inBlocks: inBlocks(e.algorithm)}
	if !r.json {
		r.rows = tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
		fmt.Fprint(r.rows, "deal\tpositions\tnodes\tM nodes/s\tseconds\tsolvable\t")
		if r.inBlocks {
			fmt.Fprint(r.rows, "blocks\tmean block\tR\t")
		}
		fmt.Fprintln(r.rows)
	}
	return r
}

func (r *report) add(e explored) error {
	r.nodes = append(r.nodes, float64(e.Nodes))
	r.seconds += e.Seconds
	if e.blocksExplored != nil {
		r.blocks += e.Blocks
	}
	if e.Positions != nil {
		r.positions = append(r.positions, float64(*e.Positions))
	}
	if e.Solvable != nil {
		r.known++
		if *e.Solvable {
			r.solvable++
		}
	}
	if r.json {
		return cli.WriteJSON(r.out, e)
	}
	positions := "-"
	if e.Positions != nil {
		positions = fmt.Sprint(*e.Positions)
	}
	fmt.Fprintf(r.rows, "%d\t%s\t%d\t%.1f\t%.3f\t%s\t", e.Deal, positions, e.Nodes,
		float64(e.Nodes)/e.Seconds/1e6, e.Seconds, answer(e.Solvable))
	if r.inBlocks {
		ratio := "-"
		if e.R != nil {
			ratio = fmt.Sprintf("%.2f", *e.R)
		}
		fmt.Fprintf(r.rows, "%d\t%.1f\t%s\t", e.Blocks, e.MeanBlock, ratio)
	}
	_, err := fmt.Fprintln(r.rows)
	return err
}

// answer writes yes or no, or that it is not known.
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

// close ends the report, with what the deals have in common.
func (r *report) close() error {
	if r.json {
		return nil
	}
	if err := r.rows.Flush(); err != nil {
		return err
	}
	if len(r.nodes) < 2 {
		return nil
	}
	mean := func(name string, xs []float64) {
		if len(xs) > 1 {
			m, half := cli.Mean(xs)
			fmt.Fprintf(r.out, "mean %s: %.0f ± %.0f (95 %%, %d deals)\n", name, m, half, len(xs))
		}
	}
	fmt.Fprintln(r.out)
	mean("positions", r.positions)
	mean("nodes", r.nodes)
	if r.inBlocks {
		nodes := sum(r.nodes)
		fmt.Fprintf(r.out, "positions in a block: %.2f, the mean of %d blocks\n", nodes/float64(r.blocks), r.blocks)
		if len(r.positions) == len(r.nodes) {
			fmt.Fprintf(r.out, "R: %.3f over all deals\n", nodes/sum(r.positions))
		}
	}
	fmt.Fprintf(r.out, "solvable: %d of %d known, %s\n", r.solvable, r.known, cli.FormatRate(r.solvable, r.known))
	_, err := fmt.Fprintf(r.out, "time: %v\n", time.Duration(r.seconds*float64(time.Second)).Round(time.Millisecond))
	return err
}

func sum(xs []float64) float64 {
	total := 0.0
	for _, x := range xs {
		total += x
	}
	return total
}
