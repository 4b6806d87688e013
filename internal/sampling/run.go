package sampling

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Run is one search of a tree that is kept between searches: its bounds, and when its move can be decided.
type Run struct {
	Ctx       context.Context
	Limits    ply.Limits
	Start     time.Time
	Deadline  time.Time // of the limits or of the context, whichever comes first; zero for none
	Decidable bool      // the search ends when its move cannot change
	DecideAt  int64     // simulations before which nothing can be decided by their number
}

// Begin returns a run that begins now.
func Begin(ctx context.Context, limits ply.Limits, decidable bool) Run {
	r := Run{Ctx: ctx, Limits: limits, Start: time.Now(), Decidable: decidable}
	if limits.Time > 0 {
		r.Deadline = r.Start.Add(limits.Time)
	}
	if end, ok := ctx.Deadline(); ok && (r.Deadline.IsZero() || end.Before(r.Deadline)) {
		r.Deadline = end
	}
	return r
}

// Status returns why the time of the run is over, or [ply.Complete].
func (r *Run) Status() ply.Status { return stop.Status(r.Ctx, r.Deadline) }

// Rest returns how many simulations the limits allow after those that are done.
func (r *Run) Rest(done int64) int64 {
	const unlimited = math.MaxInt64 / 2
	return cmp.Or(int64(r.Limits.Nodes), unlimited) - done
}

// RestByTime returns about how many more simulations there is time for, if the run can be decided by that.
func (r *Run) RestByTime(done int64) (rest int64, ok bool) {
	if !r.Decidable || done < Enough {
		return 0, false
	}
	return Left(done, time.Since(r.Start), time.Until(r.Deadline)), true
}
