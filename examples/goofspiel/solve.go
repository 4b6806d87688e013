package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goofspiel/goofspiel"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/equilibrium"
)

// solving holds the flags of solve.
type solving struct {
	dealing
	time time.Duration
	json bool
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	flags := flag.NewFlagSet("goofspiel solve", flag.ContinueOnError)
	s.define(flags, 4, 9)
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	flags.BoolVar(&s.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Find the value and an equilibrium of the first bids, by linear programming.",
		"Where the prizes are shuffled, each first prize is solved. 6 cards take a second, 7 a minute.",
		func(ctx context.Context) error { return s.run(ctx, std.Out) })
}

// solved is what solve says of a first prize.
type solved struct {
	Cards         int              `json:"cards"`
	Prize         goofspiel.Card   `json:"prize"`
	Value         float64          `json:"value"`
	Bids          []goofspiel.Card `json:"bids"`
	Probabilities []float64        `json:"probabilities"` // of Bids, for player 0
	Positions     int              `json:"positions"`
	Seconds       float64          `json:"seconds"`
}

func (s *solving) run(ctx context.Context, out io.Writer) error {
	g, err := s.game()
	if err != nil {
		return err
	}
	prizes := g.MovesOf(ply.Chance, nil)
	if len(prizes) == 0 {
		return s.solve(ctx, out, g)
	}
	for i := range prizes {
		g.PlayJoint(prizes[i : i+1])
		if err := s.solve(ctx, out, g); err != nil {
			return err
		}
		g.UndoJoint(prizes[i : i+1])
	}
	return nil
}

// solve solves a position in which a prize is turned up.
func (s *solving) solve(ctx context.Context, out io.Writer, g *goofspiel.Game) error {
	r, err := equilibrium.Solve(ctx, g, ply.Limits{Time: s.time}, equilibrium.Options[goofspiel.Card]{})
	if err != nil {
		return err
	}
	found := solved{s.cards, g.Prize(), r.Value, r.Moves[0], r.Probabilities[0], r.Nodes, r.Elapsed.Seconds()}
	switch {
	case r.Status != ply.Complete:
		return fmt.Errorf("prize %d: %w", g.Prize(), r.Status.Err())
	case s.json:
		return cli.WriteJSON(out, found)
	}
	fmt.Fprintf(out, "prize %d: value %+.6f, bids", found.Prize, math.Round(found.Value*1e6)/1e6+0) // no negative 0
	for i, p := range found.Probabilities {
		if p > equilibrium.Tolerance {
			fmt.Fprintf(out, " %d (%.4f)", found.Bids[i], p)
		}
	}
	_, err = fmt.Fprintf(out, "; %s, %.3f s\n", cli.Count(found.Positions, "position"), found.Seconds)
	return err
}
