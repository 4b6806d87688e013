package sampling

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// MostWorkers is the greatest number of goroutines of a search.
const MostWorkers = 1 << 10

// A Crew makes the simulations of a search whose workers grow a tree each (root parallelism).
type Crew struct {
	Workers     int
	Simulations int           // of all workers together, shared out evenly; 0 for no limit
	Time        time.Duration // 0 for no limit

	// Line returns the line of play of a worker's game, to name where it panicked.
	Line func(worker int) string

	// Simulate makes one simulation of a worker, or returns why the search must end, which budget tells.
	Simulate func(worker int, budget *stop.Budget) (ply.Status, error)

	// Report, if not nil, is called about every stop.Interval on the goroutine of the caller, while no worker is at work.
	Report func()
}

// A worker's part of a search.
type part struct {
	budget stop.Budget
	made   int
	status ply.Status // InProgress while there is work to do
	err    error
}

// Run makes the simulations. It returns why they ended; ply.OutOfNodes if all were made.
func (c *Crew) Run(ctx context.Context) (ply.Status, error) {
	every := stop.Interval(ctx)
	parts := make([]part, c.Workers)
	for i := range parts {
		p := &parts[i]
		limits := stop.Limits{Limits: ply.Limits{Time: c.Time}}
		if c.Simulations > 0 {
			limits.Nodes = Share(c.Simulations, i, c.Workers)
		}
		if c.Workers == 1 && c.Report != nil {
			limits.Report = func() { guard.Callback(c.Report) }
		}
		p.budget, p.status = stop.NewBudget(ctx, limits), ply.InProgress
		if c.Simulations > 0 && limits.Nodes == 0 {
			p.status = ply.OutOfNodes // there are fewer simulations than workers
		}
	}
	if c.Workers == 1 {
		var pause atomic.Bool // never
		err := guard.Run(func() string { return c.Line(0) }, func() error {
			c.work(0, &parts[0], &pause)
			return parts[0].err
		})
		return c.result(parts, err)
	}
	for {
		ended, err := c.round(parts, every)
		if err != nil || ended {
			return c.result(parts, err)
		}
		if c.Report != nil {
			c.Report()
		}
	}
}

// round lets all workers work until they end or a report is due. ended tells whether all have.
func (c *Crew) round(parts []part, every time.Duration) (ended bool, err error) {
	var pause atomic.Bool
	group := guard.Group{Stop: func() { pause.Store(true) }}
	began := time.Now()
	for i := range parts {
		if p := &parts[i]; p.status == ply.InProgress {
			group.Go(func() string { return c.Line(i) }, func() {
				if c.work(i, p, &pause); p.err != nil {
					pause.Store(true)
				}
			})
		}
	}
	var watch func()
	if c.Report != nil {
		watch = func() {
			if time.Since(began) >= every {
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

// work makes simulations of a worker until it ends or is to pause.
func (c *Crew) work(worker int, p *part, pause *atomic.Bool) {
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
		status, err := c.Simulate(worker, &p.budget)
		if err != nil || status != ply.Complete {
			p.status, p.err = status, err
			return
		}
		p.made++
	}
}

// result returns why a search ended that the parts are of.
func (c *Crew) result(parts []part, err error) (ply.Status, error) {
	if err != nil {
		return ply.Failed, err
	}
	status := ply.OutOfNodes
	for i := range parts {
		if s := parts[i].status; s != ply.OutOfNodes {
			status = s
		}
	}
	return status, nil
}

// Share returns the part of a number that goes to one of several workers: all parts together are the number.
func Share(number, worker, workers int) int {
	part := number / workers
	if number%workers+worker >= workers {
		part++
	}
	return part
}
