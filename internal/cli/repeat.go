package cli

import (
	"context"
	"fmt"
	"time"
)

// Repeat calls f at least once, until limit has passed or ctx ends. It returns the number of calls, the sum of their
// results, and the time in seconds.
func Repeat(ctx context.Context, limit time.Duration, f func(call int) int) (calls, sum int, seconds float64) {
	begun := time.Now()
	for calls == 0 || time.Since(begun) < limit && ctx.Err() == nil {
		sum += f(calls)
		calls++
	}
	return calls, sum, time.Since(begun).Seconds()
}

// OrDash formats what x points to, or returns a dash for nil.
func OrDash[T any](format string, x *T) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf(format, *x)
}
