package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
)

// match holds the flags of match.
type match struct {
	a, b   string
	target int
	series cli.Series
	json   bool
}

func matchCommand(std cli.Streams) *ffcli.Command {
	var m match
	flags := flag.NewFlagSet("pig match", flag.ContinueOnError)
	flags.StringVar(&m.a, "a", "optimal", "the first `player`")
	flags.StringVar(&m.b, "b", "hold=20", "the second `player`")
	targetFlag(flags, &m.target, mostSolved)
	m.series.Flags(flags, 1000, 1_000_000_000)
	flags.BoolVar(&m.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "pig match -a PLAYER -b PLAYER [flags]",
		ShortHelp:  "Play a match between two players, with a confidence interval.",
		LongHelp:   playerHelp + "\nGames come in pairs with the same dice, in which each player begins once.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

func (m *match) run(ctx context.Context, out io.Writer) error {
	if err := m.series.Check(); err != nil {
		return err
	}
	first, err := parseSpec(m.a)
	if err != nil {
		return err
	}
	second, err := parseSpec(m.b)
	if err != nil {
		return err
	}
	a, err := first.prepare(ctx, m.target)
	if err != nil {
		return err
	}
	b, err := second.prepare(ctx, m.target)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(m.series.Games, "games")
	defer progress.Close()
	result, err := arena.Match(ctx, func(int, *rand.Rand) (*pig.Game, error) { return pig.New(m.target) }, a, b, m.series.Options(progress, 0))
	if err != nil {
		return err
	}
	progress.Close()
	if m.json {
		return cli.WriteJSON(out, cli.NewMatched(m.a, m.b, &result))
	}
	_, err = fmt.Fprintf(out, "%s against %s: %v\n%v\n", m.a, m.b, result.Score, result.Elapsed.Round(time.Millisecond))
	return err
}
