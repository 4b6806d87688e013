package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
)

// playing holds the flags of play.
type playing struct {
	place place
	side  string
	time  time.Duration
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("atarigo play", flag.ContinueOnError)
	p.place.define(flags, 6)
	cli.Choice(flags, &p.side, "side", "black", []string{"black", "white"}, "your `side`")
	cli.Number(flags, &p.time, "time", 2*time.Second, time.Millisecond, cli.LongTime, "`time` that the computer takes for a move")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "atarigo play [flags]",
		ShortHelp:  "Play a game against the computer.",
		LongHelp:   "Moves are read from standard input, a cell such as C3 on each line; undo takes back, quit ends.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, flags, std) },
	}
}

func (p *playing) run(ctx context.Context, flags *flag.FlagSet, std cli.Streams) error {
	if p.place.start == "-" {
		return cli.Usagef("-start -: standard input has the moves")
	}
	game, err := p.place.game(flags, std.In)
	if err != nil {
		return err
	}
	you := atarigo.Black
	if p.side == atarigo.SideName(atarigo.White) {
		you = atarigo.White
	}
	var played []atarigo.Point
	next, stop := iter.Pull2(lines.Of(std.In))
	defer stop()
	for len(game.Moves(nil)) > 0 {
		if game.ToMove() != you {
			m, why, err := atarigo.Choose(ctx, game, p.time)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			game.Play(m)
			played = append(played, m)
			fmt.Fprintf(std.Out, "I play %v (%s)\n", m, why)
			continue
		}
		fmt.Fprintf(std.Out, "%vyour move: ", game)
		line, err, more := next()
		if !more {
			fmt.Fprintln(std.Out)
			return nil
		}
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return err
		}
		switch word := strings.TrimSpace(line); {
		case err != nil:
			fmt.Fprintln(std.Out, err)
		case word == "quit":
			return nil
		case word == "undo":
			for range min(2, len(played)) {
				last := len(played) - 1
				game.Undo(played[last])
				played = played[:last]
			}
		default:
			m, err := game.ParsePoint(word)
			switch {
			case err != nil:
				fmt.Fprintln(std.Out, err)
			case !game.Legal(m):
				fmt.Fprintf(std.Out, "%v is no legal move\n", m)
			default:
				game.Play(m)
				played = append(played, m)
			}
		}
	}
	result := "you win"
	if game.ToMove() == you {
		result = "you lose"
	}
	_, err = io.WriteString(std.Out, game.String()+result+"\n")
	return err
}
