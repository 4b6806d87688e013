// Command zero lets networks learn games by playing against themselves.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("zero", "Networks that learn games by playing against themselves.",
		"A folder has all that a run of train needs to go on, and what it has learned: games, networks and a log. train may\n"+
			"be interrupted at any time, and goes on when it is called again with the same game, folder and seed.",
		append([]*cli.Command{trainCommand(std), judgeCommand(std), matchCommand(std), plotCommand(std)}, queue.Commands(std, "zero", selfPlay)...)...)
}

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
	time                                                           time.Duration
	generations, games, simulations, workers, together, gate, part int
	rate                                                           float64
	seed                                                           uint64
	queue                                                          string
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

const matchHelp = "Games come in pairs, from openings of random moves; each player begins once.\n\n" + sampling.Help + `
Kinds that evaluate positions instead of playouts, by PUCT:
  network    the network of the folder (gen=N: that of generation N)
  linear     the linear model of connectfour learn; in Connect Four alone
What they take, besides sims and time:
  c=C        how much to explore (1.25)
  batch=N    evaluate up to N positions in one call (1)
  bounds     do not evaluate positions whose value the game knows, or knows a move later
  cache=N    keep N evaluations, for positions that come again in the game or in the match (0; network alone)
  average    evaluate the mirror image, too (network alone)
Besides, in Connect Four:
  perfect    the solver, which takes seconds for the first moves: the soonest win, or the latest loss`

type matching struct {
	runFlags
	sampling.Match
}

func matchCommand(std cli.Streams) *cli.Command {
	var m matching
	flags := flag.NewFlagSet("zero match", flag.ContinueOnError)
	m.runFlags.flags(flags, gameNames())
	m.Match.Flags(flags)
	return cli.Subcommand(flags, "-game GAME -dir FOLDER -a PLAYER -b PLAYER [flags]", "Play a match between a network and another player.",
		matchHelp,
		func(ctx context.Context) error {
			if err := m.check(); err != nil {
				return err
			}
			return games[m.game].match(ctx, std.Out, &m)
		})
}

func (s *subject[G, M]) player(dir, text string) (func() arena.Player[G, M], error) {
	spec := cli.ParseSpec(text)
	switch spec.Kind {
	case "network", "linear":
	case "perfect":
		player, ok := any(perfectPlayer).(func() arena.Player[G, M])
		if !ok {
			spec.Fail(errors.New("there is no solver of this game"))
		}
		return player, spec.Finish()
	default:
		return s.sampler(spec)
	}
	limits := ply.Limits{Nodes: spec.Whole("sims", 0, sampling.MostSimulations), Time: spec.Duration("time")}
	if limits == (ply.Limits{}) {
		limits.Nodes = 200
	}
	opt := puct.Options[M]{
		Selection: puct.PUCT{C: spec.Number("c", 0, sampling.MostWeight)},
		Batch:     spec.Whole("batch", 0, 1<<16),
		Bounds:    spec.Flag("bounds"),
	}
	if spec.Kind == "linear" {
		if err := spec.Finish(); err != nil {
			return nil, err
		}
		return s.linear(opt, limits)
	}
	generation := spec.Whole("gen", 0, 1<<30)
	evaluator := neural.EvaluatorOptions{Average: spec.Flag("average"), CacheEntries: spec.Whole("cache", 0, 1<<24)}
	if err := spec.Finish(); err != nil {
		return nil, err
	}
	if generation > 0 {
		dir = networkFile(dir, generation)
	}
	n, err := neural.Load(dir, s.description)
	if err != nil {
		return nil, err
	}
	return neural.NewPlayer(n, s.description, limits, evaluator, opt), nil
}

func networkFile(dir string, generation int) string {
	return filepath.Join(dir, fmt.Sprintf("network-%06d", generation))
}

func (s *subject[G, M]) sampler(spec *cli.Spec) (func() arena.Player[G, M], error) {
	p := sampling.Read[M](spec, 50)
	if err := spec.Finish(); err != nil {
		return nil, err
	}
	err := p.Check(func() error {
		g, err := s.description.New()
		if err == nil {
			_, err = mcts.New(g, p.Options)
		}
		return err
	})
	if err := spec.Wrap(err); err != nil {
		return nil, err
	}
	return func() arena.Player[G, M] {
		return func(ctx context.Context, g G, random *rand.Rand) (M, error) {
			return p.Choose(g, random, func(opt mcts.Options[M]) (mcts.Result[M], error) { return mcts.Search(ctx, g, p.Limits, opt) })
		}
	}, nil
}

func (s *subject[G, M]) linear(opt puct.Options[M], limits ply.Limits) (func() arena.Player[G, M], error) {
	model, err := connectfour.Learned()
	if err != nil {
		return nil, err
	}
	evaluate, ok := any(puct.Evaluator[*connectfour.Game, connectfour.Drop](model.Evaluate)).(puct.Evaluator[G, M])
	if !ok {
		return nil, fmt.Errorf("linear: there is no linear model of this game")
	}
	return cli.Searching(func(ctx context.Context, g G, random *rand.Rand) (M, error) {
		opt := opt
		opt.Random = random
		r, err := puct.Search(ctx, g, evaluate, limits, opt)
		return r.Move, err
	}), nil
}

func perfectPlayer() arena.Player[*connectfour.Game, connectfour.Drop] {
	table := transposition.NewTable(64 << 20)
	return func(ctx context.Context, g *connectfour.Game, _ *rand.Rand) (none connectfour.Drop, err error) {
		r, err := alphabeta.Search(ctx, g, ply.Limits{}, connectfour.SearchOptions(g, table))
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return none, err
		}
		return r.Line[0], nil
	}
}

func (s *subject[G, M]) match(ctx context.Context, out io.Writer, m *matching) error {
	read := func(text string) (func() arena.Player[G, M], error) { return s.player(m.dir, text) }
	a, b, err := sampling.Players(&m.Match, read)
	if err != nil {
		return err
	}
	opt := arena.Options{MaxMoves: s.options.SelfPlay.MaxMoves, Repetitions: s.options.SelfPlay.Repetitions}
	r, err := cli.Match(ctx, &m.Series, arena.RandomOpening(s.opening, s.description.New), a, b, opt)
	if err != nil {
		return err
	}
	if m.JSON {
		return cli.WriteJSON(out, cli.NewMatched(m.A, m.B, &r))
	}
	return cli.WriteMatch(out, m.A+" against "+m.B, &r)
}
