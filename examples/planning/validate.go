package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
)

func validateCommand(std cli.Streams) *ffcli.Command {
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

// validated is what validate says of a valid plan.
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
	d, err := s.read(ctx, std)
	if err != nil {
		return err
	}
	plan, err := cli.Read(name, std.In, whole(func(text string) ([][]string, error) {
		return cli.Promptly(ctx, func() ([][]string, error) { return strips.ParsePlan(text) })
	}))
	if err != nil {
		return err
	}
	cost, err := cli.Promptly(ctx, func() (int, error) { return strips.Validate(d.domain, d.problem, plan) })
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(name), err)
	}
	return cli.Write(std.Out, json, validated{cost, len(plan)}, "valid: %d actions, cost %d\n", len(plan), cost)
}
