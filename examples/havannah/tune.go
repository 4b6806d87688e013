package main

import (
	"context"
	"flag"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
)

func tuneCommand(std cli.Streams) *cli.Command {
	var tuning cli.Tuning
	var size int
	var text string
	flags := flag.NewFlagSet("havannah tune", flag.ContinueOnError)
	sizeFlag(flags, &size, 6)
	flags.StringVar(&text, "player", "uct,sims=1000", "`player` whose constants are tuned, those that it has: of exploration, RAVE, ...; see match")
	tuning.Flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better constants of a player.", cli.TuningHelp, func(ctx context.Context) error {
		p, err := parsePlayer(text)
		if err != nil {
			return cli.Usagef("-player: %w", err)
		}
		if p.Options.RAVE.Weight == byBoard {
			_, p.Options.RAVE.Weight = havannah.Strong(size)
		}
		opening := func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(size) }
		_, err = cli.Tune(ctx, std.Out, &tuning, opening, p.Options.Parameters(), func(values []float64) (func() arena.Player[*havannah.Game, havannah.Cell], error) {
			changed := p
			changed.Options = p.Options.With(values)
			return changed.player, nil
		}, arena.TuneOptions{})
		return err
	})
}
