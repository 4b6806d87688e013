package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

type train struct {
	file, records              string
	rounds, games, generations int
	seed                       uint64
	opt                        othello.TrainingOptions
	json                       bool
}

// mostLearnt is the most games of a round of training, which are in memory at the same time.
const mostLearnt = 1_000_000

func trainCommand(std cli.Streams) *cli.Command {
	var t train
	flags := flag.NewFlagSet("othello train", flag.ContinueOnError)
	flags.StringVar(&t.file, "o", "", "`file` of the training: what it holds is trained further, if it exists")
	flags.StringVar(&t.records, "records", "", "learn first from the games of this `file`, or - for standard input: a line each, of moves or in the GGF")
	cli.Number(flags, &t.rounds, "rounds", 5, 0, 1_000_000, "then learn in this number of `rounds` of self-play")
	cli.Number(flags, &t.games, "games", 20000, 10, mostLearnt, "`number` of games in a round")
	cli.Number(flags, &t.generations, "generations", 20, 0, 1_000_000, "then let this number of `generations` of weights live")
	cli.Number(flags, &t.opt.Population, "population", 16, 4, 10_000, "even `number` of individuals in the first generation")
	cli.Number(flags, &t.opt.Games, "fitness-games", 40, 2, mostLearnt, "even `number` of games that each plays in a generation")
	cli.Number(flags, &t.opt.Depth, "depth", 3, 1, 60, "`moves` to look ahead")
	cli.Number(flags, &t.opt.Exact, "exact", 12, 1, 20, "number of empty `squares` from which on games are played without a mistake")
	cli.Number(flags, &t.opt.Workers, "workers", 0, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors); the training is the same whatever it is")
	cli.Seed(flags, &t.seed, "a new training")
	flags.BoolVar(&t.json, "json", false, "write a JSON object a line for each step")
	return cli.Subcommand(flags, "-o FILE [flags]", "Learn an evaluation from games, and its weights by a genetic algorithm.",
		`The file is written anew after every round and every generation; interrupted, the training goes on from
there when the command is given again.`, func(ctx context.Context) error { return t.run(ctx, std) })
}

type trained struct {
	Learnt     int     `json:"learnt"`
	Generation int     `json:"generation"`
	Champions  int     `json:"champions"`
	Best       float64 `json:"best"` // rate of the best individual of the generation
	Seconds    float64 `json:"seconds"`
}

func (t *train) run(ctx context.Context, std cli.Streams) error {
	if t.file == "" {
		return cli.Usagef("-o: want a file")
	}
	err := errors.Join(cli.Even("population", t.opt.Population), cli.Even("fitness-games", t.opt.Games), cli.CheckState(t.file))
	if err != nil {
		return err
	}
	t.opt.Workers = cli.Workers(t.opt.Workers)
	training, err := loadTraining(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		training, err = othello.NewTraining(rand.NewPCG(t.seed, 0)), nil
	}
	if err != nil {
		return err
	}
	start := time.Now()
	// steps does n steps of a size until ctx ends, and writes the training after each.
	steps := func(n, size int, what string, step func(set func(int)) (best float64, err error)) error {
		progress := cli.NewProgress(n*size, what)
		defer progress.Close()
		for i := range n {
			best, err := step(func(done int) { progress.Set(i*size + done) })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = atomicfile.Write(t.file, func(w io.Writer) error { return othello.WriteTraining(w, training) })
			}
			if err != nil {
				return err
			}
			progress.Set((i + 1) * size)
			s := trained{training.Learnt, training.Generation, training.Champions, best, time.Since(start).Seconds()}
			if err := cli.Write(std.Out, t.json, s, "%d games learnt, generation %d, best %.0f %%, %d champions, %.0f s\n",
				s.Learnt, s.Generation, 100*s.Best, s.Champions, s.Seconds); err != nil {
				return err
			}
		}
		return nil
	}
	if t.records != "" {
		err := steps(1, 1, "files", func(func(int)) (float64, error) {
			records, err := cli.Read(t.records, std.In, othello.ReadRecords)
			if err != nil {
				return 0, err
			}
			if err := training.LearnFrom(records); err != nil {
				return 0, fmt.Errorf("%s: %w", cli.Name(t.records), err)
			}
			return 0, nil
		})
		if err != nil {
			return err
		}
	}
	err = steps(t.rounds, t.games, "games learnt", func(set func(int)) (float64, error) { return 0, training.Learn(ctx, t.games, t.opt, set) })
	if err != nil {
		return err
	}
	return steps(t.generations, 1, "generations", func(func(int)) (float64, error) { return training.Evolve(ctx, t.opt) })
}

func loadTraining(name string) (*othello.Training, error) {
	return cli.ReadFile(name, othello.ReadTraining)
}

// evaluating returns a command with the flag -eval. run gets the evaluation that the flag names.
func evaluating(flags *flag.FlagSet, short, long string, run func(context.Context, *othello.Evaluation) error) *cli.Command {
	name := flags.String("eval", "", "`file` of a training to evaluate by, or none for mobility and corners (default: the one that comes with the program)")
	return cli.Subcommand(flags, "[flags]", short, long, func(ctx context.Context) error {
		evaluation, err := loadEvaluation(*name)
		if err != nil {
			return err
		}
		return run(ctx, evaluation)
	})
}

// loadEvaluation returns the evaluation that a flag names; nil is mobility and corners.
func loadEvaluation(name string) (*othello.Evaluation, error) {
	switch name {
	case "":
		return othello.Trained(), nil
	case "none":
		return nil, nil
	}
	training, err := loadTraining(name)
	if err != nil {
		return nil, err
	}
	return training.Evaluation, nil
}
