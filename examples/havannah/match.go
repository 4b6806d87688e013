package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// A matchFlags holds the flags of match.
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

// matched is what match says. Scores are those of the first player, from 0 to 1, and intervals hold 95 %.
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
	progress := cli.NewProgress(m.Games, "games")
	defer progress.Close()
	opt := m.Options(progress, 0)
	opt.Test = m.test
	r, err := match(ctx, m.size, a, b, opt)
	if err != nil {
		return err
	}
	progress.Close()
	return m.write(std.Out, &r)
}

// write writes what a match has led to.
func (m *matchFlags) write(out io.Writer, r *arena.Result) error {
	verdict := ""
	if r.Verdict != arena.Undecided {
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
