package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
)

// training holds the flags of train.
type training struct {
	output, state string
	weights       string
	games, hidden int
	batch         int
	workers       int
	lambda, rate  float64
	lookahead     bool
	seed          uint64
	json          bool
}

func trainCommand(std cli.Streams) *cli.Command {
	var t training
	flags := flag.NewFlagSet("backgammon train", flag.ContinueOnError)
	flags.StringVar(&t.output, "o", "weights.json", "write the weights to this `file`")
	flags.StringVar(&t.state, "state", "", "keep the state of the training in this `file`, and continue from it")
	flags.StringVar(&t.weights, "weights", "", "start with the weights in this `file` instead of random ones; if -hidden is more than they have, units are added")
	cli.Number(flags, &t.games, "games", 1_000_000, 1, 1_000_000_000, "`number` of games")
	cli.Number(flags, &t.hidden, "hidden", 80, 1, 4096, "`number` of hidden units")
	cli.Number(flags, &t.batch, "batch", 8, 1, 1024, "`number` of games after which the weights are changed")
	cli.Number(flags, &t.workers, "workers", 1, 1, 1024, "`number` of games at a time")
	flags.Float64Var(&t.lambda, "lambda", 0.7, "weight of later positions in the targets, from 0 to 1 (TD(λ))")
	flags.BoolVar(&t.lookahead, "lookahead", false, "learn from all throws after the best plays instead of from the throws of the games; -lambda is then ignored")
	flags.Float64Var(&t.rate, "rate", 0.002, "greatest change of a weight after a batch, at the beginning")
	cli.Seed(flags, &t.seed, "all that is random")
	flags.BoolVar(&t.json, "json", false, "write a JSON object for each hundredth of the games")
	return cli.Subcommand(flags, "[flags]", "Train a network by temporal differences on games against itself.",
		"The network reads the features of package backgammon and has one hidden layer. It estimates the probabilities of\n"+
			"winning and losing one, two and three points. The player network plays with the weights (its setting weights=FILE).",
		func(ctx context.Context) error { return t.run(ctx, std) })
}

func (t *training) run(ctx context.Context, std cli.Streams) error {
	m, err := backgammon.NewModel(t.hidden, rand.NewPCG(t.seed, 1))
	if err == nil && t.weights != "" {
		m, err = learn.Load(t.weights, backgammon.ModelGame)
		if err == nil {
			m, err = widened(m, t.hidden, rand.NewPCG(t.seed, 1))
		}
	}
	if err != nil {
		return err
	}
	progress := cli.NewProgress(100, "training")
	defer progress.Close()
	var failed error
	opt := learn.OnlineOptions{
		Games: t.games, Lambda: t.lambda, Optimizer: learn.Adam{Rate: t.rate}, Batch: t.batch, Random: rand.NewPCG(t.seed, 2), Workers: t.workers,
		Progress: func(e learn.Epoch) {
			progress.Set(e.Number)
			progress.Title(fmt.Sprintf("training, loss %.4f", e.Loss))
			if t.json {
				failed = cmp.Or(failed, cli.WriteJSON(std.Out, e))
			}
		},
	}
	if t.lookahead {
		opt.Lambda, opt.Lookahead = 0, &learn.Lookahead{Margin: 0.1, Differences: 20}
	}
	if t.state != "" {
		opt.Checkpoint = &checkpoint.File{Name: t.state}
	}
	newGame := func() (*backgammon.Game, error) { return backgammon.New(), nil }
	r, err := learn.TrainOnline(ctx, newGame, m, opt)
	progress.Close()
	if err := cmp.Or(err, failed); err != nil {
		return err
	}
	for i, w := range r.Model.Weights { // five decimals suffice, and make a small file
		r.Model.Weights[i] = math.Round(w*1e5) / 1e5
	}
	if err := r.Model.Save(t.output); err != nil {
		return err
	}
	if t.json {
		return nil
	}
	_, err = fmt.Fprintf(std.Out, "%d games, %.0f games/s, weights in %s\n", r.Games, float64(r.Games)/r.Elapsed.Seconds(), t.output)
	return err
}

// widened returns a model with the weights of m and, if it has fewer hidden units than hidden, more units with random
// weights.
func widened(m *learn.Model, hidden int, source rand.Source) (*learn.Model, error) {
	if len(m.Hidden) != 1 || m.Hidden[0] >= hidden {
		return m, nil
	}
	wide, err := backgammon.NewModel(hidden, source)
	if err != nil {
		return nil, err
	}
	units, row := m.Hidden[0], m.Inputs+1 // a row holds the weights of a unit and its bias
	copy(wide.Weights, m.Weights[:units*row])
	from, to := m.Weights[units*row:], wide.Weights[hidden*row:]
	for range m.Outcomes {
		copy(to, from[:units])
		to[hidden] = from[units]
		from, to = from[units+1:], to[hidden+1:]
	}
	return wide, nil
}
