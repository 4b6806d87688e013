package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// against holds the flags of against.
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

// A contestant is an engine in a match.
type contestant struct {
	start  func() (*uci.Client, error)
	client *uci.Client // nil if it has to be started
}

func (c *contestant) close() {
	if c.client != nil {
		c.client.Close()
		c.client = nil
	}
}

// program returns a contestant that is a program.
func program(words []string) *contestant {
	return &contestant{start: func() (*uci.Client, error) { return uci.Start(words[0], words[1:]...) }}
}

// local returns a contestant that is a player of this program.
func (a *against) local(ctx context.Context) (*contestant, error) {
	p, err := parsePlayer(a.Player)
	if err != nil {
		return nil, cli.Usagef("-player: %w", err)
	}
	return &contestant{start: func() (*uci.Client, error) {
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
		go func() {
			_ = (&uci.Server{Name: "ply"}).Serve(ctx, theirs, out, e) // an error is that of a pipe that is closed
			_ = out.Close()
		}()
		return uci.NewClient(from, to), nil
	}}, nil
}

func (a *against) run(ctx context.Context, out io.Writer) (err error) {
	words, err := a.Check()
	if err != nil {
		return err
	}
	own, other := (*contestant)(nil), program(words)
	if second := strings.Fields(a.other); len(second) > 0 {
		own = program(second)
	} else if own, err = a.local(ctx); err != nil {
		return err
	}
	defer own.close()
	defer other.close()
	begun := time.Now()
	bar := cli.NewProgress(a.Games, "games")
	defer bar.Close()
	var score arena.Score
	for i := range a.Games {
		random := rand.New(rand.NewPCG(a.Seed, uint64(i/2)))
		points, err := a.lead(ctx, [2]*contestant{own, other}, i%2, random, out)
		if err != nil {
			return err
		}
		switch {
		case points > 0:
			score.Wins++
		case points < 0:
			score.Losses++
		default:
			score.Draws++
		}
		bar.Set(i + 1)
	}
	bar.Close()
	c := a.Contested(a.Size, score, begun)
	return cli.Say(out, a.JSON, c, "%s against %s: %v\n", a.Player, a.Engine, score)
}

// A fault is why a game is taken from an engine.
type fault struct{ error }

// lead leads a game, in which the first engine has a side, and returns more than 0 if it wins, less if it loses.
func (a *against) lead(ctx context.Context, engines [2]*contestant, side int, random *rand.Rand, out io.Writer) (int, error) {
	game, err := arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(a.Rules) })(0, random)
	if err != nil {
		return 0, err
	}
	start := "fen " + game.FEN()
	var played []string
	for _, e := range engines {
		if err := a.open(ctx, e); err != nil {
			return 0, err
		}
	}
	for game.Result() == "" && len(played) < mostMoves {
		turn := game.ToMove() ^ side // 0 for the first engine
		position := start
		if len(played) > 0 {
			position += " moves " + strings.Join(played, " ")
		}
		m, err := a.ask(ctx, engines[turn], game, position)
		var f fault
		switch {
		case errors.As(err, &f):
			engines[turn].close()
			if !a.JSON {
				fmt.Fprintf(out, "after %q the engine that is %s loses: %v\n", position, loa.SideName(game.ToMove()), f)
			}
			return 2*turn - 1, nil
		case err != nil:
			return 0, err
		}
		game.Play(m)
		played = append(played, m.String())
	}
	switch game.Result() {
	case "1-0":
		return 1 - 2*side, nil
	case "0-1":
		return 2*side - 1, nil
	}
	return 0, nil
}

// open starts an engine if it is not running, and tells it that a game begins. An engine that cannot do that ends the
// match.
func (a *against) open(ctx context.Context, e *contestant) (err error) {
	within, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	if e.client != nil {
		if err = e.client.NewGame(within); err == nil {
			return nil
		}
		e.close()
	}
	if e.client, err = e.start(); err != nil {
		return err
	}
	if err = e.client.Begin(within); err != nil {
		return orEnded(ctx, err)
	}
	return nil
}

// orEnded returns the error of the context if it has ended, and otherwise err.
func orEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// ask returns the move of an engine, or a fault.
func (a *against) ask(ctx context.Context, e *contestant, game *loa.Game, position string) (loa.Move, error) {
	within, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	word, err := e.client.Best(within, position, a.limits)
	if err == nil {
		var m loa.Move
		if m, err = game.ParseLegal(word); err == nil {
			return m, nil
		}
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return 0, fault{err}
}
