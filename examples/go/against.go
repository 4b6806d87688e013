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
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/gtp/referee"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// An againstFlags holds the flags of against.
type againstFlags struct {
	sampling.Against
	size  int
	rules rules
	sgf   string
}

func againstCommand(std cli.Streams) *ffcli.Command {
	var a againstFlags
	flags := flag.NewFlagSet("go against", flag.ContinueOnError)
	a.Flags(flags, "the Go Text Protocol, such as \"gnugo --mode gtp --level 10\"", usualPlayer)
	sizeFlag(flags, &a.size)
	rulesFlags(flags, &a.rules)
	flags.StringVar(&a.sgf, "sgf", "", "`file` for all games, in the Smart Game Format")
	return &ffcli.Command{
		Name:       "against",
		ShortUsage: "go against -engine COMMAND [flags]",
		ShortHelp:  "Play a match against another engine.",
		LongHelp:   sampling.AgainstHelp + "\n\nIf both engines tell the same final_score, that counts; otherwise playouts tell which stones are dead.\n\n" + specHelp,
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return a.run(ctx, std.Out) },
	}
}

// contested is what against says.
type contested struct {
	sampling.Contested
	Komi      float64           `json:"komi"`
	Forfeited []referee.Forfeit `json:"forfeited"`
	SGF       []string          `json:"sgf"`
}

func (a *againstFlags) run(ctx context.Context, out io.Writer) error {
	words, err := a.Check()
	if err != nil {
		return err
	}
	p, err := parsePlayer(a.Player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if _, err := a.rules.board(a.size); err != nil {
		return err
	}
	if a.sgf != "" {
		if err := cli.CheckOutput(a.sgf); err != nil {
			return err
		}
	}
	random := rand.New(rand.NewPCG(a.Seed, 0))
	own := &referee.Contestant{Name: "ply " + a.Player, Start: func() (*gtp.Client, error) {
		e, err := newBot(p, a.rules, a.size, random)
		if err != nil {
			return nil, err
		}
		return gtp.Local(func(in io.Reader, out io.Writer) error { return serve(ctx, e, false, in, out) }), nil
	}}
	other := &referee.Contestant{Name: a.Engine, Start: func() (*gtp.Client, error) { return gtp.Start(words[0], words[1:]...) }}
	defer own.Close()
	defer other.Close()
	// An engine that cannot even be started is a mistake of the caller.
	if err := other.Open(); err != nil {
		return err
	}
	return a.match(ctx, out, own, other)
}

// match plays the games and writes what they have led to.
func (a *againstFlags) match(ctx context.Context, out io.Writer, own, other *referee.Contestant) error {
	r := newReferee(a.rules, a.size, a.Timeout)
	result := contested{Komi: a.rules.komi, SGF: []string{}}
	progress := cli.NewProgress(a.Games, "games")
	defer progress.Close()
	begun := time.Now()
	var games []*goban.Node
	record, err := referee.Match(ctx, a.Games, own, other, func(black, white *referee.Contestant) (referee.Verdict, error) {
		v, err := r.play(ctx, black, white)
		if err != nil {
			return referee.Verdict{}, err
		}
		text, err := oneLine(v.game)
		games, result.SGF = append(games, v.game), append(result.SGF, text)
		return v.Verdict, err
	}, progress.Set)
	if err != nil {
		return err
	}
	progress.Close()
	score := arena.Score{Wins: record.Wins, Draws: record.Draws, Losses: record.Losses}
	result.Contested, result.Forfeited = a.Contested(a.size, score, begun), record.Forfeited
	if a.sgf != "" && len(games) > 0 {
		if err := writeSGF(a.sgf, games); err != nil {
			return err
		}
	}
	if a.JSON {
		return cli.WriteJSON(out, result)
	}
	if _, err := fmt.Fprintf(out, "%s against %s, size %d, komi %g\n%v, %s, %.1f s\n", own.Name, other.Name, a.size, a.rules.komi,
		score, cli.Count(result.Games, "game"), result.Seconds); err != nil {
		return err
	}
	for _, f := range result.Forfeited {
		if _, err := fmt.Fprintln(out, f); err != nil {
			return err
		}
	}
	return nil
}

// writeSGF writes games to a file, which appears only when it is complete.
func writeSGF(name string, games []*goban.Node) error {
	return atomicfile.Write(name, func(w io.Writer) error { return goban.WriteSGF(w, games...) })
}
