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

// A waiting context is past its deadline. Its timer fires when somebody waits for it.
type waiting struct {
	context.Context
	cancel context.CancelFunc
}

func (waiting) Deadline() (time.Time, bool) { return time.Now().Add(-time.Hour), true }

func (w waiting) Done() <-chan struct{} {
	w.cancel()
	return w.Context.Done()
}

// A search that stops at the deadline of its context leaves a context with an error.
func TestWaitsForTimer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w := waiting{ctx, cancel}
	if got := stop.Status(w, time.Now()); got != ply.OutOfTime {
		t.Errorf("status %v, want %v", got, ply.OutOfTime)
	}
	if w.Err() == nil {
		t.Error("no error after the deadline")
	}
}

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
