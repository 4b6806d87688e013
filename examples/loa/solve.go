package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func solveCommand(std cli.Streams) *cli.Command {
	var rules rulesFlags
	var fen string
	var most, entries int
	var json bool
	flags := flag.NewFlagSet("loa solve", flag.ContinueOnError)
	rules.flags(flags)
	flags.StringVar(&fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	cli.Number(flags, &most, "depth", 30, 1, 250, "`number` of moves to look ahead at most")
	cli.Table(flags, &entries, "table-entries", 1<<22, 1, 16, "`entries` of the transposition table, of 16 bytes each")
	flags.BoolVar(&json, "json", false, "write a JSON object for each depth")
	return cli.Subcommand(flags, "[flags]", "Look for a forced win of either side.",
		"Alpha-beta looks ever further ahead until one side has a forced win. Unfinished positions at the depth count as even, and\n"+
			"so does a repeated position: a win that is found is one whatever the rule for repetitions, and does not need one.\n"+
			"What is open at a depth may still be won in more moves.",
		func(ctx context.Context) error {
			game, err := rules.position(fen)
			if err != nil {
				return err
			}
			if game.Finished() {
				return fmt.Errorf("the game is over: %s", game.Ending())
			}
			return solve(ctx, game, most, transposition.NewTable(16*int64(entries)), func(f solved) error {
				return cli.Write(std.Out, json, f, "depth %2d: %-4s  %12d nodes  %8.1f s  %v\n", f.Depth, f.Result, f.Nodes, f.Seconds, f.Line)
			})
		})
}

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

// solve searches to one depth after the other, up to a depth or until one side has a forced win.
func solve(ctx context.Context, game *loa.Game, most int, table *transposition.Table, write func(solved) error) error {
	start, nodes := time.Now(), 0
	for depth := 1; depth <= most; depth++ {
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
		result := [...]string{"loss", "open", "win"}[1+cmp.Compare(r.Value, 0)]
		found := solved{Depth: depth, Result: result, Nodes: nodes, Seconds: time.Since(start).Seconds()}
		if r.Value != 0 {
			for _, m := range r.Line {
				found.Line = append(found.Line, m.String())
			}
		}
		if err := write(found); err != nil || r.Value != 0 {
			return err
		}
	}
	return nil
}
