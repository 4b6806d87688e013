// Package stop tells searches when to stop and when to report their progress.
package stop

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
)

// Err returns the error of a context. From the deadline of the context on, it is context.DeadlineExceeded, even if the timer
// of the context is late, as on a busy machine.
func Err(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) {
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
