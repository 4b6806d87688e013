package puct

import (
	"context"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// searchSynchronously searches in rounds: collecting positions, one call of the evaluator, and adding results in the
// order of the simulations. The positions of a round do not depend on the clock.
func (t *Tree[G, M]) searchSynchronously(ctx context.Context, r *run) error {
	limits := stop.Limits{}
	if t.opt.Progress != nil {
		limits.Report = func() {
			result := t.snapshot(r)
			r.reporting = true
			guard.Callback(func() { t.opt.Progress(result) })
			r.reporting = false
		}
	}
	budget := stop.NewBudget(ctx, limits)
	if r.kept != nil {
		budget.Save = func(now time.Time) error {
			r.keepFrom = now
			return nil
		}
	}
	steps := 0
	for !r.Over() {
		t.collect(r, &budget, &steps)
		if r.breaks() || t.solved() {
			return nil // pending simulations are withdrawn
		}
		if len(t.one.slots) > 0 {
			if answered, err := t.call(ctx, r, t.one); !answered || r.breaks() {
				return err
			}
			for _, s := range t.one.slots {
				t.current = s
				t.settle(s)
				r.done++
			}
			t.one.clear()
			t.current = nil
		}
		t.check(r)
		if !r.keepFrom.IsZero() && !r.Over() {
			r.keep(r.keepFrom)
			r.keepFrom = time.Time{}
		}
	}
	return nil
}

// collect makes simulations until a batch is full, or no more can begin before evaluations arrive.
func (t *Tree[G, M]) collect(r *run, budget *stop.Budget, steps *int) {
	collisions := 0
	for len(t.one.slots) < t.opt.Batch && collisions < t.opt.Batch && !r.exhausted() {
		if *steps++; *steps >= budget.PollAt {
			if status := budget.Poll(*steps); status != ply.Complete {
				r.End(status)
			}
			if t.decideByTime(r); r.breaks() {
				return
			}
		}
		s := t.slots[len(t.one.slots)]
		t.current = s
		switch t.simulate(s) {
		case counted:
			r.begun++
			r.done++
			if t.solved() {
				r.End(ply.Solved)
				return
			}
		case pending:
			r.begun++
			t.one.add(s)
		case collided:
			if t.opt.scheduled {
				t.withdraw(s)
				collisions = t.opt.Batch
				break
			}
			// Its visits stay for this round, to send others elsewhere.
			t.bumped = append(t.bumped, s.path...)
			collisions++
		}
		t.current = nil
	}
	t.release()
}

func (t *Tree[G, M]) release() {
	for _, step := range t.bumped {
		t.store.Nodes.At(step.node).flight--
		t.store.Arcs.At(step.arc).flight--
	}
	t.bumped = t.bumped[:0]
}
