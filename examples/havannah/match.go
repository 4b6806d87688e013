package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

type matchFlags struct {
	sampling.Match
	size       int
	test       arena.SequentialTest
	submission queue.Submission
}

func matchCommand(std cli.Streams) *cli.Command {
	var m matchFlags
	flags := flag.NewFlagSet("havannah match", flag.ContinueOnError)
	sizeFlag(flags, &m.size, 5)
	m.Flags(flags)
	cli.Number(flags, &m.test.Elo0, "elo0", 0, 0, 4000, "with -elo1: end when it is decided whether the first player is stronger by this number of Elo `points` at most")
	cli.Number(flags, &m.test.Elo1, "elo1", 0, 0, 4000, "or by this number of Elo `points` at least, with an error of 5 % (0 for both: play all games)")
	m.submission.Flags(flags)
	return cli.Subcommand(flags, "-a PLAYER -b PLAYER [flags]", "Play a match between two players.",
		specHelp,
		func(ctx context.Context) error { return m.run(ctx, std) })
}

// A matched is the output of match. Scores of the first player go from 0 to 1 and have 95 % intervals.
type matched struct {
	Size int `json:"size"`
	cli.Matched
	Score     float64 `json:"score"`
	ScoreLow  float64 `json:"score_low"`
	ScoreHigh float64 `json:"score_high"`
	Seed      uint64  `json:"seed"`
	Complete  bool    `json:"complete"`
	Verdict   string  `json:"verdict,omitempty"` // of the sequential test
}

func (m *matchFlags) run(ctx context.Context, std cli.Streams) error {
	a, b, err := sampling.Players(&m.Match, parsePlayer)
	if err != nil {
		return err
	}
	if m.test != (arena.SequentialTest{}) {
		if _, _, err := m.test.Bounds(); err != nil {
			return cli.Usagef("-elo0 and -elo1: %w", err)
		}
	}
	if m.submission.Queue != "" {
		return m.submit(ctx, std)
	}
	r, err := cli.Match(ctx, &m.Series, opening(m.size), a.player, b.player, arena.Options{Test: m.test})
	if err != nil {
		return err
	}
	return m.write(std.Out, &r)
}

func (m *matchFlags) write(out io.Writer, r *arena.Result) error {
	verdict := ""
	if r.Verdict != 0 {
		verdict = r.Verdict.String()
	}
	if m.JSON {
		said := cli.NewMatched(m.A, m.B, r)
		return cli.WriteJSON(out, matched{m.size, said, said.Rate, said.Low, said.High, m.Seed, r.Status == ply.Complete, verdict})
	}
	err := cli.WriteMatch(out, fmt.Sprintf("%s against %s, size %d", m.A, m.B, m.size), r)
	switch {
	case err != nil:
	case verdict != "":
		_, err = fmt.Fprintf(out, "decided: %s\n", verdict)
	case r.Status != ply.Complete:
		_, err = fmt.Fprintf(out, "not all games: %v\n", r.Status)
	}
	return err
}

// A setup is the part of a match in the options of its tasks.
type setup struct {
	Size int    `json:"size"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// newMatch makes a match of a setup, which may be invalid.
func newMatch(encoded json.RawMessage) (start func(int, *rand.Rand) (*havannah.Game, error), first, second func() arena.Player[*havannah.Game, havannah.Cell], err error) {
	var s setup
	if err := json.Unmarshal(encoded, &s); err != nil {
		return nil, nil, nil, err
	}
	a, errA := parsePlayer(s.A)
	b, errB := parsePlayer(s.B)
	_, errSize := havannah.New(s.Size)
	return opening(s.Size), a.player, b.player, cmp.Or(errSize, errA, errB)
}

var matching = queue.Problem{
	Name: "havannah-match",
	Make: distributed.MatchProblem(newMatch),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error {
		var options distributed.MatchOptions
		if err := q.Options(ctx, run.ID, &options); err != nil {
			return err
		}
		var s setup
		if err := json.Unmarshal(options.Setup, &s); err != nil {
			return err
		}
		r, err := q.MatchResult(ctx, run.ID)
		if err != nil {
			return err
		}
		return (&matchFlags{size: s.Size, Match: sampling.Match{Series: cli.Series{Seed: options.Seed}, A: s.A, B: s.B, JSON: asJSON}}).write(out, &r)
	},
}

// submit plays the match together with other processes.
func (m *matchFlags) submit(ctx context.Context, std cli.Streams) error {
	encoded, err := json.Marshal(setup{m.size, m.A, m.B})
	if err != nil {
		return err
	}
	return m.submission.Run(ctx, std, &matching, distributed.MatchOptions{
		Setup: encoded, Games: m.Games, PairsPerTask: 1 + m.Games/20_000, Seed: m.Seed, Test: m.test,
	}, m.Workers, m.JSON)
}

func tuneCommand(std cli.Streams) *cli.Command {
	var tuning cli.Tuning
	var size int
	var text string
	flags := flag.NewFlagSet("havannah tune", flag.ContinueOnError)
	sizeFlag(flags, &size, 6)
	flags.StringVar(&text, "player", "uct,sims=1000", "`player` whose constants are tuned, those that it has: of exploration, RAVE, ...; see match")
	tuning.Flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better constants of a player.", cli.TuningHelp, func(ctx context.Context) error {
		p, err := parsePlayer(text)
		if err != nil {
			return cli.Usagef("-player: %w", err)
		}
		if p.Options.RAVE.Weight == byBoard {
			_, p.Options.RAVE.Weight = havannah.Strong(size)
		}
		_, err = cli.Tune(ctx, std.Out, &tuning, opening(size), p.Options.Parameters(), func(values []float64) (func() arena.Player[*havannah.Game, havannah.Cell], error) {
			changed := p
			changed.Options = p.Options.With(values)
			return changed.player, nil
		}, tune.Options{})
		return err
	})
}
