package stop

import (
	"context"
	"time"
)

const ReportEvery = 100 * time.Millisecond

type everyKey struct{}

// ReportEach returns a context for a search that reports its progress about every d instead of every [ReportEvery], for
// tests.
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
