package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// solve holds the flags of solve.
type solve struct {
	positions    string
	first, last  int
	tableEntries int
	workers      int
	json         bool
}

func solveCommand(std cli.Streams) *ffcli.Command {
	var s solve
	flags := flag.NewFlagSet("othello solve", flag.ContinueOnError)
	flags.StringVar(&s.positions, "positions", "", "`file` of positions, or - for standard input")
	cli.Number(flags, &s.first, "first", 1, 1, cli.Many, "begin with this `position` of the file")
	cli.Number(flags, &s.last, "last", 0, 0, cli.Many, "end with this `position` of the file (0: the last there is)")
	cli.Table(flags, &s.tableEntries, "table-entries", 4<<20, 1, 16, "`number` of entries of the table, 16 bytes each, rounded down to a power of two")
	cli.Number(flags, &s.workers, "workers", 1, 0, cli.MaxWorkers, "`number` of workers that search a position together (0: as many as processors)")
	flags.BoolVar(&s.json, "json", false, "write a JSON object a line for each position")
	return &ffcli.Command{
		Name:       "solve",
		ShortUsage: "othello solve -positions FILE [flags]",
		ShortHelp:  "Find the exact values of endgames, and a best move of each.",
		LongHelp: "A position is a line: 64 squares from A1 to H1, A2 to H2 and so on, X for a black disc, O for a white\n" +
			"one and - for none; a space and the side to move, X or O; a semicolon; and then, if known, moves with their\n" +
			"scores, as in A2:+38, each with a semicolon after it. Scores are in discs, for the side to move, empty\n" +
			"squares counted for the winner.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return s.run(ctx, std) },
	}
}

// solved is what solve says of a position.
type solved struct {
	Position int     `json:"position"`
	Empties  int     `json:"empties"`
	Score    int     `json:"score"`
	Best     string  `json:"best"` // empty if the game is over
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

func (s *solve) run(ctx context.Context, std cli.Streams) error {
	out := std.Out
	problems, err := s.load(std.In)
	if err != nil {
		return err
	}
	searcher, err := s.searcher()
	if err != nil {
		return err
	}
	if !s.json {
		fmt.Fprintf(out, "%8s %8s %6s %5s %15s %10s %10s\n", "position", "empties", "score", "best", "nodes", "seconds", "M nodes/s")
	}
	progress := cli.NewProgress(s.last-s.first+1, "positions")
	defer progress.Close()
	var total solved
	wrong := 0
	for i := s.first; i <= s.last; i++ {
		problem := problems[i-1]
		var endgames atomic.Int64
		problem.CountEndgames(&endgames)
		problem.SetEvaluation(othello.Trained())
		problem.RankForEnd()
		result, err := searcher(ctx, problem.Game, problem.Game.DepthToEndings())
		if err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
		if result.Status != ply.Complete {
			return fmt.Errorf("position %d: %w", i, result.Status.Err())
		}
		found := solved{
			Position: i,
			Empties:  problem.Empties(),
			Score:    result.Value / othello.Disc,
			Nodes:    result.Nodes + int(endgames.Load()),
			Seconds:  result.Elapsed.Seconds(),
		}
		if len(result.Line) > 0 {
			found.Best = result.Line[0].String()
		}
		progress.Set(i - s.first + 1)
		total.Nodes += found.Nodes
		total.Seconds += found.Seconds
		remark := ""
		if best, known := problem.Best(); known && best != found.Score {
			remark = fmt.Sprintf("  the file has %+d", best)
			wrong++
		}
		if s.json {
			err = cli.WriteJSON(out, found)
		} else {
			_, err = fmt.Fprintf(out, "%8d %8d %+6d %5s %15d %10.3f %10.1f%s\n", i, found.Empties, found.Score, found.Best,
				found.Nodes, found.Seconds, float64(found.Nodes)/found.Seconds/1e6, remark)
		}
		if err != nil {
			return err
		}
	}
	progress.Close()
	if !s.json {
		fmt.Fprintf(out, "%8s %8s %6s %5s %15d %10.3f %10.1f\n", "all", "", "", "", total.Nodes, total.Seconds, float64(total.Nodes)/total.Seconds/1e6)
	}
	if wrong > 0 {
		return fmt.Errorf("%d scores differ from those of %s", wrong, cli.Name(s.positions))
	}
	return nil
}

// A searcher searches a position to the end, with a table that is empty at first. Before, it deepens to a depth, which may
// be 0: what it finds by the evaluation is a good order for the search to the end.
type searcher func(ctx context.Context, g *othello.Game, depth int) (alphabeta.Result[othello.Move], error)

// searcher returns the search by one worker, or by several.
func (s *solve) searcher() (searcher, error) {
	opt := alphabeta.Options[othello.Move]{
		Tree: alphabeta.Tree{Bounds: true},
		// How many replies a move leaves tells more of it than what happened elsewhere.
		Order: alphabeta.TableMove | alphabeta.Ranks,

		Win: alphabeta.AnyDistance, // discs count, and not when the game ends
	}
	opt.Table = transposition.NewTable(16 * int64(s.tableEntries))
	if s.workers != 1 {
		opt.Workers = cli.Workers(s.workers)
	}
	return func(ctx context.Context, g *othello.Game, depth int) (result alphabeta.Result[othello.Move], err error) {
		if err := opt.Table.Reset(); err != nil {
			return result, err
		}
		if depth > 0 {
			ahead := opt
			ahead.Depth = depth
			if result, err = alphabeta.Search(ctx, g, ply.Limits{}, ahead); err != nil || result.Status != ply.Complete {
				return result, err
			}
		}
		before := result
		result, err = alphabeta.Search(ctx, g, ply.Limits{}, opt)
		result.Nodes += before.Nodes
		result.Elapsed += before.Elapsed
		return result, err
	}, nil
}

// load reads the positions and checks which are asked for.
func (s *solve) load(stdin io.Reader) ([]othello.Problem, error) {
	if s.positions == "" {
		return nil, cli.Usagef("-positions: want a file")
	}
	problems, err := cli.Read(s.positions, stdin, othello.ReadProblems)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("%s: no positions", cli.Name(s.positions))
	}
	if s.last == 0 {
		s.last = len(problems)
	}
	if s.last > len(problems) || s.first > s.last {
		return nil, cli.Usagef("-first %d -last %d: %s has %d positions", s.first, s.last, cli.Name(s.positions), len(problems))
	}
	return problems, nil
}
