package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type solving struct {
	rulesFlags
	fen     string
	depth   int
	entries int
	json    bool
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	flags := flag.NewFlagSet("loa solve", flag.ContinueOnError)
	s.flags(flags)
	flags.StringVar(&s.fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	cli.Number(flags, &s.depth, "depth", 30, 1, 250, "`number` of moves to look ahead at most")
	cli.Table(flags, &s.entries, "table-entries", 1<<22, 1, 16, "`entries` of the transposition table, of 16 bytes each")
	flags.BoolVar(&s.json, "json", false, "write a JSON object for each depth")
	return cli.Subcommand(flags, "[flags]", "Look for a forced win of either side.",
		"Alpha-beta looks ever further ahead until one side has a forced win. Unfinished positions at the depth count as even, and\n"+
			"so does a repeated position: a win that is found is one whatever the rule for repetitions, and does not need one.\n"+
			"What is open at a depth may still be won in more moves.",
		func(ctx context.Context) error { return s.run(ctx, std.Out) })
}

// A solved is the output of solve for a depth.
type solved struct {
	Depth   int      `json:"depth"`
	Result  string   `json:"result"` // win, loss or open, for the side to move
	Nodes   int      `json:"nodes"`
	Line    []string `json:"line,omitempty"`
	Seconds float64  `json:"seconds"`
}

// An undecided evaluator returns the outcome of a finished position, or 0.
type undecided struct{ *loa.Game }

func (u undecided) Evaluate() int {
	if u.Finished() {
		return u.Outcome()
	}
	return 0
}

func (s *solving) run(ctx context.Context, out io.Writer) error {
	game, err := s.position(s.fen)
	if err != nil {
		return err
	}
	if game.Finished() {
		return fmt.Errorf("the game is over: %s", game.Ending())
	}
	table := transposition.NewTable(16 * int64(s.entries))
	start, nodes := time.Now(), 0
	for depth := 1; depth <= s.depth; depth++ {
		r, err := alphabeta.Search(ctx, game, ply.Limits{}, alphabeta.Options[loa.Move]{
			Depth:     depth,
			Window:    [2]int{-1, 1},
			Table:     table,
			Order:     alphabeta.TableMove | alphabeta.Killers | alphabeta.History | alphabeta.Ranks,
			Tree:      alphabeta.Tree{Symmetric: true, Bounds: true},
			Evaluator: func(g ply.AdversarialGame[loa.Move]) ply.Evaluator { return undecided{g.(*loa.Game)} },
			Direct:    true,
		})
		if err := cmp.Or(err, r.Status.Err()); err != nil {
			return err
		}
		nodes += r.Nodes
		found := solved{Depth: depth, Result: "open", Nodes: nodes, Seconds: time.Since(start).Seconds()}
		if r.Value != 0 {
			found.Result = "win"
			if r.Value < 0 {
				found.Result = "loss"
			}
			for _, m := range r.Line {
				found.Line = append(found.Line, m.String())
			}
		}
		if err := s.write(out, &found); err != nil {
			return err
		}
		if r.Value != 0 {
			break
		}
	}
	return nil
}

func (s *solving) write(out io.Writer, f *solved) error {
	return cli.Write(out, s.json, f, "depth %2d: %-4s  %12d nodes  %8.1f s  %v\n", f.Depth, f.Result, f.Nodes, f.Seconds, f.Line)
}
