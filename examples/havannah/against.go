package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

type againstFlags struct {
	sampling.Against
	size int
}

func againstCommand(std cli.Streams) *cli.Command {
	var a againstFlags
	flags := flag.NewFlagSet("havannah against", flag.ContinueOnError)
	a.Flags(flags, "the Go Text Protocol", usualPlayer)
	sizeFlag(flags, &a.size, 5)
	return cli.Subcommand(flags, "-engine COMMAND [flags]", "Play a match against another engine.",
		sampling.AgainstHelp+"\n\nOne engine thinks at a time. How long the other one thinks is for its command to say.\n\n"+specHelp,
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

type contested struct {
	sampling.Contested
	Score     float64            `json:"score"`
	Forfeited []sampling.Forfeit `json:"forfeited"`
	Record    []string           `json:"record"` // of each game the moves, and how it ended
}

func (a *againstFlags) run(ctx context.Context, out io.Writer) error {
	if _, err := a.Check(); err != nil {
		return err
	}
	p, err := parseEngine(a.Player)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(a.Seed, 0))
	programs, err := sampling.Contestants[*havannah.Game, havannah.Cell](&a.Against, func() (*gtp.Client, error) {
		e, err := newBot(p, a.size, rand.NewPCG(random.Uint64(), 0))
		if err != nil {
			return nil, err
		}
		return gtp.Local(func(in io.Reader, out io.Writer) error { return e.server().Serve(ctx, in, out) }), nil
	}, gtp.White, fmt.Sprintf("boardsize %d", a.size), "clear_board")
	if err != nil {
		return err
	}
	defer programs[0].Close()
	defer programs[1].Close()
	return a.match(ctx, out, programs)
}

func (a *againstFlags) match(ctx context.Context, out io.Writer, programs [2]*sampling.Contestant[*havannah.Game, havannah.Cell]) error {
	result := contested{Forfeited: []sampling.Forfeit{}, Record: []string{}}
	var games []*havannah.Game
	early := map[int]string{} // endings of games that were not played to the end
	forfeited := func(f arena.Forfeit) {
		if early[f.Game] = f.Err.Error(); early[f.Game] != "resigned" {
			early[f.Game] = "forfeited"
			result.Forfeited = append(result.Forfeited, sampling.Forfeit{Game: f.Game + 1, Engine: programs[f.Player].Name, Reason: f.Err.Error()})
		}
	}
	begun := time.Now()
	r, err := cli.Match(ctx, &cli.Series{Games: a.Games, Workers: 1}, func(int, *rand.Rand) (*havannah.Game, error) {
		g, err := havannah.New(a.size)
		games = append(games, g)
		return g, err
	}, programs[0].NewPlayer, programs[1].NewPlayer, arena.Options{Forfeited: forfeited})
	if err != nil {
		return err
	}
	for i, g := range games[:r.Games()] {
		result.Record = append(result.Record, strings.Join(append(g.Names(), cmp.Or(early[i], g.Ending().String())), " "))
	}
	result.Contested, result.Score = a.Contested(a.size, r.Score, begun), r.Rate()
	text := fmt.Sprintf("%s against %s, size %d\n%v, %s, %.1f s\n", programs[0].Name, programs[1].Name, a.size, r.Score, cli.Count(result.Games, "game"), result.Seconds)
	for _, f := range result.Forfeited {
		text += f.String() + "\n"
	}
	return cli.Write(out, a.JSON, result, "%s", text)
}
