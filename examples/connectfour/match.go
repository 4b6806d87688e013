package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
)

// matchHelp is how players are written.
const matchHelp = "Games come in pairs, from openings of six random moves; each player begins once.\n\n" + sampling.Help + `
Kinds that evaluate positions by the model of connectfour learn instead of playouts:
  puct       PUCT (c=1.25)
  gumbel     Gumbel selection without noise (m=16)
  halving    sequential halving in the root (m=7, c=1.25)
What they take, besides sims, time, memory and solver:
  c=C        how much to explore
  fpu=R      reduction of moves not yet tried (0)
  m=N        consider N moves in the root
  batch=N    evaluate up to N positions in one call (1)
  loss=L     what counts as lost of simulations whose evaluation is pending, from 0 to 1 (0)
  inflight=N evaluate by N goroutines while others collect positions
  blind      take all positions for even and all moves for equal`

// matching holds the flags of match.
type matching struct{ sampling.Match }

func matchCommand(std cli.Streams) *ffcli.Command {
	var m matching
	flags := flag.NewFlagSet("connectfour match", flag.ContinueOnError)
	m.Flags(flags)
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "connectfour match -a PLAYER -b PLAYER [flags]",
		ShortHelp:  "Play a match between two players.",
		LongHelp:   matchHelp,
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

// A player chooses moves by playouts or by evaluations.
type player struct {
	sampling.Player[connectfour.Drop]
	evaluates bool // the rest is of that
	options   puct.Options[connectfour.Drop]
	limits    ply.Limits
	evaluator puct.Evaluator[*connectfour.Game, connectfour.Drop]
}

func parsePlayer(text string) (player, error) {
	s := cli.ParseSpec(text)
	var p player
	switch s.Kind {
	case "puct", "gumbel", "halving":
		p.evaluates = true
		p.read(s)
	default:
		p.Player = sampling.Read[connectfour.Drop](s, 50)
	}
	if err := s.Finish(); err != nil {
		return p, err
	}
	return p, s.Wrap(p.check())
}

// read reads a player that evaluates.
func (p *player) read(s *cli.Spec) {
	o := &p.options
	o.NoSolver = !s.Flag("solver")
	p.limits.Nodes = s.Whole("sims", 0, sampling.MostSimulations)
	if s.Kind == "puct" {
		p.limits.Time = s.Duration("time")
	}
	if p.limits == (ply.Limits{}) {
		p.limits.Nodes = 1000
	}
	considered := 0
	if s.Kind != "puct" {
		considered = s.Whole("m", 0, sampling.MostSimulations)
	}
	var upper puct.PUCT
	if s.Kind != "gumbel" {
		upper.C = s.Number("c", 0, sampling.MostWeight)
		upper.Reduction = s.Number("fpu", 0, sampling.MostWeight)
		upper.VirtualLoss = s.Number("loss", 0, 1)
	}
	switch s.Kind {
	case "puct":
		o.Selection = upper
	case "gumbel":
		o.Selection = puct.Gumbel{Considered: considered, NoNoise: true}
	default:
		o.Selection = puct.Halving{Considered: considered, PUCT: upper}
	}
	o.Batch = s.Whole("batch", 0, 1<<16)
	o.InFlight = s.Whole("inflight", 0, cli.MaxWorkers)
	o.Memory = int64(s.Whole("memory", 0, cli.MostEntries(1<<20))) << 20
	model := new(connectfour.Model)
	if !s.Flag("blind") {
		var err error
		if model, err = connectfour.Learned(); err != nil {
			s.Fail(err)
			return
		}
	}
	p.evaluator = model.Evaluate
}

// check finds out whether the options go together.
func (p *player) check() error {
	if p.evaluates {
		_, err := puct.New(new(connectfour.Game), p.evaluator, p.options)
		return err
	}
	return p.Check(func() error {
		_, err := mcts.New(new(connectfour.Game), p.Options)
		return err
	})
}

// choose returns the move of the player.
func (p *player) choose(ctx context.Context, g *connectfour.Game, random *rand.Rand) (connectfour.Drop, error) {
	if moves := g.Moves(nil); len(moves) > 1 && p.evaluates {
		opt := p.options
		opt.Random = random
		r, err := puct.Search(ctx, g, p.evaluator, p.limits, opt)
		return r.Move, err
	}
	return p.Choose(g, random, func(opt mcts.Options[connectfour.Drop]) (mcts.Result[connectfour.Drop], error) {
		return mcts.Search(ctx, g, p.Limits, opt)
	})
}

func (m *matching) run(ctx context.Context, out io.Writer) error {
	a, b, err := sampling.Players(&m.Match, parsePlayer)
	if err != nil {
		return err
	}
	bar := cli.NewProgress(m.Games, "games")
	defer bar.Close()
	seat := func(p player) func() arena.Player[*connectfour.Game, connectfour.Drop] {
		return func() arena.Player[*connectfour.Game, connectfour.Drop] { return p.choose }
	}
	opening := arena.RandomOpening(6, func() (*connectfour.Game, error) { return new(connectfour.Game), nil })
	r, err := arena.Match(ctx, opening, seat(a), seat(b), m.Options(bar, 0))
	if err != nil {
		return err
	}
	bar.Close()
	if m.JSON {
		return cli.WriteJSON(out, cli.NewMatched(m.A, m.B, &r))
	}
	return cli.WriteMatch(out, m.A+" against "+m.B, &r)
}
