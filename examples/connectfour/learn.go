package main

import (
	"context"
	"flag"
	"math"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
)

func learnCommand(std cli.Streams) *cli.Command {
	var opt connectfour.LearnOptions
	flags := flag.NewFlagSet("connectfour learn", flag.ContinueOnError)
	cli.Number(flags, &opt.Rounds, "rounds", 8, 1, 1_000_000, "`number` of rounds of games")
	cli.Number(flags, &opt.Games, "games", 1000, 1, 100_000, "`number` of games in a round, which are in memory together")
	cli.Number(flags, &opt.Simulations, "sims", 64, 1, 1_000_000, "`simulations` for a move")
	cli.Number(flags, &opt.Seed, "seed", 0, 0, math.MaxUint64, "`seed` of all that is random")
	return cli.Subcommand(flags, "[flags]", "Learn a model from games against itself, and write it as JSON.",
		"The model is linear in a few features of the board. In each round it plays games by Gumbel search and learns\n"+
			"the policies that the search has improved, and the results.", func(ctx context.Context) error {
			bar := cli.NewProgress(opt.Rounds, "rounds")
			defer bar.Close()
			opt.Progress = func(round int, _ *connectfour.Model, _ float64) { bar.Set(round + 1) }
			m, err := connectfour.Learn(ctx, opt)
			if err != nil {
				return err
			}
			bar.Close()
			return cli.WriteJSON(std.Out, m)
		})
}
