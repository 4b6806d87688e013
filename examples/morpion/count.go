package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

const (
	tree             = "tree"
	byTable          = "table"
	incremental      = "ti"
	incrementalTable = "ti+table"
	dependencyBased  = "dbs"
)

type count struct {
	record       recordFile
	from         int
	algorithm    string
	tableEntries int // 0: no limit
	workers      int
	maxNodes     int
	memory       int
	json         bool
	state        checkpoint.File
	submission   queue.Submission
	taskNodes    int
	taskTime     time.Duration
}

func countCommand(std cli.Streams) *cli.Command {
	var c count
	flags := flag.NewFlagSet("morpion count", flag.ContinueOnError)
	c.record.flags(flags)
	fromFlag(flags, &c.from, 0)
	cli.Choice(flags, &c.algorithm, "algorithm", incremental, []string{tree, byTable, incremental, incrementalTable, dependencyBased}, "`algorithm`")
	cli.Table(flags, &c.tableEntries, "table-entries", 0, 0, 8, "`number` of positions in the table, 8 bytes each, rounded up to a power of two "+
		"(0: as many as it takes, 11 to 21 bytes each)")
	cli.Number(flags, &c.workers, "workers", 0, 0, cli.MaxWorkers, "`goroutines` that share the work (ti only; 0: search without sharing)")
	cli.Number(flags, &c.maxNodes, "max-nodes", 0, 0, cli.Many, "stop after this number of `nodes` (0: no bound)")
	flags.BoolVar(&c.json, "json", false, "write a JSON object")
	cli.Memory(flags, &c.memory)
	cli.State(flags, &c.state)
	c.submission.Flags(flags)
	cli.Number(flags, &c.taskNodes, "task-nodes", 0, 0, cli.Many, "with -queue: `nodes` after which a task hands over the rest (0: no bound)")
	cli.Number(flags, &c.taskTime, "task-time", 0, 0, cli.LongTime, "with -queue: `time` after which a task hands over the rest (0: 1s, or no bound with -task-nodes)")
	return cli.Subcommand(flags, "-record FILE -from K [flags]", "Count all positions that can be reached from one of a game, and find the longest game.",
		`Nodes are positions whose moves were generated. Of the algorithms, tree visits a position once for
every line of play that leads to it, table remembers the positions met, ti leaves out the lines that
differ only in the order of moves that commute, and ti+table does both. With ti nodes are positions,
since all lines to a position differ in that way only; so they are with a table that nothing had to
leave. Otherwise the number of positions is not known.

dbs is dependency-based search. Its nodes are moves, each with the moves that it needs: it finds every
move that can ever be played and does not say which of them go together, and so neither how many
positions there are nor how long a game can be.

With -queue the count, by ti, is shared with all processes that work on the same database (morpion work).`,
		func(ctx context.Context) error {
			return cli.Within(ctx, int64(c.memory)+8*int64(c.tableEntries), func(ctx context.Context) error { return c.run(ctx, std) })
		})
}

type counted struct {
	From      int     `json:"from"`
	Positions *int    `json:"positions"` // nil if not known
	Longest   *int    `json:"longest"`   // game, in moves from the start; nil for dbs
	Nodes     int     `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	Workers   int     `json:"workers"`
}

func (c *count) run(ctx context.Context, std cli.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	variant, line, game, err := c.record.position(c.from, std.In)
	if err != nil {
		return err
	}
	if c.submission.Queue != "" {
		return c.submission.Run(ctx, std, &countProblem, distributed.CountOptions[morpion.Move]{
			Start:  distributed.Start[morpion.Move]{Name: variant.String(), Line: line},
			Limits: ply.Limits{Nodes: c.taskNodes, Time: c.taskTime},
		}, c.workers, c.json)
	}
	progress := cli.NewProgress(1000, "")
	defer progress.Close()
	note := func(nodes int, done float64) {
		progress.Title(fmt.Sprintf("%.1f M nodes", float64(nodes)/1e6))
		progress.Set(int(1000 * done))
	}
	found := counted{From: c.from, Workers: max(c.workers, 1)}
	var report ply.Report
	limits := ply.Limits{Nodes: c.maxNodes}
	all := false
	if c.algorithm == dependencyBased {
		var r dependency.Result[morpion.Move]
		r, err = dependency.Search(ctx, game, limits, dependency.Options[morpion.Move]{
			Progress: func(p dependency.Result[morpion.Move]) { note(p.Nodes, 0) },
		})
		report, all = r.Report, r.Status == ply.Complete
	} else {
		var table *transposition.Table
		if c.tableEntries > 0 {
			table = transposition.NewTable(8 * int64(c.tableEntries))
		}
		var r search.Result[morpion.Move]
		r, err = search.DepthFirst(ctx, c.space(game, table), limits, search.Options[morpion.Move]{
			Longest: true, Workers: c.workers, Checkpoint: c.state,
			Progress: func(p search.Result[morpion.Move]) { note(p.Nodes, p.Done) },
		})
		report, all, found.Longest = r.Report, r.Status.Conclusive(), new(c.from+len(r.Line))
		once := c.algorithm != tree // each position is one node
		if c.algorithm == byTable && table != nil && err == nil {
			var stats transposition.Stats
			stats, err = table.Stats()
			once = stats.Replacements == 0
		}
		if once && all {
			found.Positions = &r.Nodes
		}
	}
	if err != nil {
		return err
	}
	progress.Close()
	found.Nodes, found.Seconds = report.Nodes, report.Elapsed.Seconds()
	return found.write(std.Out, c.json, all, report.Status)
}

// check checks the flags about the algorithm and the queue.
func (c *count) check() error {
	queued, cannot := c.submission.Queue != "", fmt.Sprintf("algorithm %s cannot share its work, only %s can", c.algorithm, incremental)
	switch {
	case c.workers > 0 && c.algorithm != incremental:
		return cli.Usagef("-workers: %s", cannot)
	case queued && c.algorithm != incremental:
		return cli.Usagef("-queue: %s", cannot)
	case queued && c.maxNodes > 0:
		return cli.Usagef("-max-nodes: a search with -queue has no bound")
	case c.state.Name != "" && (queued || c.algorithm == dependencyBased):
		return cli.Usagef("-state: not with -queue, which keeps the state itself, and not for algorithm %s", dependencyBased)
	case !queued && c.taskNodes > 0:
		return cli.Usagef("-task-nodes: only with -queue")
	case !queued && c.taskTime > 0:
		return cli.Usagef("-task-time: only with -queue")
	}
	return nil
}

func (c *count) space(game *morpion.Game, table *transposition.Table) search.Space[morpion.Move] {
	switch c.algorithm {
	case tree:
		return search.Tree(game)
	case incremental:
		return search.Incremental(game)
	case incrementalTable:
		return search.IncrementalGraph(game, table)
	}
	return search.Graph(game, table)
}

// write writes the output. all reports that the search is complete; otherwise its status is written too.
func (c *counted) write(out io.Writer, asJSON, all bool, status ply.Status) error {
	unknown := func(n *int) string {
		if n == nil {
			return "unknown"
		}
		return fmt.Sprint(*n)
	}
	rest := ""
	if !all {
		rest = fmt.Sprintf("not all of it: %v\n", status)
	}
	return cli.Write(out, asJSON, c, "from move   %d\npositions   %s\nlongest     %s\nnodes       %d, %.1f million a second\ntime        %.2f s\n%s",
		c.From, unknown(c.Positions), unknown(c.Longest), c.Nodes, float64(c.Nodes)/c.Seconds/1e6, c.Seconds, rest)
}
