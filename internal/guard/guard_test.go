package guard_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/guard/guardtest"
)

var errBroken = errors.New("broken")

func line() string { return "[1 2]" }

func breakGame() { panic(errBroken) }

// returning returns a function that calls f and has no error.
func returning(f func()) func() error {
	return func() error {
		f()
		return nil
	}
}

func checkGamePanic(t *testing.T, err error) {
	t.Helper()
	var fault *ply.GamePanic
	if !errors.As(err, &fault) || !errors.Is(err, errBroken) || fault.Line != line() {
		t.Fatalf("error %v, want that the game panicked after %s", err, line())
	}
	if !strings.Contains(string(fault.Stack), "breakGame") {
		t.Errorf("the stack does not show where it happened:\n%s", fault.Stack)
	}
}

func TestRun(t *testing.T) {
	if err := guard.Run(line, returning(func() {})); err != nil {
		t.Error(err)
	}
	checkGamePanic(t, guard.Run(line, returning(breakGame)))
	checkGamePanic(t, guard.Run(line, returning(func() { guard.FreshStack(func() { guard.FreshStack(breakGame) }) })))
	wrong := errors.New("wrong")
	if err := guard.Run(line, func() error { return wrong }); err != wrong {
		t.Errorf("error %v, want that of the function", err)
	}
	broken := func() string { panic("no line") }
	if err := guard.Run(broken, returning(breakGame)); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	for name, f := range map[string]func(){
		"plain":        func() { guard.Callback(breakGame) },
		"nested":       func() { guard.Callback(func() { guard.Callback(breakGame) }) },
		"fresh stacks": func() { guard.FreshStack(func() { guard.Callback(breakGame) }) },
	} {
		value, exited := guardtest.Outcome(func() { t.Errorf("%s: error %v", name, guard.Run(line, returning(f))) })
		if value != errBroken || exited {
			t.Errorf("%s: panic of a callback %v, exited %v", name, value, exited)
		}
	}
	if value, exited := guardtest.Outcome(func() { _ = guard.Run(line, returning(func() { guard.FreshStack(runtime.Goexit) })) }); value != nil || !exited {
		t.Errorf("Goexit: panic %v, exited %v", value, exited)
	}
}

func TestGroup(t *testing.T) {
	run := func(watch func(), fs ...func()) (running int64, value any, exited bool, err error) {
		var stopped atomic.Bool
		var active atomic.Int64
		value, exited = guardtest.Outcome(func() {
			g := guard.Group{Stop: func() { stopped.Store(true) }}
			for _, f := range fs {
				g.Go(line, f)
			}
			active.Add(1)
			g.Go(line, func() {
				defer active.Add(-1)
				for !stopped.Load() && (watch != nil || len(fs) > 0) {
					time.Sleep(time.Millisecond)
				}
			})
			err = g.Wait(time.Millisecond, watch)
		})
		return active.Load(), value, exited, err
	}
	nothing := func() {}
	if running, value, exited, err := run(nil); running != 0 || err != nil || value != nil || exited {
		t.Error(running, err, value, exited)
	}
	running, value, exited, err := run(nothing, breakGame)
	checkGamePanic(t, err)
	if running != 0 || value != nil || exited {
		t.Error(running, value, exited)
	}
	for name, watch := range map[string]func(){"watched": breakGame, "callback": nil} {
		fs := []func(){nothing}
		if watch == nil {
			fs[0] = func() { guard.Callback(breakGame) }
		}
		if running, value, exited, err := run(watch, fs...); running != 0 || err != nil || value != errBroken || exited {
			t.Errorf("%s: %d running, error %v, panic %v, exited %v", name, running, err, value, exited)
		}
	}
	for name, watch := range map[string]func(){"watched": runtime.Goexit, "game": nil} {
		fs := []func(){nothing}
		if watch == nil {
			fs[0] = runtime.Goexit
		}
		if running, value, exited, err := run(watch, fs...); running != 0 || err != nil || value != nil || !exited {
			t.Errorf("%s: %d running, error %v, panic %v, exited %v", name, running, err, value, exited)
		}
	}
}
