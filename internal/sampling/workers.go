package sampling

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

const MostWorkers = 1 << 10

// Workers make the simulations of a search in which each grows a separate tree (root parallelism).
type Workers struct {
	Count  int
	Limits ply.Limits    // Nodes are the simulations of all workers together, divided evenly
	Kept   *Keeper       // of the trees; nil if they are not kept
	Spent  time.Duration // by earlier runs
	Forced bool          // there is a single move: with a time limit, it is decided without simulations

	// Line returns the line of play of a worker's game, for a panic.
	Line func(worker int) string

	// Simulate makes one simulation of a worker, or returns why the search must end, by budget.
	Simulate func(worker int, budget *stop.Budget) (ply.Status, error)

	// Made, if not nil, returns the simulations that a worker has made in earlier runs.
	Made func(worker int) int

	// Report, if not nil, is called about every stop.Interval on the goroutine of the caller, while no worker runs.
	Report func()
}

type part struct {
	budget stop.Budget
	made   int
	status ply.Status // InProgress while there is work to do
	err    error
}

// Search makes the simulations and returns the result for their status. If progress is not nil, it gets intermediate
// results and the final one of a search that does not fail.
func Search[R any](ctx context.Context, w Workers, progress func(R), result func(ply.Status) R) (R, error) {
	if progress != nil {
		w.Report = func() { progress(result(ply.InProgress)) }
	}
	status, err := w.Run(ctx)
	r := result(status)
	if err == nil {
		if err = w.Kept.Save(); err != nil {
			r = result(ply.Failed)
		}
	}
	if err == nil && progress != nil {
		progress(r)
	}
	return r, err
}

// Run makes the simulations. It returns why they ended; ply.OutOfNodes if all were made.
func (w *Workers) Run(ctx context.Context) (status ply.Status, err error) {
	if w.Forced && w.Limits.Time > 0 && ctx.Err() == nil {
		return ply.Decided, nil
	}
	every := stop.Interval(ctx)
	parts := make([]part, w.Count)
	for i := range parts {
		p := &parts[i]
		limits := stop.Limits{Limits: w.Limits}
		limits.Nodes = Share(w.Limits.Nodes, i, w.Count)
		if w.Count == 1 && w.Report != nil {
			limits.Report = func() { guard.Callback(w.Report) }
		}
		p.budget, p.status = stop.NewBudget(ctx, limits), ply.InProgress
		p.budget.Resume(w.Spent)
		if w.Made != nil {
			p.made = w.Made(i)
		}
		if w.Count == 1 && w.Kept != nil {
			p.budget.Save = func(now time.Time) error {
				w.Kept.Poll(now)
				return w.Kept.fault
			}
		}
		if w.Limits.Nodes > 0 && limits.Nodes == 0 {
			p.status = ply.OutOfNodes // fewer simulations than workers
		}
	}
	if w.Count == 1 {
		var pause atomic.Bool // never
		err = guard.Run(func() string { return w.Line(0) }, func() error {
			w.work(0, &parts[0], &pause)
			return cmp.Or(parts[0].err, w.Kept.Fault())
		})
	} else {
		reported := time.Now()
		for ended := false; !ended && err == nil; {
			due := func(now time.Time) bool { return w.Report != nil && now.Sub(reported) >= every }
			if ended, err = w.round(parts, every, due); ended || err != nil {
				break
			}
			if now := time.Now(); due(now) {
				w.Report()
				reported = time.Now()
			}
			w.Kept.Poll(time.Now())
			err = w.Kept.Fault()
		}
	}
	if err != nil {
		return ply.Failed, err
	}
	status = ply.OutOfNodes
	for i := range parts {
		if s := parts[i].status; s != ply.OutOfNodes {
			status = s
		}
	}
	return status, nil
}

// round runs all workers until they end or a report is due. ended tells whether all have.
func (w *Workers) round(parts []part, every time.Duration, due func(time.Time) bool) (ended bool, err error) {
	var pause atomic.Bool
	group := guard.Group{Stop: func() { pause.Store(true) }}
	for i := range parts {
		if p := &parts[i]; p.status == ply.InProgress {
			group.Go(func() string { return w.Line(i) }, func() {
				if w.work(i, p, &pause); p.err != nil {
					pause.Store(true)
				}
			})
		}
	}
	var watch func()
	if w.Report != nil || w.Kept != nil {
		watch = func() {
			if now := time.Now(); due(now) || w.Kept.Ready(now) || !w.Kept.Poll(now) {
				pause.Store(true)
			}
		}
	}
	if err := group.Wait(max(min(every, stop.ReportEvery)/4, stop.Every), watch); err != nil {
		return true, err
	}
	ended = true
	for i := range parts {
		if parts[i].err != nil {
			return true, parts[i].err
		}
		ended = ended && parts[i].status != ply.InProgress
	}
	return ended, nil
}

func (w *Workers) work(worker int, p *part, pause *atomic.Bool) {
	for p.status == ply.InProgress {
		if p.made >= p.budget.PollAt {
			if status := p.budget.Poll(p.made); status != ply.Complete {
				p.status = status
				return
			}
			if pause.Load() {
				return
			}
		}
		status, err := w.Simulate(worker, &p.budget)
		if err != nil || status != ply.Complete {
			p.status, p.err = status, err
			return
		}
		p.made++
	}
}

// Share returns the part of a number for one of several workers. All parts add up to the number.
func Share(number, worker, workers int) int {
	return number/workers + (number%workers+worker)/workers
}
