package retrograde

import (
	"errors"
	"fmt"
)

// A Value is the value of a position for the side to move.
type Value struct {
	// Outcome is the outcome of perfect play, or 0 if neither side can force a better end.
	Outcome int

	// Plies is the number of moves until the end, or until the conversion, under perfect play: the winner hurries, the
	// loser resists. It is 0 in a finished position, and Endless in other draws and with OutcomesOnly.
	Plies int
}

const (
	Endless = -1 // the plies of a draw: play goes on until both agree, or comes to an end that is even
	Absent  = -3 // the plies if there is no such position, or it was not solved
)

// String returns the value in words, such as "1 in 5", "0" or "absent".
func (v Value) String() string {
	switch {
	case v.Plies == Absent:
		return "absent"
	case v.Plies < 0:
		return fmt.Sprint(v.Outcome)
	}
	return fmt.Sprintf("%d in %d", v.Outcome, v.Plies)
}

// Compare returns 1 if the side to move prefers v to w, -1 if it prefers w, and 0 if they are equal. Greater outcomes
// are better, then the fewest plies to a win and the most to a loss.
func (v Value) Compare(w Value) int {
	switch {
	case v.Outcome != w.Outcome:
		return sign(v.Outcome - w.Outcome)
	case v.Outcome > 0:
		return sign(w.Plies - v.Plies)
	case v.Outcome < 0:
		return sign(v.Plies - w.Plies)
	}
	return 0
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Before returns the value before a best move to a position of value v. sameSide: the same side is to move in both.
func (v Value) Before(sameSide bool) Value {
	if !sameSide {
		v.Outcome = -v.Outcome
	}
	switch {
	case v.Outcome == 0:
		v.Plies = Endless
	case v.Plies >= 0:
		v.Plies++
	}
	return v
}

// ErrAbsent is the error for a position that a [Table] does not have.
var ErrAbsent = errors.New("retrograde: the position is not in the table")

// A Table has the values of positions: a [Solution], or a file made from one. It may be used by many goroutines.
type Table interface {
	// Value returns the value of the present position of a game like the one solved. The error wraps [ErrAbsent] if the
	// position is not in the table, and otherwise explains why the table cannot be read.
	Value(game any) (Value, error)

	// Indices returns the number of indices of the game ([Indexer]); 0 without indices.
	Indices() uint64

	// Read stores the values from index first on in dst. Indices without a solved position get [Absent].
	Read(first uint64, dst []Value) error

	// KeyValue returns the value of the position with a key, in the table of a game that is no Indexer: the bytes of
	// AppendBinary or, if the game has none, its Hash in 8 bytes, big-endian. It is [Absent] for unknown keys.
	KeyValue(key []byte) (Value, error)

	// Conversion and OutcomesOnly return the options of [Solve] with which the table was made.
	Conversion() bool
	OutcomesOnly() bool
}
