// Package stop tells searches when to stop and when to report their progress.
package stop

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
)

// Status returns why a search with this context and deadline, zero for none, must stop now, or ply.Complete.
func Status(ctx context.Context, deadline time.Time) ply.Status {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded), !deadline.IsZero() && !time.Now().Before(deadline):
		return ply.OutOfTime
	case err != nil:
		return ply.Cancelled
	}
	return ply.Complete
}
