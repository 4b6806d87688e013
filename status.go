package ply

import (
	"context"
	"errors"
	"fmt"
)

// Status says why a search ended. Each search can end for some of these reasons only, those of which its
// options speak.
type Status uint8

const (
	// Complete: all that was asked for was done, or all there is was searched.
	Complete Status = iota

	// Solved: a solution was found, or a value proven, and no more was asked for.
	Solved

	// Decided: the rest could not have changed the result, or a test was decided before.
	Decided

	// Saturated: no more simulations can be counted.
	Saturated

	// OutOfNodes: the bound on nodes was reached.
	OutOfNodes

	// OutOfPlayouts: the bound on playouts was reached.
	OutOfPlayouts

	// OutOfMemory: the bound on stored positions was reached.
	OutOfMemory

	// OutOfTime: the bound on time was reached, or the deadline of the context.
	OutOfTime

	// Cancelled: the context was cancelled.
	Cancelled

	// Failed: the search ended with an error.
	Failed

	// InProgress: the search goes on. Only the results that reports of progress give have this status.
	InProgress
)

// String returns the status in words.
func (s Status) String() string {
	names := [...]string{"complete", "solved", "decided", "saturated",
		"out of nodes", "out of playouts", "out of memory", "out of time", "cancelled", "failed", "in progress"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Status(%d)", uint8(s))
	}
	return names[s]
}

// MarshalText returns the status in words.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Conclusive reports whether the search did what it was asked, and was not cut short.
func (s Status) Conclusive() bool { return s <= Decided }

// ErrCyclic is the error of a search that would not end, or not be complete, on a game with cycles, and was given
// one that does not declare itself [Acyclic].
var ErrCyclic = errors.New("ply: this search needs a game that is acyclic, and says so (ply.Acyclic)")

// The errors of [Status.Err], for those who have no other place to say that a search was cut short.
var (
	ErrOutOfBudget = errors.New("ply: out of budget")
	ErrOutOfTime   = fmt.Errorf("ply: out of time: %w", context.DeadlineExceeded)
	ErrCancelled   = fmt.Errorf("ply: %w", context.Canceled)
)

// Err returns nil if the status is conclusive, and else an error that says the same: [ErrOutOfTime],
// [ErrCancelled], or one that wraps [ErrOutOfBudget] for a bound on anything else.
func (s Status) Err() error {
	switch {
	case s.Conclusive():
		return nil
	case s == OutOfTime:
		return ErrOutOfTime
	case s == Cancelled:
		return ErrCancelled
	case s < OutOfTime:
		return fmt.Errorf("%w: %v", ErrOutOfBudget, s)
	default:
		return fmt.Errorf("ply: %v", s)
	}
}

// A GamePanic is the error of a search whose game has panicked. All searches of the library follow one rule,
// whatever the number of their workers:
//
//   - A panic in a method of the game ends the search. Its error is a *GamePanic, and the result holds what
//     was found before. The game is left in an unknown position and must not be used any more.
//   - A panic in a callback of the options, such as Progress, is the caller's: it reaches the caller of the
//     search with its own value, on the caller's goroutine, after all goroutines of the search have ended.
//   - [runtime.Goexit], called in either, ends the caller's goroutine, after all goroutines of the search have
//     ended.
type GamePanic struct {
	Value any    // the value of the panic
	Line  string // the moves from the start of the search to the position where it happened
	Stack []byte // the stack of the goroutine that panicked
}

// Error says what happened and where.
func (p *GamePanic) Error() string {
	return fmt.Sprintf("ply: the game panicked after %s: %v", p.Line, p.Value)
}

// Unwrap returns the value of the panic if it is an error.
func (p *GamePanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
