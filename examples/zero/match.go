package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// matchHelp describes the players.
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

// player parses a player and returns a function that makes it.
func (s *subject[G, M]) player(dir, text string) (func() arena.Player[G, M], error) {
	spec := cli.ParseSpec(text)
	var limits ply.Limits
	var opt puct.Options[M]
	switch spec.Kind {
	case "network", "linear":
		limits = ply.Limits{Nodes: spec.Whole("sims", 0, sampling.MostSimulations), Time: spec.Duration("time")}
		if limits == (ply.Limits{}) {
			limits.Nodes = 200
		}
		opt = puct.Options[M]{
			Selection: puct.PUCT{C: spec.Number("c", 0, sampling.MostWeight)},
			Batch:     spec.Whole("batch", 0, 1<<16),
			Bounds:    spec.Flag("bounds"),
		}
	case "perfect":
	default:
		return s.sampler(spec)
	}
	var generation int
	var evaluator neural.EvaluatorOptions
	if spec.Kind == "network" {
		generation = spec.Whole("gen", 0, 1<<30)
		evaluator = neural.EvaluatorOptions{Average: spec.Flag("average"), CacheEntries: spec.Whole("cache", 0, 1<<24)}
	}
	if err := spec.Finish(); err != nil {
		return nil, err
	}
	switch spec.Kind {
	case "perfect":
		return s.perfect()
	case "linear":
		return s.linear(opt, limits)
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

// networkFile returns the name of the network of a generation in a folder of a training.
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
	return func() arena.Player[G, M] {
		return func(ctx context.Context, g G, random *rand.Rand) (M, error) {
			if moves := g.Moves(nil); len(moves) == 1 {
				return moves[0], nil
			}
			o := opt
			o.Random = random
			r, err := puct.Search(ctx, g, evaluate, limits, o)
			return r.Move, err
		}
	}, nil
}

func (s *subject[G, M]) perfect() (func() arena.Player[G, M], error) {
	player, ok := any(perfectPlayer).(func() arena.Player[G, M])
	if !ok {
		return nil, fmt.Errorf("perfect: there is no solver of this game")
	}
	return player, nil
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
	bar := cli.NewProgress(m.Games, "games")
	defer bar.Close()
	opt := m.Options(bar, 0)
	opt.MaxMoves, opt.Repetitions = s.options.SelfPlay.MaxMoves, s.options.SelfPlay.Repetitions
	r, err := arena.Match(ctx, arena.RandomOpening(s.opening, s.description.New), a, b, opt)
	if err != nil {
		return err
	}
	bar.Close()
	if m.JSON {
		return cli.WriteJSON(out, cli.NewMatched(m.A, m.B, &r))
	}
	return cli.WriteMatch(out, m.A+" against "+m.B, &r)
}
