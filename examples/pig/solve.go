package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
)

func solveCommand(std cli.Streams) *cli.Command {
	var target int
	var s pig.State
	var table, json bool
	flags := flag.NewFlagSet("pig solve", flag.ContinueOnError)
	targetFlag(flags, &target, mostSolved)
	cli.Number(flags, &s.Scores[0], "own", 0, 0, pig.MostTarget, "`points` of the player whose turn it is")
	cli.Number(flags, &s.Scores[1], "other", 0, 0, pig.MostTarget, "`points` of the other player")
	cli.Number(flags, &s.Turn, "turn", 0, 0, pig.MostTarget, "`points` of the turn that do not count yet")
	flags.BoolVar(&table, "table", false, "also print where to hold for scores in steps of a tenth of the target")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find the probability of winning, and what to do, if both play best.",
		"A game to 100 takes some seconds and 200 MB.",
		func(ctx context.Context) error { return solve(ctx, std.Out, target, s, table, json) })
}

type solved struct {
	Target    int     `json:"target"`
	Wins      float64 `json:"wins"` // the probability that the player whose turn it is wins
	Best      string  `json:"best"`
	HoldAt    int     `json:"hold_at"` // points of the turn
	Positions int     `json:"positions"`
	Backups   int     `json:"backups"`
	Seconds   float64 `json:"seconds"`
}

func solve(ctx context.Context, out io.Writer, target int, s pig.State, table, json bool) error {
	g, err := pig.From(target, s)
	if err != nil {
		return cli.Usagef("-own, -other and -turn: %w", err)
	}
	progress := cli.NewProgress(0, fmt.Sprintf("solving the game to %d points", target))
	defer progress.Close()
	solution, err := pig.Solve(ctx, target)
	progress.Close()
	if err != nil {
		return err
	}
	policy, err := solution.Policy()
	if err != nil {
		return err
	}
	wins, ok := solution.Wins(g)
	if !ok {
		return fmt.Errorf("no game comes to\n%v", g)
	}
	best, err := policy.Move(g)
	if err != nil {
		return err
	}
	answer := solved{target, wins, best.String(), policy.HoldAt(s.Scores[0], s.Scores[1]), solution.Positions, solution.Backups, solution.Elapsed.Seconds()}
	if json {
		return cli.WriteJSON(out, answer)
	}
	fmt.Fprintf(out, "The player whose turn it is wins with probability %.6f. Best: %s; hold at %d in this turn.\n", answer.Wins, answer.Best, answer.HoldAt)
	if table {
		draw(out, policy, target)
	}
	_, err = fmt.Fprintf(out, "%d positions, %d components, %d values computed, %.1f s\n",
		answer.Positions, solution.Components, answer.Backups, answer.Seconds)
	return err
}

// draw writes where to hold, with a row for each own score and a column for each score of the other.
func draw(out io.Writer, policy *pig.Policy, target int) {
	step := max(1, target/10)
	fmt.Fprint(out, "own \\ other")
	for other := 0; other < target; other += step {
		fmt.Fprintf(out, "%5d", other)
	}
	fmt.Fprintln(out)
	for own := 0; own < target; own += step {
		fmt.Fprintf(out, "%11d", own)
		for other := 0; other < target; other += step {
			fmt.Fprintf(out, "%5d", policy.HoldAt(own, other))
		}
		fmt.Fprintln(out)
	}
}
