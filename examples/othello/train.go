package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/othello/othello"
)

// train is what the flags of train ask for.
type train struct {
	file            string
	games, fitGames int
	generations     int
	seed            uint64
	opt             othello.TrainingOptions
	json            bool
}

func trainCommand() *ffcli.Command {
	var t train
	flags := flag.NewFlagSet("othello train", flag.ContinueOnError)
	flags.StringVar(&t.file, "o", "", "`file` of the training: what it holds is trained further, if it exists")
	flags.IntVar(&t.games, "games", 2000, "learn patterns from so many `games` of self-play")
	flags.IntVar(&t.fitGames, "fit-games", 2000, "then fit the weights of all parts to the results of so many `games`")
	flags.IntVar(&t.generations, "generations", 10, "then let so many `generations` of weights live")
	flags.IntVar(&t.opt.Population, "population", 16, "`number` of individuals in the first generation")
	flags.IntVar(&t.opt.Games, "fitness-games", 10, "`number` of games that each plays in a generation")
	flags.IntVar(&t.opt.Depth, "depth", 3, "look so many `moves` ahead")
	flags.IntVar(&t.opt.Exact, "exact", 12, "number of empty `squares` from which on games are played exactly")
	flags.Uint64Var(&t.seed, "seed", 1, "`seed` of a new training")
	flags.BoolVar(&t.json, "json", false, "write a JSON object a line for each step")
	return &ffcli.Command{
		Name:       "train",
		ShortUsage: "othello train -o FILE [flags]",
		ShortHelp:  "Learn an evaluation from self-play, and its weights by a genetic algorithm.",
		LongHelp: "The file is written anew after every hundred games and every generation; interrupted, the training goes\n" +
			"on from there when the command is given again.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return t.run(ctx, os.Stdout) },
	}
}

// trained is what train says after each step.
type trained struct {
	Learnt     int     `json:"learnt"`
	Generation int     `json:"generation"`
	Champions  int     `json:"champions"`
	Best       float64 `json:"best"` // rate of the best individual of the generation
	Seconds    float64 `json:"seconds"`
}

const gamesAtATime = 100

func (t *train) run(ctx context.Context, out io.Writer) error {
	switch {
	case t.file == "":
		return cli.Usagef("-o: want a file")
	case t.games < 0 || t.fitGames < 0 || t.generations < 0:
		return cli.Usagef("-games %d -fit-games %d -generations %d: want numbers from 0 on", t.games, t.fitGames, t.generations)
	}
	training, err := loadTraining(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		training, err = othello.NewTraining(rand.NewPCG(t.seed, 0)), nil
	}
	if err != nil {
		return err
	}
	start := time.Now()
	save := func(best float64) error {
		if err := cli.Replace(t.file, func(w io.Writer) error { return othello.WriteTraining(w, training) }); err != nil {
			return err
		}
		step := trained{training.Learnt, training.Generation, training.Champions, best, time.Since(start).Seconds()}
		if t.json {
			return cli.WriteJSON(out, step)
		}
		_, err := fmt.Fprintf(out, "%d games learnt, generation %d, best %.0f %%, %d champions, %.0f s\n",
			step.Learnt, step.Generation, 100*step.Best, step.Champions, step.Seconds)
		return err
	}
	progress := cli.NewProgress(t.games, "games learnt")
	for done := 0; done < t.games; done += gamesAtATime {
		err := training.Learn(ctx, min(gamesAtATime, t.games-done), t.opt, func(n int) { progress.Set(done + n) })
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if err := save(0); err != nil {
			return err
		}
	}
	progress.Close()
	if t.games > 0 && t.fitGames > 0 {
		progress = cli.NewProgress(t.fitGames, "games to fit the weights to")
		err := training.Fit(ctx, t.fitGames, t.opt, progress.Set)
		progress.Close()
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err := save(0); err != nil {
			return err
		}
	}
	progress = cli.NewProgress(t.generations, "generations")
	defer progress.Close()
	for i := range t.generations {
		best, err := training.Evolve(ctx, t.opt)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		progress.Set(i + 1)
		if err := save(best); err != nil {
			return err
		}
	}
	return nil
}

// loadTraining reads the file of a training.
func loadTraining(name string) (*othello.Training, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	training, err := othello.ReadTraining(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return training, nil
}
