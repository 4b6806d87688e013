package main

import (
	"context"
	"io"

	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
)

// newGame returns the start of a variant.
func newGame(variant string) (*morpion.Game, error) {
	v, err := morpion.ParseVariant(variant)
	if err != nil {
		return nil, err
	}
	return morpion.New(v), nil
}

// counting is what count gives to a queue.
var counting = queue.Problem{
	Name: "morpion-count",
	Make: distributed.CountProblem(newGame, nil),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run distributed.Status, asJSON bool) error {
		var options distributed.CountOptions[morpion.Move]
		if err := q.Options(ctx, run.Run, &options); err != nil {
			return err
		}
		r, err := distributed.CountResult[*morpion.Game, morpion.Move](ctx, q.Results(run.Run), nil)
		if err != nil {
			return err
		}
		longest := len(options.Start.Line) + r.Depth
		found := counted{From: len(options.Start.Line), Longest: &longest, Nodes: r.Positions, Seconds: run.Elapsed, Workers: run.Workers}
		if run.State == distributed.Complete {
			found.Positions = &r.Positions
		}
		return (&count{json: asJSON}).write(out, &found, run.State == distributed.Complete, run.State)
	},
}

// submit counts with other processes.
func (c *count) submit(ctx context.Context, std cli.Streams) error {
	variant, moves, err := c.record.read(std.In)
	if err != nil {
		return err
	}
	if c.from > len(moves) {
		return cli.Usagef("-from %d: the game has %d moves", c.from, len(moves))
	}
	return c.submission.Run(ctx, std, &counting, distributed.CountOptions[morpion.Move]{
		Start:    distributed.Start[morpion.Move]{Name: variant.String(), Line: moves[:c.from]},
		MaxNodes: c.taskNodes,
		MaxTime:  c.taskTime,
	}, c.workers, c.json)
}
