package stop

import (
	"context"
	"time"
)

const ReportEvery = 100 * time.Millisecond

type everyKey struct{}

// ReportEach returns a context for tests, in which a search reports progress every d instead of [ReportEvery].
func ReportEach(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, everyKey{}, d)
}

// Interval returns the time between two reports of progress of a search with this context.
func Interval(ctx context.Context) time.Duration {
	if d, ok := ctx.Value(everyKey{}).(time.Duration); ok {
		return d
	}
	return ReportEvery
}
