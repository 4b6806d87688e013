// Package solved is what the commands have in common that solve games with cycles by retrograde analysis: solve, value, line,
// verify, play, uci and perft.
package solved

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// A Position is what the commands need of a game.
type Position[G any, M comparable] interface {
	ply.AdversarialGame[M]
	ply.Cloner[G]
	retrograde.Indexer
	fmt.Stringer
	Position() string // in the notation of the game
	ParseLegal(text string) (M, error)
}

// A Setting is a game as the flags of a command describe it.
type Setting[G any] struct {
	Label string // of databases
	Start G
	All   bool // solve all positions, not only those that can be reached from the start

	// Parse parses a position, and Summarize sums up what was found, as an object and as text.
	Parse     func(text string) (G, error)
	Summarize func(s *retrograde.Solution) (object any, text string, err error)
}

// A Kind is a kind of games. Settings defines flags for what games there are, and returns what makes a setting of their
// values.
type Kind[G Position[G, M], M comparable] struct {
	Name      string
	Settings  func(flags *flag.FlagSet) func() (*Setting[G], error)
	Text      func(g G, m M) string // of a move that is legal
	SideName  func(side int) string
	Positions string // the notation of positions, for help
}

// Commands returns all commands.
func (k *Kind[G, M]) Commands(std cli.Streams) []*cli.Command {
	return []*cli.Command{k.solveCommand(std), k.valueCommand(std), k.lineCommand(std), k.verifyCommand(std), k.playCommand(std), k.uciCommand(std), k.perftCommand(std)}
}

// shared holds the flags of all commands.
type shared[G any] struct {
	setting  func() (*Setting[G], error)
	database string
	position string
	workers  int
	memory   float64
}

// flags returns the flags of a command.
func (k *Kind[G, M]) flags(name string, s *shared[G]) *flag.FlagSet {
	flags := flag.NewFlagSet(k.Name+" "+name, flag.ContinueOnError)
	s.setting = k.Settings(flags)
	cli.Number(flags, &s.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of workers that solve or verify together (0: as many as processors)")
	cli.Number(flags, &s.memory, "memory", 0, 0, 1<<20, "most `GB` of memory for positions (0: no limit)")
	return flags
}

// positionFlags defines the flags for a database and a position.
func (k *Kind[G, M]) positionFlags(flags *flag.FlagSet, s *shared[G]) {
	flags.StringVar(&s.database, "db", "", "`file` of a database that solve has written (default: solve first)")
	flags.StringVar(&s.position, "position", "", "`position`: "+k.Positions+" (default: the start)")
}

// A source is a table with the game that it is of.
type source[G any] struct {
	start G // the position that was asked for
	table retrograde.Table
	close func() error
}

// read reads the setting and the position.
func (s *shared[G]) read() (setting *Setting[G], start G, err error) {
	if setting, err = s.setting(); err != nil {
		return nil, start, err
	}
	if s.position == "" {
		return setting, setting.Start, nil
	}
	if start, err = setting.Parse(s.position); err != nil {
		err = cli.Usagef("-position: %w", err)
	}
	return setting, start, err
}

// open opens the database, or solves the game, and parses the position.
func (k *Kind[G, M]) open(ctx context.Context, s *shared[G]) (*source[G], error) {
	setting, start, err := s.read()
	if err != nil {
		return nil, err
	}
	src := &source[G]{start: start}
	if s.database != "" {
		table, err := k.openTable(s.database, setting)
		if err != nil {
			return nil, err
		}
		src.table, src.close = table, table.Close
		return src, nil
	}
	var opt retrograde.Options
	if s.position != "" && !setting.All {
		opt.From = []uint64{src.start.Index()}
	}
	solution, err := k.solve(ctx, s, setting, opt)
	if err != nil {
		return nil, err
	}
	src.table, src.close = solution, solution.Close
	return src, nil
}

// openTable opens a database of a setting.
func (k *Kind[G, M]) openTable(name string, setting *Setting[G]) (*tablebase.Table, error) {
	table, err := tablebase.Open(name, setting.Start)
	if err != nil {
		return nil, err
	}
	if table.Label() != setting.Label {
		return nil, errors.Join(fmt.Errorf("%s: a database of %.60q: want %q", name, table.Label(), setting.Label), table.Close())
	}
	return table, nil
}

// solve solves a game.
func (k *Kind[G, M]) solve(ctx context.Context, s *shared[G], setting *Setting[G], opt retrograde.Options) (*retrograde.Solution, error) {
	bar := cli.NewProgress(0, "")
	defer bar.Close()
	opt.All = setting.All
	opt.Workers = cli.Workers(s.workers)
	opt.Memory = int64(s.memory * 1e9)
	opt.Progress = func(s *retrograde.Solution) {
		title := fmt.Sprintf("%s, %d positions", s.Stage, s.Positions)
		if s.Stage == "solve" {
			title = fmt.Sprintf("ply %d", s.Ply)
		}
		if s.Classes > 1 {
			title = fmt.Sprintf("class %d of %d, %s", s.Class+1, s.Classes, title)
		}
		bar.Title(title)
	}
	solution, err := retrograde.Solve(ctx, setting.Start, ply.Limits{}, opt)
	if err == nil {
		err = solution.Status.Err()
	}
	if err != nil {
		return nil, err
	}
	return solution, nil
}

// Sign returns 1 for a win, -1 for a loss and 0 for a draw.
func Sign(v retrograde.Value) int { return cmp.Compare(v.Outcome, 0) }

// Plies returns the plies of a value, 0 for a draw.
func Plies(v retrograde.Value) int { return max(0, v.Plies) }

// Words writes a value for the side to move, as in "win in 5", "loss in 6" and "draw".
func Words(v retrograde.Value) string {
	switch Sign(v) {
	case 1:
		return fmt.Sprintf("win in %d", v.Plies)
	case -1:
		return fmt.Sprintf("loss in %d", v.Plies)
	default:
		return "draw"
	}
}

// solving holds the flags of solve.
type solving[G any] struct {
	shared[G]
	folder string
	table  bool
	json   bool
}

func (k *Kind[G, M]) solveCommand(std cli.Streams) *cli.Command {
	var s solving[G]
	flags := k.flags("solve", &s.shared)
	flags.StringVar(&s.database, "db", "", "`file` to write the database to")
	flags.StringVar(&s.folder, "state", "", "`folder` where the state is kept, so that a run that was interrupted can go on")
	flags.BoolVar(&s.table, "table", false, "also print how many positions have each value")
	flags.BoolVar(&s.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Find the value of every position, and how far the end is.",
		"Values are for the side to move; distances are in plies, the moves of both sides, if both play best.",
		func(ctx context.Context) error { return k.runSolve(ctx, &s, std.Out) })
}

// Counted is what solve says of a value, with -table.
type Counted struct {
	Value     int    `json:"value"`
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
	Example   string `json:"example"`
}

func (k *Kind[G, M]) runSolve(ctx context.Context, s *solving[G], out io.Writer) error {
	setting, err := s.setting()
	if err != nil {
		return err
	}
	if s.database != "" {
		if err := cli.CheckOutput(s.database); err != nil {
			return err
		}
	}
	solution, err := k.solve(ctx, &s.shared, setting, retrograde.Options{Folder: s.folder})
	if err != nil {
		return err
	}
	defer solution.Close()
	if s.database != "" {
		opt := tablebase.WriteOptions{Label: setting.Label, Workers: cli.Workers(s.workers)}
		if err := tablebase.Write(s.database, setting.Start, solution, opt); err != nil {
			return err
		}
	}
	if s.table {
		if err := k.writeRows(solution, setting.Start.Clone(), s.json, out); err != nil {
			return err
		}
	}
	object, text, err := setting.Summarize(solution)
	if err != nil {
		return err
	}
	return cli.Write(out, s.json, object, "%s\n%.1f s, %.1f MB, %.0f positions a second\n", text, solution.Elapsed.Seconds(), float64(solution.Memory)/1e6,
		float64(solution.Positions)/math.Max(solution.Elapsed.Seconds(), 1e-3))
}

// writeRows writes how many positions have each value.
func (k *Kind[G, M]) writeRows(solution *retrograde.Solution, g G, json bool, out io.Writer) error {
	for _, r := range solution.Rows {
		if !g.SetIndex(r.Example) {
			return fmt.Errorf("no position has index %d", r.Example)
		}
		c := Counted{Sign(r.Value), Plies(r.Value), r.Positions, g.Position()}
		if err := cli.Write(out, json, c, "%-12s %12d  %s\n", Words(r.Value), c.Positions, c.Example); err != nil {
			return err
		}
	}
	return nil
}
