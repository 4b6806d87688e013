// Command othello plays Othello, counts its lines, solves endgames and trains an evaluation.
package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

var sides = [2]string{"Black", "White"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	return command.Command(command.Game[*othello.Game, othello.Move]{
		Name: "othello",
		About: "Solve endgames of Othello, train an evaluation, let players play.\n" +
			"Black (X) begins. Moves are squares, as in D3, or pass. A position has 64 squares from A1 to H1, A2 to H2 and so on,\n" +
			"X, O or - for none, then a space and the side to move, X or O.",
		New: func(position string) (*othello.Game, error) {
			if position == "" {
				return othello.New(), nil
			}
			board, side, _ := strings.Cut(position, " ")
			return othello.ParseBoard(board, side)
		},
		Players: players(),
		Cells: func(g *othello.Game, _ int) [][]command.Cell {
			discs := g.Board()
			return command.Cells(8, 8, func(column, row int) command.Cell {
				at := 8*row + column
				return command.Cell{Name: othello.Move(at).String(), Man: map[byte]string{'X': sides[othello.Black], 'O': sides[othello.White]}[discs[at]]}
			})
		},
		Opening: 8,
		Length:  30,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return append([]*cli.Command{playCommand(std), perftCommand(std), solveCommand(std), trainCommand(std), nboardCommand(std), enhancementsCommand(std)},
				queue.Commands(std, "othello", counting)...)
		},
	}, std)
}

// players are the levels, and custom, which has settings alone.
func players() (all []command.Player[*othello.Game, othello.Move]) {
	for _, kind := range []struct{ name, help string }{
		{"hard", "7 moves ahead, and from 16 empty squares on to the end"},
		{"medium", "3 moves ahead, and from 10 on to the end"},
		{"easy", "a move ahead, and from 4 on to the end"},
		{"custom", "as its settings say\n  depth=N   moves to look ahead, 0 for no limit\n  exact=N   empty squares from which on the game is searched to its end\n" +
			"  selective=N  margin for each move by which evaluations prune, in hundredths of a disc (0: none)\n  eval=FILE a training to evaluate by, or none for mobility and corners (default: the one that comes with the program)"},
	} {
		level, named := othello.Levels[kind.name]
		p := command.Player[*othello.Game, othello.Move]{
			Name: kind.name, Help: kind.help,
			Read: func(s *command.Settings) func(*othello.Game, rand.Source) (engine.Searcher[othello.Move], error) {
				level := othello.Level{
					Depth: s.Whole("depth", level.Depth, 60), Exact: s.Whole("exact", level.Exact, 60), Selective: s.Whole("selective", 0, ply.MaxValue),
				}
				name := s.Word("eval", "")
				load := sync.OnceValues(func() (*othello.Evaluation, error) { return loadEvaluation(name) })
				return func(g *othello.Game, _ rand.Source) (engine.Searcher[othello.Move], error) {
					evaluation, err := load()
					if err != nil {
						return nil, err
					}
					return othello.NewSearcher(g, level, evaluation)
				}
			},
		}
		if named { // its depth is the limit
			p.Limits = ply.Limits{Nodes: cli.Many}
		}
		all = append(all, p)
	}
	return all
}

func perftCommand(std cli.Streams) *cli.Command {
	var depth, tableEntries, workers int
	var json bool
	var submission queue.Submission
	flags := flag.NewFlagSet("othello perft", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 8, 0, 60, "count lines of up to this number of `moves`")
	cli.Table(flags, &tableEntries, "table-entries", 0, 0, 24, "remember counts in a table of this number of `entries`, of 24 bytes each (0: no table)")
	cli.Number(flags, &workers, "workers", 0, 0, cli.MaxWorkers, "with -queue: `tasks` of this process at the same time (0: one for each processor)")
	flags.BoolVar(&json, "json", false, "write a JSON object a line for each depth")
	submission.Flags(flags)
	return cli.Subcommand(flags, "[flags]", "Count the lines of play from the start, of each number of moves.",
		"A pass is a move. A game that is over counts as one line of every greater number of moves.", func(ctx context.Context) error {
			switch {
			case submission.Queue != "" && tableEntries > 0:
				return cli.Usagef("-table-entries: a count with -queue has no table")
			case submission.Queue != "":
				return submission.Run(ctx, std, &counting, distributed.PerftOptions[othello.Move]{Depth: depth, CountFinished: true}, workers, json)
			case workers > 0:
				return cli.Usagef("-workers: only with -queue")
			}
			opt := search.PerftOptions{CountFinished: true}
			if tableEntries > 0 {
				opt.Table = transposition.NewTable(16 * int64(tableEntries))
				opt.Table.Scheme = transposition.TwoBig
			}
			game := othello.New()
			return cli.Perft(std.Out, depth, json, func(depth int) (search.PerftResult, error) {
				return search.Perft(ctx, game, depth, opt)
			})
		})
}

var counting = queue.Problem{
	Name: "othello-perft",
	Make: distributed.PerftProblem(func(string) (*othello.Game, error) { return othello.New(), nil }),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error {
		counts, err := q.PerftResult(ctx, run.ID)
		if err != nil {
			return err
		}
		// All depths are counted together, so each has the time of all.
		return cli.Perft(out, len(counts)-1, asJSON, func(depth int) (search.PerftResult, error) {
			return search.PerftResult{Report: ply.Report{Nodes: counts[depth].Nodes, Elapsed: run.Elapsed}, Leaves: counts[depth].Leaves}, nil
		})
	},
}
