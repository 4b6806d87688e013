package ply

import (
	"context"
	"errors"
	"fmt"
)

// A Status tells why a search ended.
type Status uint8

const (
	Complete    Status = iota // the search visited the whole space, or completed its task
	Solved                    // a solution was found or a value was proved, which ended the search
	Decided                   // more search could not have changed the result, or a statistical test ended the search early
	OutOfNodes                // the limit on nodes ([Limits]), or the greatest count that a search tree can store, was reached
	OutOfMemory               // a limit on memory, or on stored positions, was reached
	OutOfTime                 // the limit on time or the deadline of the context was reached
	Cancelled                 // the context was cancelled
	Failed                    // the search ended with an error
	InProgress                // the search is still running: only in results passed to Progress callbacks
)

// String returns the status as text, such as "out of nodes".
func (s Status) String() string {
	names := [...]string{"complete", "solved", "decided",
		"out of nodes", "out of memory", "out of time", "cancelled", "failed", "in progress"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Status(%d)", uint8(s))
	}
	return names[s]
}

// MarshalText returns the text that String returns. It never returns an error.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Conclusive reports whether the search has completed its task and was not cut short: whether the status is Complete,
// Solved or Decided.
func (s Status) Conclusive() bool { return s <= Decided }

// ErrCyclic is returned if the search requires an acyclic game and the game does not declare itself [Acyclic]. On a
// game with cycles, such a search might not end or might miss positions. If the game is acyclic, implement Acyclic.
// Otherwise choose a search or an option that allows cycles, such as a limit on the depth. For a search of package
// search, use the space that search.Graph returns: it allows cycles.
var ErrCyclic = errors.New("ply: this search needs a game that is acyclic, and says so (ply.Acyclic)")

// ErrFinished is returned by a search for a move if the position is finished.
var ErrFinished = errors.New("ply: the game is over: there is no move to look for")

// ErrOutOfBudget is wrapped by the errors that [Status.Err] returns for [OutOfNodes] and [OutOfMemory].
var ErrOutOfBudget = errors.New("ply: out of budget")

// Err returns the status as an error, for APIs such as iterators that can report an early end only as an error. It
// returns nil if the status is conclusive. Otherwise it returns an error that wraps [context.DeadlineExceeded] for
// OutOfTime, [context.Canceled] for Cancelled, and [ErrOutOfBudget] for OutOfNodes and OutOfMemory. For Failed and
// InProgress it returns other errors.
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

// A GamePanic is the error of a search whose game panicked. All searches, with any number of workers, follow these
// rules:
//
//   - A panic in a method of the game ends the search. The error is a *GamePanic, which an iterator yields as its last
//     error. The result holds the results before the panic. The position of the game is then unknown: do not use the
//     game.
//   - A panic in a callback of the options, such as Progress, reaches the caller of the search with the value of the
//     panic, on the caller's goroutine, after all goroutines of the search have ended.
//   - [runtime.Goexit], called in a method of the game or in a callback, ends the caller's goroutine after all
//     goroutines of the search have ended.
//
// For these rules, an evaluator, a memory or a table of the caller's own type is part of the game.
type GamePanic struct {
	Value any    // the value of the panic
	Line  string // the moves from the start of the search to the position of the panic, as [fmt.Sprint] formats them
	Stack []byte // the stack of the goroutine that panicked
}

// Error returns a message that contains the value of the panic and the moves from the start of the search to the
// position of the panic.
func (p *GamePanic) Error() string {
	return fmt.Sprintf("ply: the game panicked after %s: %v", p.Line, p.Value)
}

// Unwrap returns the value of the panic if it is an error, and otherwise nil.
func (p *GamePanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
