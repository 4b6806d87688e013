package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/neural"
)

// selfPlay holds the flags of zero.
type selfPlay struct {
	folder                          string
	time                            time.Duration
	generations, games, sims, units int
	seed                            uint64
}

func zeroCommand(std cli.Streams) *cli.Command {
	var z selfPlay
	flags := flag.NewFlagSet("backgammon zero", flag.ContinueOnError)
	flags.StringVar(&z.folder, "dir", "", "`folder` of the networks and games; a training that was interrupted continues there")
	cli.Number(flags, &z.time, "time", 0, 0, cli.LongTime, "`time` to train (0: until all generations are complete)")
	cli.Number(flags, &z.generations, "generations", 500, 1, 1<<20, "`number` of generations")
	cli.Number(flags, &z.games, "games", 200, 1, 1<<20, "`number` of games in a generation")
	cli.Number(flags, &z.sims, "sims", 16, 1, 1<<20, "`number` of simulations for a play")
	cli.Number(flags, &z.units, "hidden", 128, 1, 4096, "`number` of hidden units")
	cli.Seed(flags, &z.seed, "all that is random")
	return cli.Subcommand(flags, "-dir FOLDER [flags]", "Train a network with a policy by self-play with a tree search.",
		"Generations of games and training are repeated as in AlphaZero. The network reads the features of package backgammon\n"+
			"and the throw. After generation 7, it is in the file network-000007 of the folder. The player neural plays with it.",
		func(ctx context.Context) error { return z.run(ctx, std) })
}

func (z *selfPlay) run(ctx context.Context, std cli.Streams) error {
	if z.folder == "" {
		return cli.Usagef("-dir: want a folder")
	}
	if z.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, z.time)
		defer cancel()
	}
	progress := cli.NewProgress(0, "")
	defer progress.Close()
	_, err := neural.Train(ctx, z.folder, backgammon.Description(), neural.Options[backgammon.Move]{
		Architecture: neural.Dense{Hidden: []int{z.units}}, Generations: z.generations, Games: z.games, Random: rand.NewPCG(z.seed, 0),
		SelfPlay: neural.SelfPlay{Simulations: z.sims},
		Training: neural.Training{Batch: 128, Epochs: 1, Rate: 0.002, ValueWeight: 10}, // most values are thirds, so their errors are small
		Progress: func(g neural.Generation, phase string, done, total int) {
			progress.Title(fmt.Sprintf("generation %d, %s %d of %d; %d games, loss %.3f + %.3f", g.Number, phase, done, total, g.Games, g.PolicyLoss, g.ValueLoss))
		},
	})
	progress.Close()
	if err != nil {
		return err
	}
	log, err := neural.ReadLog(z.folder)
	if err != nil || len(log) == 0 {
		return err
	}
	last := log[len(log)-1]
	_, err = fmt.Fprintf(std.Out, "generation %d: %d games, loss of the policy %.3f, of the value %.3f\n", last.Number, last.Games, last.PolicyLoss, last.ValueLoss)
	return err
}

// policied reads the settings of a player by PUCT with a network that was trained by zero.
func policied(s *settings) newSearcher {
	file := s.Word("network", "")
	if file == "" {
		s.Fail(errors.New("want network=FILE, a network written by zero"))
		return nil
	}
	description := backgammon.Description()
	n, err := neural.Load(file, description)
	if err != nil {
		s.Fail(err)
		return nil
	}
	evaluate, err := neural.ForPUCT(n, description, neural.EvaluatorOptions{})
	if err != nil {
		s.Fail(err)
	}
	return growing(s, evaluate)
}
