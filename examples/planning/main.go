// Command planning solves planning tasks written in PDDL.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("planning", "Solve planning tasks, and check plans.",
		"Tasks are written in PDDL: STRIPS with types, constants, negative preconditions, equality and action costs.\n"+
			"A plan costs what its actions cost if the problem has a metric, and otherwise their number.",
		solveCommand(std), groundCommand(std), spacesCommand(std), validateCommand(std), puzzlesCommand(std), papersCommand(std))
}

// A source holds the flags that name a task.
type source struct {
	domain, problem string
	memory          int
}

// command returns a command about a task, and adds the flags of the task.
func (s *source) command(flags *flag.FlagSet, usage, short, long string, run func(ctx context.Context) error) *cli.Command {
	flags.StringVar(&s.domain, "domain", "", "the `file` of the domain")
	flags.StringVar(&s.problem, "problem", "", "the `file` of the problem, or - for the standard input")
	return bounded(flags, &s.memory, "-domain FILE -problem FILE "+usage, short, long, run)
}

// bounded returns a command with a bound on memory.
func bounded(flags *flag.FlagSet, memory *int, usage, short, long string, run func(ctx context.Context) error) *cli.Command {
	cli.Memory(flags, memory)
	return cli.Subcommand(flags, usage, short, long, func(ctx context.Context) error { return cli.Within(ctx, int64(*memory), run) })
}

const most = 1 << 24

// whole returns a function that parses a whole file.
func whole[T any](parse func(text string) (T, error)) func(r io.Reader) (T, error) {
	return func(r io.Reader) (none T, err error) {
		b, err := io.ReadAll(cli.Limit(r, most))
		if err != nil {
			return none, err
		}
		return parse(string(b))
	}
}

func (s *source) read(ctx context.Context, std cli.Streams) (*pddl.Problem, error) {
	if s.domain == "" || s.problem == "" {
		return nil, cli.Usagef("want -domain and -problem")
	}
	return cli.Promptly(ctx, func() (*pddl.Problem, error) {
		d, err := cli.ReadFile(s.domain, whole(pddl.ParseDomain))
		if err != nil {
			return nil, err
		}
		return cli.Read(s.problem, std.In, whole(func(text string) (*pddl.Problem, error) { return pddl.ParseProblem(d, text) }))
	})
}

// task reads and grounds the task of the flags. cells is nil if there is known to be no plan.
func (s *source) task(ctx context.Context, std cli.Streams) (p *pddl.Problem, task *strips.Task, cells *strips.Cells, err error) {
	if p, err = s.read(ctx, std); err != nil {
		return nil, nil, nil, err
	}
	if task, err = strips.Ground(ctx, p); err != nil {
		return nil, nil, nil, err
	}
	cells, err = cli.Promptly(ctx, func() (*strips.Cells, error) { return task.Cells(ctx) })
	if errors.Is(err, strips.ErrUnsolvable) {
		err = nil
	}
	return p, task, cells, err
}

// statusOf returns the outcome of a search: solved, unsolvable, or why it stopped.
func statusOf(ctx context.Context, r *search.PathResult[int]) string {
	status := r.Status
	switch {
	case !r.Found && status == ply.Complete:
		return "unsolvable"
	case r.Found || status != ply.Cancelled:
	case errors.Is(context.Cause(ctx), cli.ErrMemory):
		status = ply.OutOfMemory
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		status = ply.OutOfTime
	}
	return status.String()
}

// kindOf returns the heuristic of a name, if there is one.
func kindOf(name string) (heuristic.Kind, bool) {
	i := slices.IndexFunc(kinds, func(k heuristic.Kind) bool { return k.String() == name })
	return kinds[max(i, 0)], i >= 0
}
