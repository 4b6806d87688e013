package guardtest

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
)

// A Search searches a game until it is done or ctx ends. With progress, the search is long, and calls it back.
type Search func(ctx context.Context, progress func()) error

var errWired = errors.New("a wire broke")

// CheckPanics checks the rule for panics with searches of games that call a function again and again. A panic of the
// game must be an error, wherever it happens. A panic of a callback, or in the body of a loop, must reach the caller,
// as must Goexit. rounds is the number of panics.
func CheckPanics(t *testing.T, rounds int, searches func(f func()) map[string]Search) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	for range rounds {
		calls, limit := 0, 1+random.IntN(4000)
		for name, run := range searches(func() {
			if calls++; calls == limit {
				panic(errWired)
			}
		}) {
			calls = 0
			value, exited := Outcome(func() {
				err := run(t.Context(), nil)
				var fault *ply.GamePanic
				if reached := calls >= limit; errors.As(err, &fault) != reached || errors.Is(err, errWired) != reached ||
					reached && !bytes.Contains(fault.Stack, []byte("fuse")) {
					t.Errorf("%s: error %v after %d calls of %d", name, err, calls, limit)
				}
			})
			if value != nil || exited {
				t.Errorf("%s: panic %v, exited %v", name, value, exited)
			}
		}
	}
	for name, run := range searches(func() {}) {
		if value, _ := Outcome(func() { _ = run(t.Context(), func() { panic(errWired) }) }); value != errWired {
			t.Errorf("%s: panic %v", name, value)
		}
		if value, exited := Outcome(func() { _ = run(t.Context(), runtime.Goexit) }); value != nil || !exited {
			t.Errorf("%s: panic %v, exited %v", name, value, exited)
		}
	}
	calls := 0
	for name, run := range searches(func() {
		if calls++; calls == 500 {
			runtime.Goexit()
		}
	}) {
		calls = 0
		if value, exited := Outcome(func() { _ = run(t.Context(), nil) }); value != nil || !exited {
			t.Errorf("%s: panic %v, exited %v", name, value, exited)
		}
	}
}
