package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

func papersCommand(std cli.Streams) *cli.Command {
	var balls int
	var json bool
	flags := flag.NewFlagSet("planning papers", flag.ContinueOnError)
	cli.Number(flags, &balls, "balls", 10, 4, 20, "the greatest even `number` of balls")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Repeat what is known of gripper.",
		`A robot with two grippers carries balls from one room to another (McDermott 2000). With an even number n of balls a
cheapest plan has 3n-1 actions. Estimates can be nearly exact, and A* still expands ever more positions (Helmert and
Röger 2008): beside those of this program stand those of Fast Downward, both with landmark-cut (Helmert and Domshlak
2009) and before the last layer of equal totals.`, func(ctx context.Context) error {
			if !json {
				fmt.Fprintf(std.Out, "%5s %5s %5s %8s %8s %13s %8s\n", "balls", "cost", "3n-1", "h at 0", "sure", "Fast Downward", "s")
			}
			for n := 4; n <= balls; n += 2 {
				r, err := carry(ctx, n)
				if err != nil {
					return err
				}
				published := "-"
				if r.FastDownward > 0 {
					published = fmt.Sprint(r.FastDownward)
				}
				if err := cli.Write(std.Out, json, r, "%5d %5d %5d %8d %8d %13s %8.2f\n", n, r.Cost, 3*n-1, r.Estimate, r.Sure, published, r.Seconds); err != nil {
					return err
				}
			}
			return nil
		})
}

type carried struct {
	Balls        int     `json:"balls"`
	Cost         int     `json:"cost"`
	Estimate     int     `json:"estimate"` // at the start
	Sure         int     `json:"sure"`     // UntilLastJump of search.PathResult
	FastDownward int     `json:"fastDownward,omitempty"`
	Seconds      float64 `json:"seconds"`
}

// fastDownward has the positions that Fast Downward (2026) expands until the last jump, by the number of balls.
var fastDownward = map[int]int{4: 92, 6: 1323, 8: 10522, 10: 66161, 12: 372600, 14: 1975735}

func carry(ctx context.Context, balls int) (carried, error) {
	begin := time.Now()
	r := carried{Balls: balls, FastDownward: fastDownward[balls]}
	d, err := pddl.ParseDomain(gripperDomain)
	if err != nil {
		return r, err
	}
	p, err := pddl.ParseProblem(d, gripperProblem(balls))
	if err != nil {
		return r, err
	}
	task, err := strips.Ground(ctx, p)
	if err != nil {
		return r, err
	}
	cells, err := task.Cells(ctx)
	if err != nil {
		return r, err
	}
	h, err := heuristic.New(ctx, cells.Game, heuristic.Options[int]{})
	if err != nil {
		return r, err
	}
	r.Estimate = h.Estimate()
	result, err := search.AStar(ctx, h, ply.Limits{}, search.PathOptions[int]{})
	if err != nil {
		return r, err
	}
	if !result.Found {
		return r, fmt.Errorf("gripper with %d balls: %s", balls, result.Status)
	}
	r.Cost, r.Sure, r.Seconds = len(result.Line), result.UntilLastJump, time.Since(begin).Seconds()
	return r, nil
}

//go:embed gripper.pddl
var gripperDomain string

func gripperProblem(balls int) string {
	var names, start, goal strings.Builder
	for i := range balls {
		fmt.Fprintf(&names, " b%d", i)
		fmt.Fprintf(&start, " (in b%d here)", i)
		fmt.Fprintf(&goal, " (in b%d there)", i)
	}
	return fmt.Sprintf("(define (problem carry) (:domain gripper)\n  (:objects here there - room left right - hand%s - ball)\n"+
		"  (:init (robot here) (free left) (free right)%s)\n  (:goal (and%s)))", names.String(), start.String(), goal.String())
}
