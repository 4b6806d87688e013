package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// match holds the flags of match.
type match struct {
	size   size
	a, b   string
	time   time.Duration
	series cli.Series
	json   bool
}

// players are the names of the searches.
var players = []string{"alphabeta", "uct"}

func matchCommand(std cli.Streams) *ffcli.Command {
	var m match
	flags := flag.NewFlagSet("breakthrough match", flag.ContinueOnError)
	m.size.flags(flags)
	cli.Choice(flags, &m.a, "a", "alphabeta", players, "the `search` whose score is reported")
	cli.Choice(flags, &m.b, "b", "uct", players, "the other `search`")
	cli.Number(flags, &m.time, "time", 100*time.Millisecond, time.Millisecond, cli.LongTime, "`time` for each move")
	m.series.Flags(flags, 20, 1_000_000)
	flags.BoolVar(&m.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "breakthrough match [flags]",
		ShortHelp:  "Play a match between two searches, with a confidence interval.",
		LongHelp:   "Games come in pairs, from openings of two random moves; each search begins once.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

func (m *match) run(ctx context.Context, out io.Writer) error {
	if err := m.series.Check(); err != nil {
		return err
	}
	bar := cli.NewProgress(m.series.Games, "games")
	defer bar.Close()
	r, err := arena.Match(ctx, arena.RandomOpening(2, m.size.newGame), m.player(m.a), m.player(m.b), m.series.Options(bar, 0))
	if err != nil {
		return err
	}
	bar.Close()
	if m.json {
		return cli.WriteJSON(out, cli.NewMatched(m.a, m.b, &r))
	}
	_, err = fmt.Fprintf(out, "%s against %s, %v a move: %v\n", m.a, m.b, m.time, r.Score)
	return err
}

// A player makes the moves of a game.
type player = arena.Player[*breakthrough.Game, breakthrough.Move]

// player returns what makes players of a search.
func (m *match) player(name string) func() player {
	if name == "uct" {
		return searching[*breakthrough.Game](ply.Limits{Time: m.time}, mcts.Options[breakthrough.Move]{})
	}
	return func() player {
		table := transposition.NewTable(1 << 22)
		return func(ctx context.Context, g *breakthrough.Game, _ *rand.Rand) (move breakthrough.Move, _ error) {
			r, err := alphabeta.Search(ctx, g, ply.Limits{Time: m.time}, alphabeta.Options[breakthrough.Move]{
				Win:   breakthrough.Win,
				Table: table,
			})
			if err != nil {
				return move, err
			}
			return r.Line[0], nil
		}
	}
}
