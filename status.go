package ply

import (
	"context"
	"errors"
	"fmt"
)

// A Status tells why a search ended. Which of these a search can return depends on the limits that its options offer.
type Status uint8

const (
	Complete    Status = iota // the search visited the whole space, or did everything it was asked to do
	Solved                    // a solution was found or a value was proven, and the search had no other task
	Decided                   // the rest could not have changed the result, or a statistical test decided early
	OutOfNodes                // the limit on nodes ([Limits]) was reached, or a tree cannot count more nodes
	OutOfMemory               // a limit on memory, or on stored positions, was reached
	OutOfTime                 // the limit on time or the deadline of the context was reached
	Cancelled                 // the context was cancelled
	Failed                    // the search ended with an error
	InProgress                // the search has not ended; only in results passed to Progress callbacks
)

// String returns the status in words, such as "out of nodes".
func (s Status) String() string {
	names := [...]string{"complete", "solved", "decided",
		"out of nodes", "out of memory", "out of time", "cancelled", "failed", "in progress"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Status(%d)", uint8(s))
	}
	return names[s]
}

// MarshalText returns the status in words, as String does. It never fails.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Conclusive reports whether the search did its task and was not cut short: the status is Complete, Solved or Decided.
func (s Status) Conclusive() bool { return s <= Decided }

// ErrCyclic is returned by searches that might not end, or might miss positions, on a game with cycles, when the game
// is not declared [Acyclic]. Either declare it, if the game is acyclic, or choose a search or an option that allows
// cycles, such as a space that remembers positions or a limit on the depth.
var ErrCyclic = errors.New("ply: this search needs a game that is acyclic, and says so (ply.Acyclic)")

// ErrFinished is returned by a search for a move in a finished position.
var ErrFinished = errors.New("ply: the game is over: there is no move to look for")

// ErrOutOfBudget is wrapped by the errors of [Status.Err] for OutOfNodes and OutOfMemory.
var ErrOutOfBudget = errors.New("ply: out of budget")

// Err returns the status as an error, for APIs such as iterators that can report an early stop only as an error: nil if
// the status is conclusive, and otherwise an error that wraps [context.DeadlineExceeded] for OutOfTime,
// [context.Canceled] for Cancelled, and [ErrOutOfBudget] for any other limit. Failed and InProgress have errors, too.
func (s Status) Err() error {
	switch {
	case s.Conclusive():
		return nil
	case s == OutOfTime:
		return fmt.Errorf("ply: out of time: %w", context.DeadlineExceeded)
	case s == Cancelled:
		return fmt.Errorf("ply: %w", context.Canceled)
	case s < OutOfTime:
		return fmt.Errorf("%w: %v", ErrOutOfBudget, s)
	default:
		return fmt.Errorf("ply: %v", s)
	}
}

// A GamePanic is the error of a search whose game panicked. All searches follow this rule, with any workers:
//
//   - A panic in a method of the game ends the search. The error is a *GamePanic, which an iterator yields as its last
//     error, and the result holds the findings before it. The game's position is then unknown: do not use it.
//   - A panic in a callback of the options, such as Progress, reaches the caller of the search with its own value, on
//     the caller's goroutine, after all goroutines of the search have ended.
//   - [runtime.Goexit], called in a method of the game or in a callback, ends the caller's goroutine after all
//     goroutines of the search have ended.
//
// An evaluator, a memory or a table of the caller's own type counts as part of the game.
type GamePanic struct {
	Value any    // the value of the panic
	Line  string // the moves from the start of the search to the position of the panic, as [fmt.Sprint] formats them
	Stack []byte // the stack of the goroutine that panicked
}

// Error returns a message with the value of the panic and the line of play.
func (p *GamePanic) Error() string {
	return fmt.Sprintf("ply: the game panicked after %s: %v", p.Line, p.Value)
}

// Unwrap returns the value of the panic if it is an error.
func (p *GamePanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
