package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
)

// A tuneFlags holds the flags of tune.
type tuneFlags struct {
	cli.Tuning
	size   int
	player string
}

func tuneCommand(std cli.Streams) *cli.Command {
	var f tuneFlags
	flags := flag.NewFlagSet("havannah tune", flag.ContinueOnError)
	sizeFlag(flags, &f.size, 6)
	flags.StringVar(&f.player, "player", "uct,sims=1000", "`player` whose constants are tuned, those that it has: of exploration, RAVE, ...; see match")
	f.Flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better constants of a player.",
		cli.TuningHelp,
		func(ctx context.Context) error { return f.run(ctx, std.Out) })
}

func (f *tuneFlags) run(ctx context.Context, out io.Writer) error {
	p, err := parsePlayer(f.player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if p.Options.RAVE.Weight == byBoard {
		_, p.Options.RAVE.Weight = havannah.Strong(f.size)
	}
	opening := func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(f.size) }
	with := func(values []float64) (func() arena.Player[*havannah.Game, havannah.Cell], error) {
		changed := p
		changed.Options = p.Options.With(values)
		return changed.player, nil
	}
	_, err = cli.Tune(ctx, out, &f.Tuning, opening, p.Options.Parameters(), with, arena.TuneOptions{})
	return err
}
