package main

import (
	"context"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/montecarlo"
)

// newGame returns the start of a variant.
func newGame(variant string) (*morpion.Game, error) {
	v, err := morpion.ParseVariant(variant)
	if err != nil {
		return nil, err
	}
	return morpion.New(v), nil
}

// countProblem is what count gives to a queue.
var countProblem = queue.Problem{
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
	return c.submission.Run(ctx, std, &countProblem, distributed.CountOptions[morpion.Move]{
		Start:    distributed.Start[morpion.Move]{Name: variant.String(), Line: moves[:c.from]},
		MaxNodes: c.taskNodes,
		MaxTime:  c.taskTime,
	}, c.workers, c.json)
}

// submit searches with other processes.
func (h *hunt) submit(ctx context.Context, std cli.Streams) error {
	a := &h.adaptation.AdaptationOptions
	switch {
	case h.method != adaptation || h.adaptation.Forbidden > 0:
		return cli.Usagef("-queue: only for method %s, not iterated", adaptation)
	case h.playouts == 0 || h.budget > 0:
		return cli.Usagef("-queue: want a budget of -playouts, and no other")
	case h.checkpoint != "" || h.output != "" || h.history != "":
		return cli.Usagef("-queue: the state and the result are in the database, not in files")
	case a.Playouts != 1:
		return cli.Usagef("-step: not with -queue")
	case a.Beam != 1:
		return cli.Usagef("-beam: not with -queue")
	case a.Guided:
		return cli.Usagef("-guided: not with -queue")
	}
	variant, err := morpion.ParseVariant(h.variant)
	if err != nil {
		return err
	}
	return h.submission.Run(ctx, std, &searchProblem, distributed.IslandOptions[morpion.Move]{
		Start:          distributed.Start[morpion.Move]{Name: variant.String()},
		Islands:        h.islands,
		Rounds:         h.rounds,
		Playouts:       max(1, h.playouts/h.islands/h.rounds),
		Exchange:       h.share,
		Level:          a.Level,
		Iterations:     a.Iterations,
		Rate:           a.Rate,
		TopRate:        a.TopRate,
		MaxRepetitions: a.MaxRepetitions,
		Seed:           h.seed,
	}, h.workers, h.json)
}

// searchProblem is what search gives to a queue.
var searchProblem = queue.Problem{
	Name: "morpion-search",
	Make: distributed.IslandProblem(newGame),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run distributed.Status, asJSON bool) error {
		var options distributed.IslandOptions[morpion.Move]
		if err := q.Options(ctx, run.Run, &options); err != nil {
			return err
		}
		islands, err := distributed.IslandResult[morpion.Move](ctx, q.Results(run.Run))
		if err != nil {
			return err
		}
		variant, err := morpion.ParseVariant(options.Start.Name)
		if err != nil {
			return err
		}
		best := distributed.Best(islands)
		r := montecarlo.Result[morpion.Move]{
			Report: ply.Report{Status: ply.InProgress, Elapsed: time.Duration(run.Elapsed * float64(time.Second))},
			Line:   best.Line,
			Score:  best.Score,
			Runs:   len(islands),
		}
		for _, i := range islands {
			r.Nodes += i.Playouts
		}
		if run.State == distributed.Complete {
			r.Status = ply.OutOfNodes
		}
		return (&hunt{method: adaptation, seed: options.Seed, json: asJSON}).report(out, variant, &r)
	},
}
