package stop_test

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A late context is past its deadline, but its timer has not fired.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Now().Add(-time.Hour), true }

func TestLateTimer(t *testing.T) {
	ctx := late{context.Background()}
	if err := stop.Err(ctx); err != context.DeadlineExceeded {
		t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
	}
	if got := stop.Status(ctx, time.Time{}); got != ply.OutOfTime {
		t.Errorf("status %v, want %v", got, ply.OutOfTime)
	}
	if err := stop.Err(context.Background()); err != nil {
		t.Error(err)
	}
}
