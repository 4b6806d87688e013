package main

import (
	"context"
	"flag"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	plyengine "github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
)

// weightNames are what the weights of the evaluation by hand are called.
var weightNames = [loa.SideFeatures]string{"men", "spread", "distance", "groups", "connections", "blocked"}

func tuneCommand(std cli.Streams) *cli.Command {
	var tuning cli.Tuning
	var rules rulesFlags
	var text, model string
	flags := flag.NewFlagSet("loa tune", flag.ContinueOnError)
	flags.StringVar(&text, "player", "hand,nodes=2000", "`player` of the kind hand whose weights are tuned; see match")
	flags.StringVar(&model, "model", "", "`file` for the weights, for a player trained,model=FILE")
	tuning.Flags(flags)
	rules.flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better weights of the evaluation by hand.", cli.TuningHelp, func(ctx context.Context) error {
		p, err := parsePlayer(text)
		if err == nil && p.kind != "hand" {
			err = cli.Usagef("want one of the kind hand")
		}
		if err != nil {
			return cli.Usagef("-player: %w", err)
		}
		var parameters []plyengine.Parameter // which may double or change their sign
		for i, w := range loa.HandWeights() {
			reach := 2 * math.Abs(w)
			parameters = append(parameters, plyengine.Parameter{Name: weightNames[i], Initial: w, Least: w - reach, Most: w + reach})
		}
		with := func(values []float64) (func() arena.Player[*loa.Game, loa.Move], error) {
			changed := p
			changed.search.Evaluator = learn.ForAlphaBeta[loa.Move](loa.Weighted([loa.SideFeatures]float64(values)), ply.MaxValue)
			return changed.seat(), nil
		}
		opening := arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(rules.Rules) })
		r, err := cli.Tune(ctx, std.Out, &tuning, opening, parameters, with, arena.TuneOptions{Repetitions: true, MaxMoves: mostMoves})
		if err != nil || model == "" {
			return err
		}
		return loa.Weighted([loa.SideFeatures]float64(r.Values)).Save(model)
	})
}
