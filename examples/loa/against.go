package main

import (
	"cmp"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

type against struct {
	sampling.Against
	rulesFlags
	other, limits string
}

func againstCommand(std cli.Streams) *cli.Command {
	var a against
	flags := flag.NewFlagSet("loa against", flag.ContinueOnError)
	a.Flags(flags, "the Universal Chess Interface", "trained")
	a.flags(flags)
	flags.StringVar(&a.other, "other", "", "`command` of a second engine, which plays instead of the player")
	flags.StringVar(&a.limits, "go", "movetime 100", "`words` that follow go for the engines, such as depth 5")
	return cli.Subcommand(flags, "-engine COMMAND [-player PLAYER | -other COMMAND] [flags]", "Play a match against another engine, or between two.",
		"Both engines speak the Universal Chess Interface, with moves such as b1b3 and 0000 for a pass, and are told the position\n"+
			"by the moves since the start. An engine that ends, does not answer or plays an illegal move loses the game, and is\n"+
			"started again. Games come in pairs, from openings of four random moves. Results are from the view of the player.",
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

// starting returns an engine as a player. It returns an error if start does, or if the engine does not answer.
func (a *against) starting(ctx context.Context, start func() (*uci.Client, error)) (*rival.Program[*loa.Game, loa.Move], error) {
	p := &rival.Program[*loa.Game, loa.Move]{Position: (*loa.Game).FEN, Timeout: a.Timeout, Start: func() (rival.Talk, error) {
		c, err := start()
		if err != nil {
			return nil, err
		}
		return rival.UCI(c, a.limits), nil
	}}
	first, err := p.Start()
	if err != nil {
		return nil, err
	}
	defer first.Close()
	within, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	return p, first.NewGame(within)
}

// starter returns a function that starts a program or, without a command, the player of this program.
func (a *against) starter(ctx context.Context, command string) (func() (*uci.Client, error), error) {
	if words := strings.Fields(command); len(words) > 0 {
		return func() (*uci.Client, error) { return uci.Start(words[0], words[1:]...) }, nil
	}
	p, err := parsePlayer(a.Player)
	if err != nil {
		return nil, cli.Usagef("-player: %w", err)
	}
	return func() (*uci.Client, error) {
		e, err := uci.Play(a.parse, func(g *loa.Game) (*engine.Player[loa.Move], error) {
			s, err := p.engine(g, rand.NewPCG(g.Hash(), 0))
			if err != nil {
				return nil, err
			}
			return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: p.limits.Nodes}})
		})
		if err != nil {
			return nil, err
		}
		theirs, to := io.Pipe()
		from, out := io.Pipe()
		go func() { out.CloseWithError((&uci.Server{Name: "ply"}).Serve(ctx, theirs, out, e)) }()
		return uci.NewClient(from, to), nil
	}, nil
}

func (a *against) run(ctx context.Context, out io.Writer) error {
	if _, err := a.Check(); err != nil {
		return err
	}
	var players [2]*rival.Program[*loa.Game, loa.Move]
	for i, command := range []string{a.other, a.Engine} {
		start, err := a.starter(ctx, command)
		if err != nil {
			return err
		}
		if players[i], err = a.starting(ctx, start); err != nil {
			return err
		}
		defer players[i].Close()
	}
	begun, series := time.Now(), &cli.Series{Games: a.Games, Workers: 1, Seed: a.Seed}
	opt := arena.Options{Repetitions: true, MaxMoves: mostMoves}
	if !a.JSON {
		opt.Forfeited = cli.Forfeits(out, a.Player, a.Engine)
	}
	r, err := cli.Match(ctx, series, openings(a.Rules), players[0].NewPlayer, players[1].NewPlayer, opt)
	if err := cmp.Or(err, r.Status.Err()); err != nil {
		return err
	}
	return cli.Write(out, a.JSON, a.Contested(a.Size, r.Score, begun), "%s against %s: %v\n", a.Player, a.Engine, r.Score)
}
