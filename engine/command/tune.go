package command

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

// tuning holds the flags of tune.
type tuning struct {
	cli.Tuning
	player  string
	opening int
}

func (k *kit[G, M]) tuneCommand() *ffcli.Command {
	var t tuning
	flags := k.flags("tune")
	flags.StringVar(&t.player, "player", k.tunable(), "`player` whose parameters are tuned, such as its constant of exploration")
	cli.Number(flags, &t.opening, "opening", k.Opening, 0, longestGame, "`number` of random moves that begin the games")
	t.Flags(flags)
	return k.command(flags, "Look for better parameters of a player.", cli.TuningHelp, true, func(ctx context.Context) error { return k.tune(ctx, t) })
}

// tunable returns the first kind with parameters, or the first kind.
func (k *kit[G, M]) tunable() string {
	for _, p := range k.Players {
		if p.Tune != nil {
			return p.Name
		}
	}
	return k.Players[0].Name
}

func (k *kit[G, M]) tune(ctx context.Context, t tuning) error {
	s, c, p, err := k.read(t.player, ply.Limits{Time: 100 * time.Millisecond})
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if p.Tune == nil {
		return cli.Usagef("-player: %s has no parameters to tune", p.Name)
	}
	parameters, with := p.Tune(s)
	if err := s.Finish(); err != nil {
		return cli.Usagef("-player: %w", err)
	}
	newPlayer := func(values []float64) (func() arena.Player[G, M], error) {
		changed := *c
		changed.newSearcher = with(values)
		return arena.EnginePlayer(func(g G, random *rand.Rand) (*engine.Player[M], error) { return changed.player(g, random) }), nil
	}
	_, err = cli.Tune(ctx, k.std.Out, &t.Tuning, k.openings(t.opening), parameters, newPlayer, tune.Options{MaxMoves: k.MaxMoves, Repetitions: repeats[G]()})
	return err
}
