package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
)

// playing holds the flags of play.
type playing struct {
	target   int
	side     int
	seed     uint64
	opponent string
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("pig play", flag.ContinueOnError)
	targetFlag(flags, &p.target, mostSolved)
	cli.Number(flags, &p.side, "side", 0, 0, 1, "your `side`: 0 begins")
	cli.Seed(flags, &p.seed, "the dice")
	flags.StringVar(&p.opponent, "against", "optimal", "the other `player`")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "pig play [flags]",
		ShortHelp:  "Play a game against the computer.",
		LongHelp:   playerHelp + "\nMoves are read from standard input, one a line: roll or hold, or their first letters; quit ends.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.In, std.Out) },
	}
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	against, err := parseSpec(p.opponent)
	if err != nil {
		return err
	}
	newOpponent, err := against.prepare(ctx, p.target)
	if err != nil {
		return err
	}
	g, err := pig.New(p.target)
	if err != nil {
		return err
	}
	opponent := newOpponent()
	dice, own := rand.New(rand.NewPCG(p.seed, 0)), rand.New(rand.NewPCG(p.seed, 1))
	next, stop := iter.Pull2(lines.Of(in))
	defer stop()
	for !g.Finished() {
		switch g.ToMove() {
		case ply.Chance:
			die, err := ply.DrawOutcome(g, dice)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "the die shows %v\n", die)
			g.Play(die)
		case p.side:
			m, ok, err := p.ask(g, next, out)
			if err != nil || !ok {
				return err
			}
			g.Play(m)
		default:
			m, err := opponent(ctx, g, own)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			fmt.Fprintf(out, "I %v\n", m)
			g.Play(m)
		}
	}
	result := "you win"
	if g.State().Side == p.side {
		result = "you lose"
	}
	_, err = fmt.Fprintf(out, "%v%s\n", g, result)
	return err
}

// ask reads a move. It reports false if there is none to come.
func (p *playing) ask(g *pig.Game, next func() (string, error, bool), out io.Writer) (m pig.Move, ok bool, err error) {
	for {
		fmt.Fprintf(out, "%vroll or hold: ", g)
		line, err, more := next()
		if !more {
			fmt.Fprintln(out)
			return 0, false, nil
		}
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return 0, false, err
		}
		switch word := strings.TrimSpace(line); {
		case err != nil:
			fmt.Fprintln(out, err)
		case word == "quit":
			return 0, false, nil
		case word == "roll" || word == "r":
			return pig.Roll, true, nil
		case word != "hold" && word != "h":
			fmt.Fprintf(out, "%q is no move: want roll, hold or quit\n", word)
		case g.State().Turn == 0:
			fmt.Fprintln(out, "there is nothing to hold yet")
		default:
			return pig.Hold, true, nil
		}
	}
}
