package main

import (
	"context"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/montecarlo"
)

func newGame(variant string) (*morpion.Game, error) {
	v, err := morpion.ParseVariant(variant)
	if err != nil {
		return nil, err
	}
	return morpion.New(v), nil
}

var countProblem = queue.Problem{
	Name: "morpion-count",
	Make: distributed.CountProblem(newGame, nil),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error {
		var options distributed.CountOptions[morpion.Move]
		if err := q.Options(ctx, run.ID, &options); err != nil {
			return err
		}
		r, err := distributed.CountResult[morpion.Move](ctx, q, run.ID, nil)
		if err != nil {
			return err
		}
		found := counted{From: len(options.Line), Longest: new(len(options.Line) + len(r.Line)), Nodes: r.Nodes, Seconds: r.Elapsed.Seconds(), Workers: run.Workers}
		if r.Status == ply.Complete {
			found.Positions = &r.Nodes
		}
		return found.write(out, asJSON, r.Status == ply.Complete, r.Status)
	},
}

// submit searches together with other processes.
func (h *hunt) submit(ctx context.Context, std cli.Streams, variant morpion.Variant) error {
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

var searchProblem = queue.Problem{
	Name: "morpion-search",
	Make: distributed.IslandProblem(newGame),
	Print: func(ctx context.Context, out io.Writer, q *distributed.Queue, run *distributed.Run, asJSON bool) error {
		var options distributed.IslandOptions[morpion.Move]
		if err := q.Options(ctx, run.ID, &options); err != nil {
			return err
		}
		islands, err := distributed.IslandResult[morpion.Move](ctx, q, run.ID)
		if err != nil {
			return err
		}
		variant, err := morpion.ParseVariant(options.Name)
		if err != nil {
			return err
		}
		r := montecarlo.Result[morpion.Move]{Report: ply.Report{Status: run.Status, Elapsed: run.Elapsed}, Runs: len(islands)}
		for _, i := range islands {
			if i.Found && (!r.Found || i.Score > r.Score) {
				r.Line, r.Score, r.Found = i.Line, i.Score, true
			}
			r.Nodes += i.Nodes
		}
		if run.Status == ply.Complete {
			r.Status = ply.OutOfNodes
		}
		return (&hunt{method: adaptation, seed: options.Seed, json: asJSON}).report(out, variant, &r)
	},
}
