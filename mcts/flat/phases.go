package flat

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// run makes the playouts and returns why they ended.
func (s *search[M]) run(ctx context.Context) (ply.Status, error) {
	s.reported = s.start
	if s.opt.pruning.on() {
		return s.runPruning(ctx)
	}
	status, err := s.phase(ctx, s.total)
	if status == ply.OutOfNodes && s.total != s.limits.Nodes {
		status = ply.Complete // all playouts of the Judge were made
	}
	return status, err
}

// runPruning makes playouts by phases, between which moves are given up.
func (s *search[M]) runPruning(ctx context.Context) (ply.Status, error) {
	made := 0
	if len(s.alive) == 1 { // nothing to compare it with
		return ply.Decided, nil
	}
	for rounds := 0; ; {
		more := between
		if rounds == 0 {
			more = s.opt.pruning.after()
		}
		if s.opt.each > 0 {
			more = min(more, s.opt.each-rounds)
		}
		playouts := min(more, math.MaxInt/len(s.alive)) * len(s.alive)
		if s.limits.Nodes > 0 {
			playouts = min(playouts, s.limits.Nodes-made)
		}
		status, err := s.phase(ctx, playouts)
		if err != nil || status != ply.OutOfNodes {
			return status, err
		}
		rounds += more
		made += playouts
		var cells []tally
		for _, w := range s.workers {
			mergeAll(&cells, w.cells)
		}
		var decided bool
		s.alive, decided = s.opt.pruning.prune(cells, s.alive)
		switch {
		case decided:
			return ply.Decided, nil
		case rounds == s.opt.each:
			return ply.Complete, nil
		case made == s.limits.Nodes:
			return ply.OutOfNodes, nil
		}
		if s.opt.Progress != nil && time.Since(s.reported) >= stop.Interval(ctx) {
			s.report()
		}
	}
}

// phase makes a number of playouts, 0 for as many as can be, with the moves that are alive.
func (s *search[M]) phase(ctx context.Context, playouts int) (ply.Status, error) {
	limits := ply.Limits{Nodes: playouts}
	if s.limits.Time > 0 {
		if limits.Time = s.limits.Time - time.Since(s.start); limits.Time <= 0 {
			return ply.OutOfTime, nil
		}
	}
	workers := sampling.Workers{
		Count:    s.opt.Workers,
		Limits:   limits,
		Line:     func(i int) string { return fmt.Sprint(s.workers[i].line) },
		Simulate: func(i int, budget *stop.Budget) (ply.Status, error) { return s.workers[i].simulation(budget) },
	}
	if s.opt.Progress != nil {
		workers.Report = s.report
	}
	for i, w := range s.workers {
		// The workers that make one playout more than others, if the number cannot be shared evenly, are the last.
		w.next = len(s.workers) - 1 - i
	}
	return workers.Run(ctx)
}

func (s *search[M]) report() {
	s.opt.Progress(s.result(ply.InProgress))
	s.reported = time.Now()
}
