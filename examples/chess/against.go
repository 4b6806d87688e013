package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

type against struct {
	sampling.Against
	limits  string
	ratings string
	opening int
	clock   engine.Clock
	setup   []string
}

func againstCommand(std cli.Streams) *cli.Command {
	var a against
	flags := flag.NewFlagSet("chess against", flag.ContinueOnError)
	a.Flags(flags, "the Universal Chess Interface", "alphabeta,nodes=100000")
	flags.StringVar(&a.limits, "go", "nodes 50000", "`words` that follow go for the engine without -clock, such as movetime 100")
	flags.StringVar(&a.ratings, "elo", "", "`ratings` of the engine, such as \"1800 2000\", set by its options UCI_LimitStrength and UCI_Elo; each plays all games")
	cli.Clock(flags, &a.clock)
	cli.Number(flags, &a.opening, "opening", 6, 0, 100, "`number` of random moves that begin the games")
	flags.Func("option", "an option of the engine as `NAME=VALUE`, such as UCI_Elo=2000; can be given several times", func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || strings.TrimSpace(name) == "" {
			return fmt.Errorf("want NAME=VALUE")
		}
		a.setup = append(a.setup, setOption(name, value))
		return nil
	})
	return cli.Subcommand(flags, "-engine COMMAND [flags]", "Play a match against another engine.",
		"The engine speaks the Universal Chess Interface. An engine that ends, does not answer or plays an illegal move loses the\n"+
			"game, and is started again. Games come in pairs, from openings of random moves. A position that occurs for the third\n"+
			"time, fifty moves without progress and too few men for a mate are draws. Results are from the view of the player. With\n"+
			"-elo, the rating of the player follows by maximum likelihood.",
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

func (a *against) run(ctx context.Context, out io.Writer) error {
	words, err := a.Check()
	if err != nil {
		return err
	}
	limits := usual
	if a.clock != (engine.Clock{}) {
		limits, a.limits = ply.Limits{}, ""
	}
	own, err := readPlayer(a.Player, limits)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if a.ratings == "" {
		_, err := a.match(ctx, out, words, own, a.Engine, a.setup)
		return err
	}
	var levels []level
	for _, text := range strings.Fields(a.ratings) {
		rating, err := cli.Range[float64]{Least: 1, Most: 10_000}.Parse(text)
		if err != nil {
			return cli.Usagef("-elo: %w", err)
		}
		levels = append(levels, level{rating: rating})
	}
	for i := range levels {
		text := fmt.Sprint(levels[i].rating)
		setup := append(slices.Clone(a.setup), setOption("UCI_LimitStrength", "true"), setOption("UCI_Elo", text))
		if levels[i].score, err = a.match(ctx, out, words, own, a.Engine+" "+text, setup); err != nil {
			return err
		}
	}
	rating, half, err := rate(levels)
	if err != nil {
		return err
	}
	found := rated{rating, [2]float64{rating - half, rating + half}}
	return cli.Write(out, a.JSON, found, "rating %.0f (95 %%: %.0f to %.0f)\n", found.Rating, found.Interval[0], found.Interval[1])
}

// rated is the JSON output for the rating of the player.
type rated struct {
	Rating   float64    `json:"rating"`
	Interval [2]float64 `json:"interval"`
}

func setOption(name, value string) string { return "setoption name " + name + " value " + value }

// match plays a match against the engine after the commands of setup, and writes the result.
func (a *against) match(ctx context.Context, out io.Writer, words []string, own *seated, name string, setup []string) (score arena.Score, err error) {
	other := &rival.Program[chess.Judged, chess.Move]{Position: chess.Judged.FEN, Timeout: a.Timeout, Start: func() (rival.Talk, error) {
		c, err := uci.Start(words[0], words[1:]...)
		if err != nil {
			return nil, err
		}
		return rival.UCI(c, a.limits, setup...), nil
	}}
	defer other.Close()
	if err := a.answers(ctx, other); err != nil {
		return score, err
	}
	begun, series := time.Now(), &cli.Series{Games: a.Games, Workers: 1, Seed: a.Seed}
	opening := arena.RandomOpening(a.opening, func() (chess.Judged, error) { return chess.Judged{Game: chess.New()}, nil })
	opt := arena.Options{MaxMoves: mostMoves, Clock: a.clock}
	if !a.JSON {
		opt.Forfeited = cli.Forfeits(out, a.Player, name)
	}
	r, err := cli.Match(ctx, series, opening, own.seat(), other.NewPlayer, opt)
	if err := cmp.Or(err, r.Status.Err()); err != nil {
		return score, err
	}
	contested := a.Contested(8, r.Score, begun)
	contested.Engine = name
	return r.Score, cli.Write(out, a.JSON, contested, "%s against %s: %v\n", a.Player, name, r.Score)
}

// answers returns an error if the engine cannot be started or does not answer.
func (a *against) answers(ctx context.Context, p *rival.Program[chess.Judged, chess.Move]) error {
	first, err := p.Start()
	if err != nil {
		return err
	}
	defer first.Close()
	within, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	if err := first.NewGame(within); err != nil {
		return fmt.Errorf("-engine %s: %w", a.Engine, err)
	}
	return nil
}
