// Package guard implements the rule for panics that all searches follow.
//
//   - A panic of the game, on any goroutine, ends the search with a [*ply.GamePanic] as its error.
//   - A panic of a callback reaches the caller of the search, on the caller's goroutine and with its own value, after
//     all goroutines of the search have ended.
//   - A call of [runtime.Goexit], in the game or in a callback, ends the goroutine of the caller, after all goroutines
//     of the search have ended.
package guard

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/ply-search/ply"
)

// Run calls f, which plays on a game, and returns its error. If the game panics, the error is a [*ply.GamePanic] with
// the line of play. A panic of a callback called by [Callback] continues unchanged.
func Run(line func() string, f func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fault(value, line)
		}
	}()
	return f()
}

func fault(value any, line func() string) *ply.GamePanic {
	switch v := value.(type) {
	case callbackPanic:
		panic(v.value)
	case carriedPanic:
		return &ply.GamePanic{Value: v.value, Line: describe(line), Stack: v.stack}
	}
	return &ply.GamePanic{Value: value, Line: describe(line), Stack: debug.Stack()}
}

func describe(line func() string) (text string) {
	defer func() {
		if recover() != nil {
			text = "a line that cannot be printed"
		}
	}()
	return line()
}

// A callbackPanic is the panic of a callback on its way through the search.
type callbackPanic struct{ value any }

// A carriedPanic is the panic of a game on another goroutine, with its stack.
type carriedPanic struct {
	value any
	stack []byte
}

// Callback calls a function of the caller of the search. A panic in f does not count as a panic of the game.
func Callback(f func()) {
	ended := false
	defer func() {
		if ended {
			return // most calls; recover takes longer
		}
		if value := recover(); value != nil {
			if inner, ok := value.(callbackPanic); ok {
				panic(inner)
			}
			panic(callbackPanic{value})
		}
	}()
	f()
	ended = true
}

// FreshStack calls f on another goroutine and waits for it. Go limits the stack of a goroutine (to 1 GB on 64-bit
// machines), so deep recursions continue on a fresh one. Panics and [runtime.Goexit] continue in the caller.
func FreshStack(f func()) {
	var fault any
	ended := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			switch value := recover().(type) {
			case nil:
			case callbackPanic, carriedPanic:
				fault = value
			default:
				fault = carriedPanic{value, debug.Stack()}
			}
		}()
		f()
		ended = true
	}()
	<-done
	switch {
	case fault != nil:
		panic(fault)
	case !ended:
		runtime.Goexit()
	}
}

type Group struct {
	// Stop tells the goroutines to end soon. It is called when one fails, possibly repeatedly and concurrently.
	Stop func()

	group  sync.WaitGroup
	mu     sync.Mutex
	err    error
	panics any  // a callbackPanic on one of the goroutines
	exited bool // one of the goroutines called runtime.Goexit
}

// Go calls f on a goroutine. line returns the line of play of its game.
func (g *Group) Go(line func() string, f func()) {
	g.group.Go(func() {
		ended := false
		defer func() {
			value := recover()
			if ended {
				return
			}
			g.mu.Lock()
			switch v := value.(type) {
			case nil:
				g.exited = true
			case callbackPanic:
				g.panics = v.value
			default:
				if g.err == nil {
					g.err = fault(value, line)
				}
			}
			g.mu.Unlock()
			g.Stop()
		}()
		f()
		ended = true
	})
}

// Wait waits for all goroutines, and calls watch, if not nil, about every so often on the goroutine of the caller. It
// returns the error of the first panic of a game, and passes on the panic of a callback and a call of [runtime.Goexit].
func (g *Group) Wait(every time.Duration, watch func()) error {
	// If watch panics or exits, the goroutines must end before the caller continues with its game.
	defer func() {
		g.Stop()
		g.group.Wait()
	}()
	if watch != nil {
		finished := make(chan struct{})
		go func() {
			g.group.Wait()
			close(finished)
		}()
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for waiting := true; waiting; {
			select {
			case <-finished:
				waiting = false
			case <-ticker.C:
				select {
				case <-finished: // while a slow watch was in progress
				default:
					watch()
				}
			}
		}
	}
	g.group.Wait()
	switch {
	case g.panics != nil:
		panic(g.panics)
	case g.exited:
		runtime.Goexit()
	}
	return g.err
}
