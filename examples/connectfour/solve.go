package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
)

type solving struct {
	moves   string
	exact   bool
	entries int
	time    time.Duration
	state   checkpoint.File
	json    bool
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	flags := flag.NewFlagSet("connectfour solve", flag.ContinueOnError)
	movesFlag(flags, &s.moves)
	flags.BoolVar(&s.exact, "exact", false, "find the quickest win as well")
	cli.Table(flags, &s.entries, "table-entries", 16<<20, 1, 16, "`number` of positions in the table, 16 bytes each")
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	cli.State(flags, &s.state)
	flags.BoolVar(&s.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find who wins a position, and by which move.",
		"To solve the empty board takes some minutes.",
		func(ctx context.Context) error { return s.run(ctx, std.Out) })
}

type solved struct {
	Moves   string  `json:"moves"`
	Result  string  `json:"result"` // of the side to move: win, draw, loss or unknown
	Best    string  `json:"best"`
	Stones  *int    `json:"stones"` // on the board at the end; nil if unknown or not asked for
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (s *solving) run(ctx context.Context, out io.Writer) error {
	game, err := position(s.moves)
	if err != nil {
		return err
	}
	r, err := connectfour.Solve(ctx, game, ply.Limits{Time: s.time}, connectfour.SolveOptions{Exact: s.exact, TableEntries: s.entries, State: s.state})
	if err != nil {
		return err
	}
	found := solved{Moves: s.moves, Result: "unknown", Nodes: r.Nodes, Seconds: r.Elapsed.Seconds()}
	if r.Status == ply.Complete {
		found.Result = [...]string{"loss", "draw", "win"}[1+cmp.Compare(r.Value, 0)]
		found.Best = line(r.Line[:min(1, len(r.Line))])
		if s.exact {
			stones := connectfour.Stones(r.Value)
			found.Stones = &stones
		}
	}
	if s.json {
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
