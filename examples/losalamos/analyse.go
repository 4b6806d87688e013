package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

const mostDepth = 250

func analyseCommand(std cli.Streams) *cli.Command {
	var chosen techniques
	var fen string
	var depth int
	var most time.Duration
	var json bool
	flags := flag.NewFlagSet("losalamos analyse", flag.ContinueOnError)
	flags.StringVar(&fen, "fen", losalamos.Start, "`position` in Forsyth-Edwards notation")
	cli.Number(flags, &depth, "depth", 10, 1, mostDepth, "greatest `number` of moves to look ahead")
	cli.Number(flags, &most, "time", 0, 0, cli.LongTime, "`time` to take (0: no limit)")
	chosen.flags(flags)
	flags.BoolVar(&json, "json", false, "write a JSON object a line for each depth")
	return cli.Subcommand(flags, "[flags]", "Search a position to one depth after another, and say what is found.",
		"Values are in hundredths of a pawn, for the side to move. The search ends with the first mate it finds.",
		func(ctx context.Context) error {
			game, err := losalamos.ParseFEN(fen)
			if err != nil {
				return cli.Usagef("-fen: %w", err)
			}
			if len(game.Moves(nil)) == 0 {
				return errors.New("the position has no legal moves: " + game.Ending())
			}
			if !json {
				fmt.Fprintf(std.Out, "%v%5s %7s %12s %9s  %s\n", game, "depth", "value", "nodes", "seconds", "line")
			}
			opt := chosen.options(transposition.NewTable(16 * int64(chosen.tableEntries)))
			opt.Direct = true
			var limits ply.Limits
			start := time.Now()
			for opt.Depth = 1; opt.Depth <= depth; opt.Depth++ {
				if most > 0 {
					if limits.Time = most - time.Since(start); limits.Time <= 0 {
						break
					}
				}
				r, err := alphabeta.Search(ctx, game, limits, opt)
				if err != nil || !r.Status.Conclusive() {
					return err
				}
				found := analysed{r.Depth, r.Value, r.Nodes, r.Elapsed.Seconds(), []string{}}
				for _, m := range r.Line {
					found.Line = append(found.Line, m.String())
				}
				err = cli.Write(std.Out, json, found, "%5d %7s %12d %9.3f  %s\n", found.Depth, valueText(r), found.Nodes, found.Seconds, strings.Join(found.Line, " "))
				if err != nil || r.Final || r.Distance > 0 && r.Distance <= r.Depth { // no deeper search finds a shorter mate
					return err
				}
			}
			return nil
		})
}

type analysed struct {
	Depth   int      `json:"depth"`
	Value   int      `json:"value"`
	Nodes   int      `json:"nodes"`
	Seconds float64  `json:"seconds"`
	Line    []string `json:"line"`
}

// valueText writes a value in hundredths of a pawn, or the number of moves to a mate.
func valueText(r alphabeta.Result[chess.Move]) string {
	switch {
	case r.Distance == 0:
		return fmt.Sprintf("%+d", r.Value)
	case r.Value > 0:
		return fmt.Sprintf("mate %d", (r.Distance+1)/2)
	}
	return fmt.Sprintf("mated %d", r.Distance/2)
}
