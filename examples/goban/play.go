package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
)

// A playing holds the flags of play.
type playing struct {
	size  int
	seed  uint64
	rules goban.Rules
	sgf   bool
	json  bool
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("goban play", flag.ContinueOnError)
	sizeFlag(flags, &p.size, 9)
	cli.Seed(flags, &p.seed, "all chance")
	rulesFlags(flags, &p.rules)
	cli.Number(flags, &p.rules.Komi, "komi", 7.5, 0, 1000, "`points` for White, in halves")
	flags.BoolVar(&p.sgf, "sgf", false, "write the game in SGF")
	flags.BoolVar(&p.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "goban play [flags]",
		ShortHelp:  "Play a random game and draw its last position.",
		LongHelp:   "The moves are random but for eyes, which their owner does not fill. It ends with two passes, and the area counts.",
		FlagSet:    flags,
		Exec:       func(context.Context, []string) error { return p.run(std) },
	}
}

// played is what play says.
type played struct {
	Size  int      `json:"size"`
	Moves []string `json:"moves"`
	Black int      `json:"black"`
	White int      `json:"white"`
	Score float64  `json:"score"`
	Ended bool     `json:"ended"`
}

func (p *playing) run(std cli.Streams) error {
	if p.sgf && p.json {
		return cli.Usagef("-sgf and -json together")
	}
	b, err := goban.New(p.size, p.rules)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	random := rand.NewPCG(p.seed, 0)
	result := played{Size: p.size, Moves: []string{}}
	for limit := 3 * p.size * p.size; b.Passes() < 2 && b.Played() < limit; {
		move := b.RandomMove(random)
		result.Moves = append(result.Moves, b.Name(move))
		b.Play(move)
	}
	result.Black, result.White = b.Area()
	result.Score, result.Ended = b.Score(), b.Passes() >= 2
	switch {
	case p.json:
		return cli.WriteJSON(std.Out, result)
	case p.sgf:
		var out bytes.Buffer
		game := b.SGF()
		switch {
		case result.Score > 0:
			game.Set("RE", fmt.Sprintf("B+%g", result.Score))
		case result.Score < 0:
			game.Set("RE", fmt.Sprintf("W+%g", -result.Score))
		default:
			game.Set("RE", "0")
		}
		if err := goban.WriteSGF(&out, game); err != nil {
			return err
		}
		_, err := out.WriteTo(std.Out)
		return err
	}
	_, err = fmt.Fprintf(std.Out, "%v%s, black %d, white %d, komi %g: %+g for black\n", b, cli.Count(b.Played(), "move"), result.Black, result.White, p.rules.Komi, result.Score)
	return err
}
