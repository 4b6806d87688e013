// Package stop tells searches when to stop and when to report their progress.
package stop

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
)

// mostLate is the longest that a search waits for a timer.
const mostLate = time.Second

// Err returns the error of a context. If the deadline of the context has passed but its timer is late, as on a busy machine, Err
// waits for it, so that a search that stops at the deadline leaves a context with an error.
func Err(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) {
		if late := ctx.Done(); late != nil {
			select {
			case <-late:
			case <-time.After(mostLate):
			}
		}
		return context.DeadlineExceeded
	}
	return nil
}

// Status returns why a search with this context and deadline, zero for none, must stop now, or ply.Complete.
func Status(ctx context.Context, deadline time.Time) ply.Status {
	switch err := Err(ctx); {
	case errors.Is(err, context.DeadlineExceeded), !deadline.IsZero() && !time.Now().Before(deadline):
		return ply.OutOfTime
	case err != nil:
		return ply.Cancelled
	}
	return ply.Complete
}
