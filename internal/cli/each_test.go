package cli_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply/internal/cli"
)

func TestEach(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var sum atomic.Int64
	if err := cli.Each(ctx, 100, 3, func(_ context.Context, i int) error { sum.Add(int64(i)); return nil }); err != nil || sum.Load() != 4950 {
		t.Errorf("sum %d, error %v", sum.Load(), err)
	}
	failed := errors.New("failed")
	if err := cli.Each(ctx, 100, 3, func(_ context.Context, i int) error {
		if i == 50 {
			return failed
		}
		return nil
	}); err != failed {
		t.Errorf("error %v", err)
	}
	if err := cli.Each(ctx, 100, 3, func(ctx context.Context, i int) error {
		cancel()
		return ctx.Err()
	}); err != nil {
		t.Errorf("error %v after the end of the context", err)
	}
}
