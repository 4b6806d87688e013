package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type enhanced struct {
	With string `json:"with"`
	cli.Searched
}

func enhancementsCommand(std cli.Streams) *cli.Command {
	var depth int
	var json bool
	flags := flag.NewFlagSet("losalamos enhancements", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 7, 1, 100, "`number` of moves to look ahead")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Show what each technique adds to a search: nodes and time to a depth.",
		"The positions are the start and eight middlegames. Each line has one technique more than the line before. Those up to\n"+
			"null windows save nodes. Those from quiescence on change which lines are searched: some make a depth worth more and\n"+
			"some make it cheaper. The command match shows what that gains in play.",
		func(ctx context.Context) error {
			table := transposition.NewTable(1 << 24)
			if !json {
				fmt.Fprintf(std.Out, "%-24s %14s %9s %9s %11s %9s\n", "with", "nodes", "seconds", "nodes ×", "M nodes/s", "first %")
			}
			games, ladder := losalamos.Middlegames(), losalamos.Ladder()
			progress := cli.NewProgress(len(ladder)*len(games), "searches")
			defer progress.Close()
			before := 0
			for i, rung := range ladder {
				found := enhanced{With: rung.Name}
				for j, game := range games {
					table.Reset()
					r, err := rung.Search(ctx, game, ply.Limits{}, depth, table)
					if err := cmp.Or(err, r.Status.Err()); err != nil {
						return err
					}
					found.Add(r.Report, r.Cutoffs, r.FirstMove)
					progress.Set(i*len(games) + j + 1)
				}
				if i == 0 {
					before = found.Nodes
				}
				if err := cli.Write(std.Out, json, found, "%-24s %14d %9.2f %9.2f %11.1f %9.1f\n", found.With, found.Nodes, found.Seconds,
					float64(found.Nodes)/float64(before), float64(found.Nodes)/found.Seconds/1e6, 100*found.First); err != nil {
					return err
				}
				before = found.Nodes
			}
			return nil
		})
}

func matchCommand(std cli.Streams) *cli.Command {
	var nodes int
	var series cli.Series
	var json bool
	flags := flag.NewFlagSet("losalamos match", flag.ContinueOnError)
	series.Flags(flags, 100, 1_000_000)
	cli.Number(flags, &nodes, "nodes", 5000, 1, cli.Many, "`number` of positions that each player may search for a move")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Show what each technique adds to the strength of play.",
		"Each line is a match between a player with one technique more and the player of the line before. All deepen until\n"+
			"they have searched the same number of positions. Games begin with four random moves, each opening played with\n"+
			"either side. The results are the same in every run, and for any number of workers.",
		func(ctx context.Context) error {
			if err := series.Check(); err != nil {
				return err
			}
			ladder := losalamos.Ladder()
			opening := arena.RandomOpening(4, func() (chess.Judged, error) { return chess.Judged{Game: losalamos.New().Game}, nil })
			progress := cli.NewProgress((len(ladder)-1)*series.Games, "games")
			defer progress.Close()
			for i, rung := range ladder[1:] {
				result, err := arena.Match(ctx, opening, player(rung, nodes), player(ladder[i], nodes), series.Options(progress, i*series.Games))
				if err := cmp.Or(err, result.Status.Err()); err != nil {
					return err
				}
				low, high := result.Interval(0.95)
				found := matched{rung.Name, result.Wins, result.Draws, result.Losses, result.Rate(), low, high}
				if err := cli.Write(std.Out, json, found, "%-24s %v\n", rung.Name, result.Score); err != nil {
					return err
				}
			}
			return nil
		})
}

type matched struct {
	With   string  `json:"with"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Rate   float64 `json:"rate"`
	Low    float64 `json:"low"` // of the 95 % interval of the rate
	High   float64 `json:"high"`
}

// player makes players that search by a rung of the ladder.
func player(rung losalamos.Rung, nodes int) func() arena.Player[chess.Judged, chess.Move] {
	return func() arena.Player[chess.Judged, chess.Move] {
		rung := rung // players of different games run at the same time
		table := transposition.NewTable(1 << 18)
		rung.Options.Direct, rung.Options.Win = false, ply.MaxValue
		return func(ctx context.Context, position chess.Judged, _ *rand.Rand) (chess.Move, error) {
			table.Reset() // for results that do not depend on earlier games
			within, stop := context.WithCancel(ctx)
			defer stop()
			rung.Options.Progress = func(r alphabeta.Result[chess.Move]) {
				if n := len(r.Depths); n > 0 && r.Depths[n-1].Distance > 0 && r.Depths[n-1].Distance <= r.Depths[n-1].Depth {
					stop() // no deeper search finds a shorter mate
				}
			}
			r, err := rung.Search(within, losalamos.Game{Game: position.Game}, ply.Limits{Nodes: nodes}, mostDepth, table)
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return 0, err
			}
			return r.Line[0], nil
		}
	}
}
