// Package solved has the commands of games solved by retrograde analysis: solve, value, line, verify, play, uci and perft.
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
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// A Position is a game for the commands.
type Position[G any, M comparable] interface {
	ply.AdversarialGame[M]
	ply.Cloner[G]
	retrograde.Indexer
	fmt.Stringer
	Position() string // in the notation of the game
}

// A Setting is a game as the flags of a command choose it.
type Setting[G any] struct {
	Label string // of its databases
	Start G
	All   bool // solve all positions, not only the ones that can be reached from the start

	// Parse parses a position. Summarize summarizes a solution as an object and as text.
	Parse     func(text string) (G, error)
	Summarize func(s *retrograde.Solution) (object any, text string, err error)
}

// A Kind is a kind of games. Settings defines flags, and returns a function that makes a setting from their values.
type Kind[G Position[G, M], M comparable] struct {
	Name      string
	Settings  func(flags *flag.FlagSet) func() (*Setting[G], error)
	Text      func(g G, m M) string // writes a legal move
	SideName  func(side int) string
	Positions string // the notation of positions, for help
}

func (k *Kind[G, M]) Commands(std cli.Streams) []*cli.Command {
	return []*cli.Command{
		k.solveCommand(std),
		k.question(std, "value", "Print the value of a position and of each of its moves.",
			"Values are for the side to move, the best move first. Distances are in plies.", k.value),
		k.question(std, "line", "Print a line of best play from a position.",
			"The side that wins takes the shortest way and the other one the longest. A position that is drawn has no line.", k.line),
		k.verifyCommand(std), k.playCommand(std), k.uciCommand(std), k.perftCommand(std),
	}
}

type shared[G any] struct {
	setting                    func() (*Setting[G], error)
	database, position, folder string
	workers                    int
	memory                     float64
	table, json                bool
}

func (k *Kind[G, M]) flags(name string, s *shared[G]) *flag.FlagSet {
	flags := flag.NewFlagSet(k.Name+" "+name, flag.ContinueOnError)
	s.setting = k.Settings(flags)
	cli.Number(flags, &s.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of workers that solve or verify together (0: as many as processors)")
	cli.Number(flags, &s.memory, "memory", 0, 0, 1<<20, "most `GB` of memory for positions (0: no limit)")
	return flags
}

type table interface {
	retrograde.Table
	io.Closer
}

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
func (k *Kind[G, M]) open(ctx context.Context, s *shared[G]) (start G, t table, err error) {
	setting, start, err := s.read()
	if err != nil {
		return start, nil, err
	}
	if s.database != "" {
		t, err = k.openTable(s.database, setting)
		return start, t, err
	}
	var opt retrograde.Options
	if s.position != "" && !setting.All {
		opt.From = []uint64{start.Index()}
	}
	t, err = k.solve(ctx, s, setting, opt)
	return start, t, err
}

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
	return solution, err
}

// Sign returns 1 for a win, -1 for a loss and 0 for a draw.
func Sign(v retrograde.Value) int { return cmp.Compare(v.Outcome, 0) }

// Plies returns the plies of a value, 0 for a draw.
func Plies(v retrograde.Value) int { return max(0, v.Plies) }

// Words writes a value for the side to move, as in "win in 5", "loss in 6" or "draw".
func Words(v retrograde.Value) string {
	switch Sign(v) {
	case 1:
		return fmt.Sprintf("win in %d", v.Plies)
	case -1:
		return fmt.Sprintf("loss in %d", v.Plies)
	}
	return "draw"
}

func (k *Kind[G, M]) solveCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	flags := k.flags("solve", &s)
	flags.StringVar(&s.database, "db", "", "`file` to write the database to")
	flags.StringVar(&s.folder, "state", "", "`folder` where the state is kept, so that a run that was interrupted can go on")
	flags.BoolVar(&s.table, "table", false, "also print how many positions have each value")
	flags.BoolVar(&s.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Find the value of every position, and how far the end is.",
		"Values are for the side to move; distances are in plies, the moves of both sides, if both play best.",
		func(ctx context.Context) error {
			setting, err := s.setting()
			if err != nil {
				return err
			}
			if err := cli.CheckOutput(s.database); err != nil {
				return err
			}
			solution, err := k.solve(ctx, &s, setting, retrograde.Options{Folder: s.folder})
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
				g := setting.Start.Clone()
				for _, r := range solution.Rows {
					if !g.SetIndex(r.Example) {
						return fmt.Errorf("no position has index %d", r.Example)
					}
					c := Counted{Sign(r.Value), Plies(r.Value), r.Positions, g.Position()}
					if err := cli.Write(std.Out, s.json, c, "%-12s %12d  %s\n", Words(r.Value), c.Positions, c.Example); err != nil {
						return err
					}
				}
			}
			object, text, err := setting.Summarize(solution)
			if err != nil {
				return err
			}
			return cli.Write(std.Out, s.json, object, "%s\n%.1f s, %.1f MB, %.0f positions a second\n", text, solution.Elapsed.Seconds(), float64(solution.Memory)/1e6,
				float64(solution.Positions)/math.Max(solution.Elapsed.Seconds(), 1e-3))
		})
}

type Counted struct {
	Value     int    `json:"value"`
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
	Example   string `json:"example"`
}

// A Summary is the result of solve as JSON. Wins, draws and losses count for the side to move.
type Summary struct {
	Positions uint64  `json:"positions"`
	Value     int     `json:"value"` // of the start, for the first player
	Plies     int     `json:"plies"` // to the end, 0 in a draw
	Wins      uint64  `json:"wins"`
	Draws     uint64  `json:"draws"`
	Losses    uint64  `json:"losses"`
	Longest   int     `json:"longest"` // the most plies to a forced end
	Bytes     uint64  `json:"bytes"`   // of memory
	Seconds   float64 `json:"seconds"`
}

func Summarize(s *retrograde.Solution) Summary {
	sum := Summary{s.Positions, Sign(s.Start), Plies(s.Start), s.Wins, s.Draws, s.Losses, 0, uint64(s.Memory), s.Elapsed.Seconds()}
	for _, r := range s.Rows {
		sum.Longest = max(sum.Longest, r.Plies)
	}
	return sum
}

func (s *Summary) Add(v retrograde.Value, positions uint64) {
	s.Positions += positions
	switch Sign(v) {
	case 1:
		s.Wins += positions
	case 0:
		s.Draws += positions
	default:
		s.Losses += positions
	}
}

// Text writes the summary of a game; first is the name of the first player.
func (s *Summary) Text(game, first string) string {
	result := "nobody can force a win"
	switch s.Value {
	case 1:
		result = fmt.Sprintf("%s wins in %s", first, plies(s.Plies))
	case -1:
		result = fmt.Sprintf("%s loses in %s", first, plies(s.Plies))
	}
	return fmt.Sprintf("%s: %s.\n%d positions: the side to move wins %d, loses %d, and %d are drawn. The longest win takes %s.",
		game, result, s.Positions, s.Wins, s.Losses, s.Draws, plies(s.Longest))
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// EachFrom calls visit with each index from first to before end that has a value.
func EachFrom(t interface {
	Read(first uint64, dst []retrograde.Value) error
}, first, end uint64, visit func(index uint64, v retrograde.Value) error) error {
	block := make([]retrograde.Value, 1<<12)
	for first < end {
		part := block[:min(uint64(len(block)), end-first)]
		if err := t.Read(first, part); err != nil {
			return err
		}
		for i, v := range part {
			if v.Plies == retrograde.Absent {
				continue
			}
			if err := visit(first+uint64(i), v); err != nil {
				return err
			}
		}
		first += uint64(len(part))
	}
	return nil
}

func (k *Kind[G, M]) perftCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	var depth int
	flags := flag.NewFlagSet(k.Name+" perft", flag.ContinueOnError)
	s.setting = k.Settings(flags)
	cli.Number(flags, &depth, "depth", 5, 0, 100, "`number` of moves")
	flags.StringVar(&s.position, "position", "", "`position`: "+k.Positions+" (default: the start)")
	flags.BoolVar(&s.json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Count the lines of play of each number of moves.", "", func(ctx context.Context) error {
		_, g, err := s.read()
		if err != nil {
			return err
		}
		return cli.Perft(std.Out, depth, s.json, func(depth int) (search.PerftResult, error) {
			return search.Perft(ctx, g, depth, search.PerftOptions{})
		})
	})
}
