package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// A setup is the part of a match that its tasks need.
type setup struct {
	Size int    `json:"size"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// newMatch makes a match of what a queue knows of it, which may be anything.
func newMatch(encoded json.RawMessage) (opening func(int, *rand.Rand) (*havannah.Game, error), first, second func() arena.Player[*havannah.Game, havannah.Cell], err error) {
	var s setup
	if err := json.Unmarshal(encoded, &s); err != nil {
		return nil, nil, nil, err
	}
	if s.Size < havannah.MinSize || s.Size > havannah.MaxSize {
		return nil, nil, nil, fmt.Errorf("size %d, want %d to %d", s.Size, havannah.MinSize, havannah.MaxSize)
	}
	a, errA := parsePlayer(s.A)
	b, errB := parsePlayer(s.B)
	if err := cmp.Or(errA, errB); err != nil {
		return nil, nil, nil, err
	}
	return func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(s.Size) }, a.player, b.player, nil
}

// matching is what match gives to a queue.
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

// submit plays the match with other processes.
func (m *matchFlags) submit(ctx context.Context, std cli.Streams) error {
	encoded, err := json.Marshal(setup{m.size, m.A, m.B})
	if err != nil {
		return err
	}
	return m.submission.Run(ctx, std, &matching, distributed.MatchOptions{
		Setup: encoded, Games: m.Games, PairsPerTask: 1 + m.Games/20_000, Seed: m.Seed, Test: m.test,
	}, m.Workers, m.JSON)
}
