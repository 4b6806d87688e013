package cli

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each calls f with each number from 0 to n-1, on several goroutines, until a call fails or ctx ends. It returns the first
// error, or nil if ctx ended first. The context of f ends with ctx or after the first error.
func Each(ctx context.Context, n, workers int, f func(ctx context.Context, i int) error) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for within.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := f(within, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(within); err != context.Cause(ctx) {
		return err
	}
	return nil
}
