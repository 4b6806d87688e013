package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// openingMoves is the number of random moves with which the games of a match begin.
const openingMoves = 4

// matching holds the flags of match.
type matching struct {
	sampling.Match
	rules rulesFlags
}

func matchCommand(std cli.Streams) *ffcli.Command {
	var m matching
	flags := flag.NewFlagSet("loa match", flag.ContinueOnError)
	m.Flags(flags)
	m.rules.flags(flags)
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "loa match -a PLAYER -b PLAYER [flags]",
		ShortHelp:  "Play a match between two players.",
		LongHelp:   "Games come in pairs, from openings of four random moves; each player begins once. A repeated position is a draw.\n\n" + playerHelp,
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

// matched is what match says of a match, from the view of a. The interval of the points for each game holds 95 %.
type matched struct {
	A        string     `json:"a"`
	B        string     `json:"b"`
	Games    int        `json:"games"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Rate     float64    `json:"rate"`
	Interval [2]float64 `json:"interval"`
	Moves    int        `json:"moves"`
	Seconds  float64    `json:"seconds"`
}

func newMatched(a, b string, r *arena.Result) matched {
	m := matched{A: a, B: b, Games: r.Games(), Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Rate: r.Rate(), Moves: r.Moves, Seconds: r.Elapsed.Seconds()}
	m.Interval[0], m.Interval[1] = r.Interval(0.95)
	return m
}

// playMatch plays a match between two players.
func playMatch(ctx context.Context, a, b player, rules loa.Rules, opt arena.Options) (arena.Result, error) {
	opening := arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(rules) })
	opt.Repetitions, opt.MaxMoves = true, mostMoves
	return arena.Match(ctx, opening, a.seat(), b.seat(), opt)
}

func (m *matching) run(ctx context.Context, out io.Writer) error {
	a, b, err := sampling.Players(&m.Match, parsePlayer)
	if err != nil {
		return err
	}
	bar := cli.NewProgress(m.Games, "games")
	defer bar.Close()
	r, err := playMatch(ctx, a, b, m.rules.Rules, m.Options(bar, 0))
	if err != nil {
		return err
	}
	bar.Close()
	if m.JSON {
		return cli.WriteJSON(out, newMatched(m.A, m.B, &r))
	}
	return cli.WriteMatch(out, m.A+" against "+m.B, &r)
}
