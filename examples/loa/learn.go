package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
)

type learning struct {
	setMaker
	lesson            lesson
	output            string
	method, optimizer string
	lambda, rate      float64
	hidden            int
	json              bool
}

// The methods and optimizers by name.
var (
	methods    = []string{"td", "leaf", "results"}
	optimizers = map[string]func(rate float64) learn.Optimizer{
		"adam":             func(rate float64) learn.Optimizer { return learn.Adam{Rate: rate} },
		"rprop":            func(rate float64) learn.Optimizer { return learn.RPROP{First: rate} },
		"back-propagation": func(rate float64) learn.Optimizer { return learn.SGD{Rate: rate} },
	}
)

func learnCommand(std cli.Streams) *cli.Command {
	var l learning
	flags := flag.NewFlagSet("loa learn", flag.ContinueOnError)
	flags.StringVar(&l.output, "o", "", "`file` for the weights, which -a trained,model=FILE of match plays by")
	flags.StringVar(&l.file, "set", "", "`file` of games to learn from; games that it lacks are played and appended (otherwise all are played and not kept)")
	cli.Number(flags, &l.games, "games", setGames, 2, 1_000_000, "`number` of games to learn from")
	cli.Number(flags, &l.nodes, "nodes", setNodes, 2, cli.Many, "`number` of positions searched for a move of these games")
	flags.BoolVar(&l.alone, "alone", false, "games of the evaluation by hand against itself, instead of several players")
	cli.Choice(flags, &l.method, "method", "td", methods, "`method`: TD(λ), TD-leaf(λ), or regression on results")
	cli.Number(flags, &l.lambda, "lambda", 0.9, 0, 1, "`number` λ of TD")
	cli.Number(flags, &l.hidden, "hidden", 0, 0, 1024, "`number` of hidden units (0: a linear model)")
	cli.Choice(flags, &l.optimizer, "optimizer", "adam", slices.Sorted(maps.Keys(optimizers)), "`rule` by which weights change")
	cli.Number(flags, &l.rate, "rate", 0, 0, 1, "`size` of the steps of the optimizer, for rprop of the first (0: its default)")
	flags.BoolVar(&l.lesson.Squared, "squared", false, "minimize the square of the difference of values instead of the cross-entropy of expected points")
	cli.Number(flags, &l.lesson.Epochs, "readings", mostReadings, 1, 1_000_000, "`number` of times that the games are read, at most")
	cli.Number(flags, &l.lesson.Validation, "held-out", usualHeldOut, 0, 0.9, "`part` of the games held out, by which the best weights are chosen; 0: none")
	cli.Number(flags, &l.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of goroutines (0: as many as processors)")
	cli.Seed(flags, &l.seed, "all that is random")
	flags.BoolVar(&l.json, "json", false, "write a JSON object for each reading")
	return cli.Subcommand(flags, "-o FILE [flags]", "Play games, and learn weights of the features from them.",
		"Games are played by the evaluation by hand, by three stages of its making and, in the second half, by weights learned\n"+
			"from the first half. The features are those of H A.3.1; weights are learned by package learn. The same flags give the\n"+
			"same weights, for any number of workers.",
		func(ctx context.Context) error { return l.run(ctx, std) })
}

func (l *learning) run(ctx context.Context, std cli.Streams) error {
	if l.output == "" {
		return cli.Usagef("-o: want the name of a file for the weights")
	}
	if err := cli.CheckOutput(l.output); err != nil {
		return err
	}
	if l.file != "" {
		if err := cli.CheckState(l.file); err != nil {
			return err
		}
	}
	bar := cli.NewProgress(l.games, "games")
	defer bar.Close()
	l.workers, l.tell = cli.Workers(l.workers), bar.Set
	set, err := l.make(ctx)
	if err != nil {
		return err
	}
	set = part(set, min(l.games, len(set.Records)))
	bar.Title("readings")
	l.choose()
	r, err := train(ctx, &l.lesson, set, l.workers, func(r learn.Epoch) {
		bar.Set(r.Number * l.games / l.lesson.Epochs)
		if l.json {
			err = cli.WriteJSON(std.Out, r)
		}
	})
	if err != nil {
		return err
	}
	if err := r.Model.Save(l.output); err != nil {
		return err
	}
	bar.Close()
	if l.json {
		return nil
	}
	last := r.Epochs[len(r.Epochs)-1]
	fmt.Fprintf(std.Out, "%d games, %d positions, first weights tried %d, %d readings, the best %d; loss %.4f, on the games held out %.4f; change in the last reading %.2g\n",
		r.Games, r.Nodes, r.starts, last.Number, r.Best, last.Loss, last.Validation, last.Change)
	return l.describe(std, r.Model)
}

// choose completes the lesson by the flags.
func (l *learning) choose() {
	o := &l.lesson
	o.seed, o.Optimizer = l.seed, optimizers[l.optimizer](l.rate)
	if l.method != "results" {
		o.TD = td(l.lambda)
		if l.method == "leaf" {
			o.TD.Leaf = new(alphabeta.Options[loa.Move])
		}
	}
	if o.Validation > 0 {
		o.Patience = patience
	}
	if l.hidden > 0 {
		o.hidden = []int{l.hidden}
	}
}

func (l *learning) describe(std cli.Streams, m *learn.Model) error {
	if len(m.Hidden) > 0 {
		return nil
	}
	var b strings.Builder
	for i, name := range weightNames {
		fmt.Fprintf(&b, "%-12s", name)
		for _, at := range []int{i, i + loa.SideFeatures} {
			w := m.Weights[at]
			if m.Scale != nil {
				w *= m.Scale[at]
			}
			fmt.Fprintf(&b, " %8.4f", w)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(std.Out, b.String())
	return err
}

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
		var parameters []engine.Parameter // which may double or change their sign
		for i, w := range loa.HandWeights() {
			reach := 2 * math.Abs(w)
			parameters = append(parameters, engine.Parameter{Name: weightNames[i], Initial: w, Least: w - reach, Most: w + reach})
		}
		with := func(values []float64) (func() arena.Player[*loa.Game, loa.Move], error) {
			changed := p
			changed.search.Evaluator = learn.ForAlphaBeta[loa.Move](loa.Weighted([loa.SideFeatures]float64(values)), ply.MaxValue)
			return changed.seat(), nil
		}
		r, err := cli.Tune(ctx, std.Out, &tuning, openings(rules.Rules), parameters, with, arena.TuneOptions{Repetitions: true, MaxMoves: mostMoves})
		if err != nil || model == "" {
			return err
		}
		return loa.Weighted([loa.SideFeatures]float64(r.Values)).Save(model)
	})
}
