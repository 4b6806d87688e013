package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
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
	dependencyBased  = "dbs"
)

// A count holds the flags of count.
type count struct {
	record       recordFile
	from         int
	algorithm    string
	tableEntries int // 0: as many as it takes
	workers      int
	maxNodes     int
	memory       int
	json         bool
	submission   queue.Submission
	taskNodes    int
	taskTime     time.Duration
}

func countCommand(std cli.Streams) *ffcli.Command {
	var c count
	flags := flag.NewFlagSet("morpion count", flag.ContinueOnError)
	c.record.flags(flags)
	fromFlag(flags, &c.from, 0)
	cli.Choice(flags, &c.algorithm, "algorithm", incremental, []string{tree, table, incremental, incrementalTable, dependencyBased}, "`algorithm`")
	cli.Table(flags, &c.tableEntries, "table-entries", 0, 0, 8, "`number` of positions in the table, 8 bytes each, rounded up to a power of two "+
		"(0: as many as it takes, 11 to 21 bytes each)")
	cli.Number(flags, &c.workers, "workers", 0, 0, cli.MaxWorkers, "`goroutines` that share the work (ti only; 0: search without sharing)")
	cli.Number(flags, &c.maxNodes, "max-nodes", 0, 0, cli.Many, "stop after this number of `nodes` (0: no bound)")
	flags.BoolVar(&c.json, "json", false, "write a JSON object")
	cli.Memory(flags, &c.memory)
	c.submission.Flags(flags)
	cli.Number(flags, &c.taskNodes, "task-nodes", 0, 0, cli.Many, "with -queue: `nodes` after which a task hands over the rest (0: no bound)")
	cli.Number(flags, &c.taskTime, "task-time", 0, 0, cli.LongTime, "with -queue: `time` after which a task hands over the rest (0: 1s, or no bound with -task-nodes)")
	return &ffcli.Command{
		Name:       "count",
		ShortUsage: "morpion count -record FILE -from K [flags]",
		ShortHelp:  "Count all positions that can be reached from one of a game, and find the longest game.",
		LongHelp: strings.Join([]string{
			"Nodes are positions whose moves were generated. Of the algorithms, tree visits a position once for",
			"every line of play that leads to it, table remembers the positions met, ti leaves out the lines that",
			"differ only in the order of moves that commute, and ti+table does both. With ti nodes are positions,",
			"since all lines to a position differ in that way only; so they are with a table that nothing had to",
			"leave. Otherwise the number of positions is not known.",
			"",
			"dbs is dependency-based search. Its nodes are moves, each with the moves that it needs: it finds every",
			"move that can ever be played and does not say which of them go together, and so neither how many",
			"positions there are nor how long a game can be.",
			"",
			"With -queue the count, by ti, is shared with all processes that work on the same database (morpion work).",
		}, "\n"),
		FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error {
			return cli.Within(ctx, int64(c.memory)+8*int64(c.tableEntries), func(ctx context.Context) error { return c.run(ctx, std) })
		},
	}
}

// counted is what count says.
type counted struct {
	From      int     `json:"from"`
	Positions *int    `json:"positions"` // nil if not known
	Longest   *int    `json:"longest"`   // of the games met, in moves from the start; nil for dbs
	Nodes     int     `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	Workers   int     `json:"workers"`
}

func (c *count) run(ctx context.Context, std cli.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.submission.Queue != "" {
		return c.submit(ctx, std)
	}
	game, err := c.record.position(c.from, std.In)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(1000, "")
	defer progress.Close()
	if c.algorithm == dependencyBased {
		return c.dependencies(ctx, game, progress, std.Out)
	}
	result, positions, err := c.search(ctx, game, search.Options[morpion.Move]{
		Longest: true,
		Workers: c.workers,
		Progress: func(p search.Result[morpion.Move]) {
			progress.Title(fmt.Sprintf("%.1f M nodes", float64(p.Nodes)/1e6))
			progress.Set(int(1000 * p.Done))
		},
	})
	if err != nil {
		return err
	}
	progress.Close()
	longest := c.from + len(result.Line)
	found := counted{
		From:      c.from,
		Positions: positions,
		Longest:   &longest,
		Nodes:     result.Nodes,
		Seconds:   result.Elapsed.Seconds(),
		Workers:   max(c.workers, 1),
	}
	return c.write(std.Out, &found, result.Status.Conclusive(), result.Status)
}

// dependencies searches with dbs.
func (c *count) dependencies(ctx context.Context, game *morpion.Game, progress *cli.Progress, out io.Writer) error {
	result, err := dependency.Search(ctx, game, ply.Limits{Nodes: c.maxNodes}, dependency.Options[morpion.Move]{
		Progress: func(p dependency.Result[morpion.Move]) {
			progress.Title(fmt.Sprintf("%.1f M nodes", float64(p.Nodes)/1e6))
		},
	})
	if err != nil {
		return err
	}
	progress.Close()
	found := counted{From: c.from, Nodes: result.Nodes, Seconds: result.Elapsed.Seconds(), Workers: 1}
	return c.write(out, &found, result.Status == ply.Complete, result.Status)
}

// write writes what was found, and if that is not all, why.
func (c *count) write(out io.Writer, found *counted, all bool, status fmt.Stringer) error {
	if c.json {
		return cli.WriteJSON(out, found)
	}
	if err := found.print(out); err != nil || all {
		return err
	}
	_, err := fmt.Fprintf(out, "not all of it: %v\n", status)
	return err
}

// check checks the flags but for the game.
func (c *count) check() error {
	if c.workers > 0 && c.algorithm != incremental {
		return cli.Usagef("-workers: algorithm %s cannot share its work, only %s can", c.algorithm, incremental)
	}
	switch queued := c.submission.Queue != ""; {
	case queued && c.algorithm != incremental:
		return cli.Usagef("-queue: algorithm %s cannot share its work, only %s can", c.algorithm, incremental)
	case queued && c.maxNodes > 0:
		return cli.Usagef("-max-nodes: a search with -queue has no bound")
	case !queued && c.taskNodes > 0:
		return cli.Usagef("-task-nodes: only with -queue")
	case !queued && c.taskTime > 0:
		return cli.Usagef("-task-time: only with -queue")
	}
	return nil
}

// search searches and returns also the number of positions, if it is known.
func (c *count) search(ctx context.Context, game *morpion.Game, opt search.Options[morpion.Move]) (search.Result[morpion.Move], *int, error) {
	limits := ply.Limits{Nodes: c.maxNodes}
	if c.algorithm == tree || c.algorithm == incremental {
		space := search.Tree(game)
		if c.algorithm == incremental {
			space = search.Incremental(game)
		}
		result, err := search.DepthFirst(ctx, space, limits, opt)
		return result, known(result, c.algorithm == incremental), err
	}
	var table *transposition.Table
	if c.tableEntries > 0 {
		table = transposition.NewTable(8 * int64(c.tableEntries))
	}
	space := search.Graph(game, table)
	if c.algorithm == incrementalTable {
		space = search.IncrementalGraph(game, table)
	}
	result, err := search.DepthFirst(ctx, space, limits, opt)
	if err != nil {
		return result, nil, err
	}
	once := c.algorithm == incrementalTable || table == nil
	if !once {
		stats, err := table.Stats()
		if err != nil {
			return result, nil, err
		}
		once = stats.Replacements == 0
	}
	return result, known(result, once), nil
}

// known returns the number of positions, if each was one node.
func known(result search.Result[morpion.Move], once bool) *int {
	if !once || !result.Status.Conclusive() {
		return nil
	}
	return &result.Nodes
}

func (c *counted) print(out io.Writer) error {
	unknown := func(n *int) string {
		if n == nil {
			return "unknown"
		}
		return fmt.Sprint(*n)
	}
	_, err := fmt.Fprintf(out, "from move   %d\npositions   %s\nlongest     %s\nnodes       %d, %.1f million a second\ntime        %.2f s\n",
		c.From, unknown(c.Positions), unknown(c.Longest), c.Nodes, float64(c.Nodes)/c.Seconds/1e6, c.Seconds)
	return err
}
