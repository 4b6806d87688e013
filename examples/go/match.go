package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// A matchFlags holds the flags of match.
type matchFlags struct {
	sampling.Match
	size  int
	rules rules
}

func matchCommand(std cli.Streams) *ffcli.Command {
	var m matchFlags
	flags := flag.NewFlagSet("go match", flag.ContinueOnError)
	sizeFlag(flags, &m.size)
	rulesFlags(flags, &m.rules)
	m.Flags(flags)
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "go match -a PLAYER -b PLAYER [flags]",
		ShortHelp:  "Play a match between two players.",
		LongHelp:   specHelp + "\n\nGames end with two passes, and all stones on the board count as alive.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std) },
	}
}

// matched is what match says. The score is that of the first player, from 0 to 1.
type matched struct {
	Size int `json:"size"`
	cli.Matched
	Score    float64 `json:"score"`
	Complete bool    `json:"complete"`
}

func (m *matchFlags) run(ctx context.Context, std cli.Streams) error {
	a, b, err := sampling.Players(&m.Match, parsePlayer)
	if err != nil {
		return err
	}
	if _, err := m.rules.board(m.size); err != nil {
		return err
	}
	progress := cli.NewProgress(m.Games, "games")
	defer progress.Close()
	opening := func(int, *rand.Rand) (*weiqi.Game, error) {
		board, err := m.rules.board(m.size)
		return weiqi.Of(board, weiqi.Knowledge{}), err
	}
	opt := m.Options(progress, 0)
	opt.MaxMoves = 5 * m.size * m.size
	r, err := arena.Match(ctx, opening, a.player, b.player, opt)
	if err != nil {
		return err
	}
	progress.Close()
	return m.write(std.Out, &r)
}

// write writes what a match has led to.
func (m *matchFlags) write(out io.Writer, r *arena.Result) error {
	if m.JSON {
		return cli.WriteJSON(out, matched{m.size, cli.NewMatched(m.A, m.B, r), r.Rate(), r.Status == ply.Complete})
	}
	_, err := fmt.Fprintf(out, "%s against %s, size %d\n%v in %s of %.1f moves, %.1f s\n", m.A, m.B, m.size, r.Score,
		cli.Count(r.Games(), "game"), float64(r.Moves)/float64(max(r.Games(), 1)), r.Elapsed.Seconds())
	return err
}
