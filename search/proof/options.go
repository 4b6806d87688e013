package proof

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// Options are the question that a search answers, and its limits. The zero value asks whether the side to move wins,
// and has no limits.
type Options[M comparable] struct {
	// Above chooses the question: whether the value of the position, for the side to move, is greater than Above.
	// It is from -[ply.MaxValue] to [ply.MaxValue].
	Above int

	// Bounds uses what the game knows of the value of positions ([ply.Bounder]). Where its bounds answer the
	// question, the position is not searched, except for the start.
	Bounds bool

	// MaxNodes stops the search after that number of nodes. 0 means no limit.
	MaxNodes int

	// MaxTime stops the search after about that time. The search looks at the clock about every millisecond, but
	// not within a method of the game. 0 means no limit.
	MaxTime time.Duration

	// Progress, if not nil, is called about every ProgressEvery with the result up to then, whose Status is
	// [ply.InProgress], and once more at the end of a search without an error, with the result that the search
	// returns. It is called on the goroutine of the caller or, in [DepthFirst] on lines of more than 16,000
	// moves, on a goroutine that the caller's waits for. It must not play on the game.
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

// An Answer is the answer to the question of [Options].
type Answer uint8

const (
	// Unknown means that the search was cut short.
	Unknown Answer = iota

	// Disproved means that the answer is no.
	Disproved

	// Proved means that the answer is yes.
	Proved
)

// String returns the answer in words: "unknown", "disproved" or "proved".
func (a Answer) String() string {
	names := [...]string{"unknown", "disproved", "proved"}
	if int(a) >= len(names) {
		return fmt.Sprintf("Answer(%d)", uint8(a))
	}
	return names[a]
}

// MarshalText returns the answer in words, as String does. It never fails.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// A Result is what a search found, and how much work it did.
type Result[M comparable] struct {
	// Status tells why the search ended. It is [ply.Complete] if the question was answered.
	Status ply.Status

	// Answer is the answer to the question.
	Answer Answer

	// Line is a line of play whose first move proves the answer yes. It is empty if Answer is not Proved, and if
	// the position is finished. [BestFirst] returns a whole line, [DepthFirst] the first move only.
	Line []M

	// Proof estimates the number of positions that must still be proved for the answer yes, and Disproof the
	// number of positions that must still be disproved for the answer no. If the answer is known, one of them is
	// 0 and the other is 1<<30, which stands for infinity.
	Proof, Disproof int

	// Nodes counts the positions searched, including the start. DepthFirst counts a position each time that it
	// comes back to it.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}
