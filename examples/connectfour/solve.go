package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
)

func solveCommand(std cli.Streams) *cli.Command {
	var moves string
	var opt connectfour.SolveOptions
	var limits ply.Limits
	var json bool
	flags := flag.NewFlagSet("connectfour solve", flag.ContinueOnError)
	movesFlag(flags, &moves)
	flags.BoolVar(&opt.Exact, "exact", false, "find the quickest win as well")
	cli.Table(flags, &opt.TableEntries, "table-entries", 16<<20, 1, 16, "`number` of positions in the table, 16 bytes each")
	cli.Number(flags, &limits.Time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	cli.State(flags, &opt.State)
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find who wins a position, and by which move.",
		"To solve the empty board takes some minutes.",
		func(ctx context.Context) error { return solve(ctx, std.Out, moves, limits, opt, json) })
}

type solved struct {
	Moves   string  `json:"moves"`
	Result  string  `json:"result"` // of the side to move: win, draw, loss or unknown
	Best    string  `json:"best"`
	Stones  *int    `json:"stones"` // on the board at the end; nil if unknown or not asked for
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func solve(ctx context.Context, out io.Writer, moves string, limits ply.Limits, opt connectfour.SolveOptions, json bool) error {
	game, err := position(moves)
	if err != nil {
		return err
	}
	r, err := connectfour.Solve(ctx, game, limits, opt)
	if err != nil {
		return err
	}
	found := solved{Moves: moves, Result: "unknown", Nodes: r.Nodes, Seconds: r.Elapsed.Seconds()}
	if r.Status == ply.Complete {
		found.Result = [...]string{"loss", "draw", "win"}[1+cmp.Compare(r.Value, 0)]
		found.Best = line(r.Line[:min(1, len(r.Line))])
		if opt.Exact {
			stones := connectfour.Stones(r.Value)
			found.Stones = &stones
		}
	}
	if json {
		return cli.WriteJSON(out, found)
	}
	fmt.Fprintf(out, "%v\nside %d to move: %s", game, game.ToMove(), found.Result)
	if found.Stones != nil {
		fmt.Fprintf(out, ", with %s on the board", cli.Count(*found.Stones, "stone"))
	}
	if found.Best != "" {
		fmt.Fprintf(out, ", column %s", found.Best)
	}
	_, err = fmt.Fprintf(out, "\n%s, %.3f s, %.2f M nodes/s\n", cli.Count(found.Nodes, "node"), found.Seconds, float64(found.Nodes)/found.Seconds/1e6)
	return err
}

func line(moves []connectfour.Drop) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(m.String())
	}
	return b.String()
}
