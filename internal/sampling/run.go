package sampling

import (
	"cmp"
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Run is one search of a tree kept between searches: its limits, why it ended, and when its move is decided.
type Run struct {
	Limits    ply.Limits
	Start     time.Time
	Deadline  time.Time // of the limits or of the context, the earlier; zero for none
	Decidable bool      // the search ends when its move cannot change
	DecideAt  int64     // simulations before which their number decides nothing

	ctx    context.Context
	status atomic.Uint32
}

// Begin begins a run that took the time spent before it was interrupted. decidable tells whether its move can be decided early,
// if its time is limited.
func (r *Run) Begin(ctx context.Context, limits ply.Limits, spent time.Duration, decidable bool) {
	r.ctx, r.Limits, r.Start, r.Decidable = ctx, limits, time.Now().Add(-spent), decidable && limits.Time > 0
	r.status.Store(uint32(ply.InProgress))
	if limits.Time > 0 {
		r.Deadline = r.Start.Add(limits.Time)
	}
	if end, ok := ctx.Deadline(); ok && (r.Deadline.IsZero() || end.Before(r.Deadline)) {
		r.Deadline = end
	}
}

// Status returns why the run has ended, or [ply.InProgress].
func (r *Run) Status() ply.Status { return ply.Status(r.status.Load()) }

func (r *Run) Over() bool { return r.Status() != ply.InProgress }

// End ends the run, with the first status given.
func (r *Run) End(s ply.Status) { r.status.CompareAndSwap(uint32(ply.InProgress), uint32(s)) }

// Look ends the run if its time is over or its context has ended, and reports whether it has ended.
func (r *Run) Look() bool {
	if status := stop.Status(r.ctx, r.Deadline); status != ply.Complete {
		r.End(status)
	}
	return r.Over()
}

func (r *Run) Report(done int) ply.Report {
	return ply.Report{Status: r.Status(), Nodes: done, Elapsed: time.Since(r.Start)}
}

// Rest returns the number of simulations that the limits allow after done.
func (r *Run) Rest(done int64) int64 {
	const unlimited = math.MaxInt64 / 2
	return cmp.Or(int64(r.Limits.Nodes), unlimited) - done
}

// RestByTime returns an estimate of further simulations in the remaining time, if it can decide the run.
func (r *Run) RestByTime(done int64) (rest int64, ok bool) {
	const enough = 100 // simulations for an estimate of the speed
	if !r.Decidable || done < enough {
		return 0, false
	}
	return left(done, time.Since(r.Start), time.Until(r.Deadline)), true
}

// left returns an estimate of the simulations in the remaining time, given those made: twice the number by the speed so
// far, because the machine may have been busy. In its first 10 milliseconds and with less than a fiftieth of its time
// left, which is not worth saving, it returns more than possible.
func left(made int64, passed, rest time.Duration) int64 {
	if passed <= 10*time.Millisecond || rest <= passed/50 {
		return math.MaxInt32
	}
	return int64(min(2*float64(made)*rest.Seconds()/passed.Seconds(), math.MaxInt32))
}

// A Lead is the lead of the most visited move, which decides whether another can still overtake it.
type Lead struct {
	first, second int64 // the numbers of simulations of the two most visited moves
	moves         int
}

// Add adds a move with visits and proven bounds, in a position worth at least floor; loss is the value of a loss.
func (l *Lead) Add(visits int64, low, high, floor, loss int) {
	switch {
	case high > floor: // or others are certainly better
		l.add(visits)
	case low == floor && floor > loss:
		l.add(0) // its certain result may prove better than the others
	}
}

func (l *Lead) add(visits int64) {
	l.moves++
	if visits > l.first {
		l.first, l.second = visits, l.first
	} else {
		l.second = max(l.second, visits)
	}
}

// Undecided returns the number of simulations before no other move can become the most visited, given the number left:
// 0 if none can, or there is a single move.
func (l *Lead) Undecided(left int64) int64 {
	lead := l.first - l.second
	if lead > left || l.moves == 1 {
		return 0
	}
	// With each simulation of the first move, the lead grows by 1 and one less is left.
	return (left-lead)/2 + 1
}
