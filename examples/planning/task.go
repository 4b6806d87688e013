package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
)

func groundCommand(std cli.Streams) *cli.Command {
	var s source
	var json bool
	flags := flag.NewFlagSet("planning ground", flag.ContinueOnError)
	flags.BoolVar(&json, "json", false, "write a JSON object with the numbers alone")
	return s.command(flags, "[flags]", "Write a task without parameters, and the cells that its facts become.",
		`Each cell is a set of facts of which no two ever hold at once. A cell in which none of them may hold has a further
value for that. A move is an action, or what it is for some values of cells that it does not name.`,
		func(ctx context.Context) error { return s.ground(ctx, std, json) })
}

type grounded struct {
	Facts      int  `json:"facts"`
	Actions    int  `json:"actions"`
	Cells      int  `json:"cells"`
	Moves      int  `json:"moves"`
	Unsolvable bool `json:"unsolvable"` // known before any search; there are no cells then
}

func (s *source) ground(ctx context.Context, std cli.Streams, json bool) error {
	_, task, cells, err := s.task(ctx, std)
	if err != nil {
		return err
	}
	g := grounded{Facts: len(task.Facts), Actions: len(task.Actions), Unsolvable: cells == nil}
	if cells != nil {
		g.Cells, g.Moves = len(cells.Facts), len(cells.Actions)
	}
	if json {
		return cli.WriteJSON(std.Out, g)
	}
	out := bufio.NewWriter(std.Out)
	for _, a := range task.Actions {
		fmt.Fprintln(out, a.Name)
		for _, part := range []struct {
			name  string
			facts []int
		}{{"needs", a.Needs}, {"deletes", a.Deletes}, {"adds", a.Adds}} {
			names := []string{"  " + part.name}
			for _, f := range part.facts {
				names = append(names, task.Facts[f])
			}
			fmt.Fprintln(out, strings.Join(names, " "))
		}
	}
	if cells != nil {
		for i, facts := range cells.Facts {
			fmt.Fprintf(out, "cell %d: %s\n", i, strings.TrimSpace(strings.Join(facts, " ")))
		}
	}
	fmt.Fprintf(out, "%d facts, %d actions, %d cells, %d moves\n", g.Facts, g.Actions, g.Cells, g.Moves)
	return out.Flush()
}

func validateCommand(std cli.Streams) *cli.Command {
	var s source
	var plan string
	var json bool
	flags := flag.NewFlagSet("planning validate", flag.ContinueOnError)
	flags.StringVar(&plan, "plan", "", "the `file` of the plan, or - for the standard input")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return s.command(flags, "-plan FILE [flags]", "Check a plan.",
		`A plan has an action in parentheses on each line. A semicolon begins a comment. The check follows the text of the task
and uses nothing of what solves it. A plan that is not valid is an error.`,
		func(ctx context.Context) error { return s.validate(ctx, std, plan, json) })
}

type validated struct {
	Cost   int `json:"cost"`
	Length int `json:"length"`
}

func (s *source) validate(ctx context.Context, std cli.Streams, name string, json bool) error {
	switch {
	case name == "":
		return cli.Usagef("want -plan")
	case name == "-" && s.problem == "-":
		return cli.Usagef("-problem and -plan cannot both be the standard input")
	}
	p, err := s.read(ctx, std)
	if err != nil {
		return err
	}
	plan, err := cli.Read(name, std.In, whole(func(text string) ([][]string, error) {
		return cli.Promptly(ctx, func() ([][]string, error) { return strips.ParsePlan(text) })
	}))
	if err != nil {
		return err
	}
	cost, err := cli.Promptly(ctx, func() (int, error) { return strips.Validate(p, plan) })
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(name), err)
	}
	return cli.Write(std.Out, json, validated{cost, len(plan)}, "valid: %d actions, cost %d\n", len(plan), cost)
}
