package stop

import (
	"cmp"
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
)

type Limits struct {
	ply.Limits

	Stride int // the most nodes between two calls of Poll, 0 for the default of Pacer

	// Report, if not nil, reports the progress about every Interval, by guard.Callback. It may play on the game.
	Report func()
}

// A Budget tells a search that counts nodes when to stop, and when to report its progress.
type Budget struct {
	PollAt int           // the number of nodes at which Poll is to be called next
	Total  *atomic.Int64 // counts the nodes of all searches that share a budget; nil for one search

	// Save, if not nil, is called whenever Poll looks at the clock. Its error ends the search.
	Save func(now time.Time) error

	ctx      context.Context
	start    time.Time
	deadline time.Time // zero for none
	nodes    int       // math.MaxInt for no limit, so the count cannot overflow
	added    int       // nodes included in Total
	report   func()
	fault    error // of Save
	every    time.Duration
	reported time.Time // when the last report ended
	pacer    Pacer
}

// NewBudget returns the budget of a search that begins now.
func NewBudget(ctx context.Context, l Limits) Budget {
	now := time.Now()
	b := Budget{
		ctx:      ctx,
		start:    now,
		nodes:    cmp.Or(l.Nodes, math.MaxInt),
		report:   l.Report,
		every:    Interval(ctx),
		reported: now,
		pacer:    Pacer{Most: l.Stride},
	}
	if l.Time > 0 {
		b.deadline = now.Add(l.Time)
	}
	return b
}

// Poll returns why the search must stop after this number of nodes, or ply.Complete if it may continue until PollAt. It
// reports the progress if a report is due.
func (b *Budget) Poll(nodes int) ply.Status {
	spent := int64(nodes)
	if b.Total != nil {
		spent = b.Total.Add(int64(nodes - b.added))
		b.added = nodes
	}
	if spent >= int64(b.nodes) {
		return ply.OutOfNodes
	}
	if status := b.Status(); status != ply.Complete {
		return status
	}
	now := time.Now()
	stride := b.pacer.Next(now)
	if b.report != nil && now.Sub(b.reported) >= b.every {
		b.report()
		b.reported = time.Now()
		b.pacer.Pause(b.reported.Sub(now)) // not spent on nodes
	}
	if b.Save != nil {
		start := time.Now()
		if b.fault = b.Save(start); b.fault != nil {
			return ply.Failed
		}
		b.pacer.Pause(time.Since(start))
	}
	b.PollAt = nodes + int(min(int64(stride), int64(b.nodes)-spent))
	return ply.Complete
}

// Status returns why the search must stop now, for any number of nodes, or ply.Complete.
func (b *Budget) Status() ply.Status { return Status(b.ctx, b.deadline) }

// Stride returns the number of nodes between the last call of Poll and the next, 0 before the first.
func (b *Budget) Stride() int { return b.pacer.Stride() }

// Pause excludes a time since the last call of Poll in which no work was done.
func (b *Budget) Pause(d time.Duration) { b.pacer.Pause(d) }

// Resume counts the time that the search took before it was interrupted.
func (b *Budget) Resume(spent time.Duration) {
	b.start = b.start.Add(-spent)
	if !b.deadline.IsZero() {
		b.deadline = b.deadline.Add(-spent)
	}
}

// Fault returns the error of Save.
func (b *Budget) Fault() error { return b.fault }

func (b *Budget) Elapsed() time.Duration { return time.Since(b.start) }
