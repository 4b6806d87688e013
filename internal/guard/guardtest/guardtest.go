// Package guardtest tests that searches follow the rule for panics of package guard.
package guardtest

import (
	"runtime"
	"testing"
	"time"
)

// Outcome calls f on another goroutine and returns the value of its panic, and whether it called [runtime.Goexit].
func Outcome(f func()) (value any, exited bool) {
	exited = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if value = recover(); value != nil {
				exited = false
			}
		}()
		f()
		exited = false
	}()
	<-done
	return value, exited
}

// CheckGoroutines checks that no more goroutines run than before. It waits for ending ones.
func CheckGoroutines(t *testing.T, before int) {
	t.Helper()
	for range 60_000 { // a minute: a busy machine takes its time
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
