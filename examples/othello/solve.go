package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func solveCommand(std cli.Streams) *cli.Command {
	var positions string
	var first, last, tableEntries, workers int
	var json bool
	flags := flag.NewFlagSet("othello solve", flag.ContinueOnError)
	flags.StringVar(&positions, "positions", "", "`file` of positions, or - for standard input")
	cli.Number(flags, &first, "first", 1, 1, cli.Many, "begin with this `position` of the file")
	cli.Number(flags, &last, "last", 0, 0, cli.Many, "end with this `position` of the file (0: the last there is)")
	cli.Table(flags, &tableEntries, "table-entries", 4<<20, 1, 16, "`number` of entries of the table, 16 bytes each, rounded down to a power of two")
	cli.Number(flags, &workers, "workers", 1, 0, cli.MaxWorkers, "`number` of workers that search a position together (0: as many as processors)")
	flags.BoolVar(&json, "json", false, "write a JSON object a line for each position")
	return cli.Subcommand(flags, "-positions FILE [flags]", "Find the exact values of endgames, and a best move of each.",
		`A position is a line: 64 squares from A1 to H1, A2 to H2 and so on, X for a black disc, O for a white
one and - for none; a space and the side to move, X or O; a semicolon; and then, if known, moves with their
scores, as in A2:+38, each with a semicolon after it. Scores are in discs, for the side to move, empty
squares counted for the winner.`, func(ctx context.Context) error {
			if positions == "" {
				return cli.Usagef("-positions: want a file")
			}
			problems, err := cli.Read(positions, std.In, othello.ReadProblems)
			if err != nil {
				return err
			}
			if len(problems) == 0 {
				return fmt.Errorf("%s: no positions", cli.Name(positions))
			}
			if last == 0 {
				last = len(problems)
			}
			if last > len(problems) || first > last {
				return cli.Usagef("-first %d -last %d: %s has %d positions", first, last, cli.Name(positions), len(problems))
			}
			opt := alphabeta.Options[othello.Move]{
				Tree:  alphabeta.Tree{Bounds: true},
				Table: transposition.NewTable(16 * int64(tableEntries)),
				// The number of replies ranks moves better than statistics of other positions.
				Order: alphabeta.TableMove | alphabeta.Ranks,
				Win:   alphabeta.AnyDistance, // discs count, not the length of the game
			}
			if workers != 1 {
				opt.Workers = cli.Workers(workers)
			}
			wrong, err := solveAll(ctx, std.Out, problems[first-1:last], first, opt, json)
			if err == nil && wrong > 0 {
				err = fmt.Errorf("%d scores differ from the scores in %s", wrong, cli.Name(positions))
			}
			return err
		})
}

type solved struct {
	Position int     `json:"position"`
	Empties  int     `json:"empties"`
	Score    int     `json:"score"`
	Best     string  `json:"best"` // empty if the game is over
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

// solveAll solves problems, which are numbered from number on, and counts the scores that differ from the file.
func solveAll(ctx context.Context, out io.Writer, problems []othello.Problem, number int, opt alphabeta.Options[othello.Move], json bool) (wrong int, err error) {
	if !json {
		fmt.Fprintf(out, "%8s %8s %6s %5s %15s %10s %10s\n", "position", "empties", "score", "best", "nodes", "seconds", "M nodes/s")
	}
	progress := cli.NewProgress(len(problems), "positions")
	defer progress.Close()
	var all solved
	for i, problem := range problems {
		found, err := find(ctx, problem.Game, opt)
		if err != nil {
			return wrong, fmt.Errorf("position %d: %w", number+i, err)
		}
		found.Position = number + i
		progress.Set(i + 1)
		all.Nodes += found.Nodes
		all.Seconds += found.Seconds
		remark := ""
		if len(problem.Scores) > 0 && slices.Max(problem.Scores) != found.Score {
			remark = fmt.Sprintf("  the file has %+d", slices.Max(problem.Scores))
			wrong++
		}
		if err := cli.Write(out, json, found, "%8d %8d %+6d %5s %15d %10.3f %10.1f%s\n", found.Position, found.Empties, found.Score, found.Best,
			found.Nodes, found.Seconds, float64(found.Nodes)/found.Seconds/1e6, remark); err != nil {
			return wrong, err
		}
	}
	progress.Close()
	if !json {
		fmt.Fprintf(out, "%8s %8s %6s %5s %15d %10.3f %10.1f\n", "all", "", "", "", all.Nodes, all.Seconds, float64(all.Nodes)/all.Seconds/1e6)
	}
	return wrong, nil
}

// find searches a position to its end, with an empty table. Where that pays, a search to a smaller depth by the evaluation
// comes first: the entries in the table then order the moves.
func find(ctx context.Context, g *othello.Game, opt alphabeta.Options[othello.Move]) (found solved, err error) {
	var endgames atomic.Int64
	g.CountEndgames(&endgames)
	g.SetEvaluation(othello.Trained())
	g.RankForEnd()
	if err := opt.Table.Reset(); err != nil {
		return found, err
	}
	var result alphabeta.Result[othello.Move]
	var elapsed time.Duration
	for _, opt.Depth = range slices.Compact([]int{g.DepthToEndings(), 0}) { // 0 once
		result, err = alphabeta.Search(ctx, g, ply.Limits{}, opt)
		if err := cmp.Or(err, result.Status.Err()); err != nil {
			return found, err
		}
		found.Nodes += result.Nodes
		elapsed += result.Elapsed
	}
	found.Empties, found.Score, found.Seconds = g.Empties(), result.Value/othello.Disc, elapsed.Seconds()
	found.Nodes += int(endgames.Load())
	if len(result.Line) > 0 {
		found.Best = result.Line[0].String()
	}
	return found, nil
}
