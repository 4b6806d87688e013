// Package guardtest holds searches to the rule for panics that package guard states.
package guardtest

import (
	"runtime"
	"testing"
	"time"
)

// Outcome calls f on its own goroutine and tells how it ended: with the value of a panic, by
// [runtime.Goexit], or, if neither, by returning.
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

// CheckGoroutines checks that no more goroutines run than before. It waits for those that have all but ended.
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
