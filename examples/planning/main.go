// Command planning solves planning tasks written in PDDL.
package main

import (
	"context"
	"flag"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "planning",
		ShortUsage: "planning <command> [flags]",
		ShortHelp:  "Solve planning tasks, and check plans.",
		LongHelp: "Tasks are written in PDDL: STRIPS with types, constants, negative preconditions, equality and action costs.\n" +
			"A plan costs what its actions cost if the problem has a metric, and otherwise their number.",
		FlagSet: flag.NewFlagSet("planning", flag.ContinueOnError),
		Subcommands: []*ffcli.Command{
			solveCommand(std), groundCommand(std), spacesCommand(std), validateCommand(std), puzzlesCommand(std), papersCommand(std),
		},
	}
}

// A source holds the flags that name a task.
type source struct {
	domain, problem string
	memory          int
}

func (s *source) flags(flags *flag.FlagSet) {
	flags.StringVar(&s.domain, "domain", "", "the `file` of the domain")
	flags.StringVar(&s.problem, "problem", "", "the `file` of the problem, or - for the standard input")
	cli.Memory(flags, &s.memory)
}

// most is how many bytes of a file are read.
const most = 1 << 24

// text reads a whole file.
func text(r io.Reader) (string, error) {
	b, err := io.ReadAll(cli.Limit(r, most))
	return string(b), err
}

// A described task was read, but not grounded.
type described struct {
	domain  *pddl.Domain
	problem *pddl.Problem
}

// read reads the task of the flags.
func (s *source) read(ctx context.Context, std cli.Streams) (d described, err error) {
	if s.domain == "" || s.problem == "" {
		return d, cli.Usagef("want -domain and -problem")
	}
	return cli.Promptly(ctx, func() (d described, err error) {
		d.domain, err = cli.ReadFile(s.domain, func(r io.Reader) (*pddl.Domain, error) {
			t, err := text(r)
			if err != nil {
				return nil, err
			}
			return pddl.ParseDomain(t)
		})
		if err != nil {
			return d, err
		}
		d.problem, err = cli.Read(s.problem, std.In, func(r io.Reader) (*pddl.Problem, error) {
			t, err := text(r)
			if err != nil {
				return nil, err
			}
			return pddl.ParseProblem(d.domain, t)
		})
		return d, err
	})
}

// task reads the task of the flags and grounds it.
func (s *source) task(ctx context.Context, std cli.Streams) (described, *strips.Task, error) {
	d, err := s.read(ctx, std)
	if err != nil {
		return d, nil, err
	}
	task, err := strips.Ground(ctx, d.domain, d.problem)
	return d, task, err
}

// cellsOf returns the cells of a task.
func cellsOf(ctx context.Context, task *strips.Task) (*strips.Cells, error) {
	return cli.Promptly(ctx, func() (*strips.Cells, error) { return task.Cells(ctx) })
}
