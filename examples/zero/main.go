// Command zero lets networks learn games by playing against themselves.
package main

import (
	"cmp"
	"context"
	"flag"
	"time"

	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("zero", "Networks that learn games by playing against themselves.",
		"A folder has all that a run of train needs to go on, and what it has learned: games, networks and a log. train may\n"+
			"be interrupted at any time, and goes on when it is called again with the same game, folder and seed.",
		append([]*cli.Command{trainCommand(std), judgeCommand(std), matchCommand(std), plotCommand(std)}, queue.Commands(std, "zero", selfPlay)...)...)
}

// runFlags are the flags that name a run.
type runFlags struct{ game, dir string }

func (r *runFlags) flags(flags *flag.FlagSet, names []string) {
	cli.Choice(flags, &r.game, "game", names[0], names, "`game`")
	flags.StringVar(&r.dir, "dir", "", "`folder` of the run")
}

func (r *runFlags) check() error {
	if r.dir == "" {
		return cli.Usagef("-dir: want the folder of a run")
	}
	return nil
}

type training struct {
	runFlags
	time        time.Duration
	generations int
	games       int
	simulations int
	rate        float64
	workers     int
	together    int
	gate        int
	seed        uint64
	queue       string
	part        int
}

func trainCommand(std cli.Streams) *cli.Command {
	var t training
	flags := flag.NewFlagSet("zero train", flag.ContinueOnError)
	t.flags(flags, gameNames())
	cli.Number(flags, &t.time, "time", 0, 0, cli.LongTime, "`time` to learn for (0: until interrupted)")
	cli.Number(flags, &t.generations, "generations", 0, 0, 1<<20, "`number` of generations of the run (0: no limit)")
	cli.Number(flags, &t.games, "games", 0, 0, 1<<20, "`number` of games of a generation (0: as is usual for the game)")
	cli.Number(flags, &t.simulations, "sims", 0, 0, 1<<20, "`simulations` for a move (0: as is usual for the game)")
	cli.Number(flags, &t.rate, "rate", 0, 0, 1, "`size` of the steps of the first generations, from which it falls (0: 0.001)")
	cli.Number(flags, &t.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of goroutines that evaluate (0: as many as processors)")
	cli.Number(flags, &t.together, "together", 64, 1, 1024, "`number` of games that each plays at the same time, and so of positions in a batch")
	cli.Number(flags, &t.gate, "gate", 40, 0, 1<<20, "even `number` of games of the match that decides whether a new network plays (0: no match)")
	cli.Seed(flags, &t.seed, "all that is random")
	flags.StringVar(&t.queue, "queue", "", "play games together with processes that run zero work, through this `database`: a file for SQLite, or a URL of PostgreSQL")
	cli.Number(flags, &t.part, "part", 64, 1, 1024, "with -queue: `number` of games of a task")
	return cli.Subcommand(flags, "-game GAME -dir FOLDER [flags]", "Learn by self-play, or go on learning.",
		"Each generation plays games, learns from those of the latest generations, and has a line in log.csv. The same seed and\n"+
			"number of workers give the same games and networks.",
		func(ctx context.Context) error {
			if err := cmp.Or(t.check(), cli.Even("gate", t.gate)); err != nil {
				return err
			}
			return games[t.game].train(ctx, std, &t)
		})
}
