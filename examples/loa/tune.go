package main

import (
	"context"
	"flag"
	"io"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	plyengine "github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
)

// tuning holds the flags of tune.
type tuning struct {
	cli.Tuning
	rules         rulesFlags
	player, model string
}

func tuneCommand(std cli.Streams) *cli.Command {
	var t tuning
	flags := flag.NewFlagSet("loa tune", flag.ContinueOnError)
	flags.StringVar(&t.player, "player", "hand,nodes=2000", "`player` of the kind hand whose weights are tuned; see match")
	flags.StringVar(&t.model, "model", "", "`file` for the weights, for a player trained,model=FILE")
	t.Flags(flags)
	t.rules.flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better weights of the evaluation by hand.",
		cli.TuningHelp,
		func(ctx context.Context) error { return t.run(ctx, std.Out) })
}

// weightNames are what the weights of the evaluation by hand are called.
var weightNames = [loa.SideFeatures]string{"men", "spread", "distance", "groups", "connections", "blocked"}

// weightParameters are the weights of the evaluation by hand, which may double or change their sign.
func weightParameters() (parameters []plyengine.Parameter) {
	for i, w := range loa.HandWeights() {
		reach := 2 * math.Abs(w)
		parameters = append(parameters, plyengine.Parameter{Name: weightNames[i], Initial: w, Least: w - reach, Most: w + reach})
	}
	return parameters
}

func (t *tuning) run(ctx context.Context, out io.Writer) error {
	p, err := parsePlayer(t.player)
	if err == nil && p.kind != "hand" {
		err = cli.Usagef("want one of the kind hand")
	}
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	with := func(values []float64) (func() arena.Player[*loa.Game, loa.Move], error) {
		changed := p
		changed.search.Evaluator = learn.ForAlphaBeta[loa.Move](loa.Weighted([loa.SideFeatures]float64(values)), ply.MaxValue)
		return changed.seat(), nil
	}
	opening := arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(t.rules.Rules) })
	r, err := cli.Tune(ctx, out, &t.Tuning, opening, weightParameters(), with, arena.TuneOptions{Repetitions: true, MaxMoves: mostMoves})
	if err != nil || t.model == "" {
		return err
	}
	return loa.Weighted([loa.SideFeatures]float64(r.Values)).Save(t.model)
}
