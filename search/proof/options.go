package proof

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// Options are the question that a search answers with yes or no, and its limits. The zero value asks
// whether the side to move wins.
type Options[M comparable] struct {
	// Above is the question: whether the value of the position, for the side to move, is more than
	// Above.
	Above int

	// Bounds asks the game what it knows of the value of a position ([ply.Bounder]).
	Bounds bool

	// MaxNodes stops the search after this number of nodes. 0 means no limit.
	MaxNodes int

	// MaxTime stops the search after about this time. 0 means no limit.
	MaxTime time.Duration

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, on the goroutine of the caller.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// check returns an error that names the option at fault.
func (o *Options[M]) check() error {
	switch {
	case o.Above < -ply.MaxValue || o.Above > ply.MaxValue:
		return fmt.Errorf("proof: Above is %d, want a value from %d to %d", o.Above, -ply.MaxValue, ply.MaxValue)
	case o.MaxNodes < 0:
		return fmt.Errorf("proof: MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
	case o.MaxTime < 0:
		return fmt.Errorf("proof: MaxTime is %v, want a duration or 0 for no limit", o.MaxTime)
	case o.ProgressEvery < 0:
		return fmt.Errorf("proof: ProgressEvery is %v, want a duration", o.ProgressEvery)
	}
	return nil
}

// Answer is the answer to a question.
type Answer uint8

const (
	// Unknown: the search was cut short.
	Unknown Answer = iota

	// Disproved: the answer is no.
	Disproved

	// Proved: the answer is yes.
	Proved
)

// String returns the answer in words.
func (a Answer) String() string {
	names := [...]string{"unknown", "disproved", "proved"}
	if int(a) >= len(names) {
		return fmt.Sprintf("Answer(%d)", uint8(a))
	}
	return names[a]
}

// MarshalText returns the answer in words.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// A Result is the answer to a question and what it took to find it.
type Result[M comparable] struct {
	// Status says why the search ended.
	Status ply.Status

	// Answer is the answer.
	Answer Answer

	// Line is a line of play whose first move answers the question with yes. It is empty if the
	// answer is not yes, and in a finished position.
	Line []M

	// Proof and Disproof estimate how many positions must still be proved for the answer yes, and
	// disproved for no. One is 0 if the answer is known; the other is then 1<<30, for infinity.
	Proof, Disproof int

	// Nodes counts the positions whose moves were generated.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}
