package retrograde

import (
	"errors"
	"fmt"
)

// A Value is the knowledge about a position, from the point of view of the side to move.
type Value struct {
	// Outcome is the value of the game if both sides play perfectly: an outcome of a finished position, or 0 if neither
	// side can force a better end.
	Outcome int

	// Plies is the number of moves until the end, or until the conversion, where both sides play perfectly: the one that
	// wins hurries, the one that loses resists. 0 in a finished position. Else it is Endless in a draw, and in all positions if
	// only outcomes were asked for.
	Plies int
}

const (
	// Endless are the plies of a draw: play goes on until both agree, or comes to an end that is even.
	Endless = -1

	// Absent are the plies of what is not a position, or not one that was solved.
	Absent = -3
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

// Compare returns 1 if the side to move prefers v to w, -1 if it prefers w, and 0 if they are worth the same. Greater
// outcomes are better, then the fewest plies to a win and the most to a loss.
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

// Before returns the value of the position before a move that leads to a position with value v and is the best there.
// sameSide says whether the same side is to move in both.
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

// A Table has the values of positions: a [Solution], or a file that was made of it. It may be used by many goroutines.
type Table interface {
	// Value returns the value of the present position of a game of the kind that was solved. The error wraps
	// [ErrAbsent] if the position is not in the table, and says what is wrong if the table cannot be read.
	Value(game any) (Value, error)

	// Indices returns the number of indices of the game ([Indexer]); 0 if it has none.
	Indices() uint64

	// Read stores the values from index first on in dst. Those of indices without a solved position are [Absent].
	Read(first uint64, dst []Value) error

	// KeyValue returns the value of the position with a key, in the table of a game that is no Indexer: what AppendBinary
	// appends or, if the game has none, its Hash in 8 bytes, the highest first. It is [Absent] if none exists.
	KeyValue(key []byte) (Value, error)

	// Conversion reports whether plies are counted to a conversion, and OutcomesOnly whether they are not counted, as the
	// options of [Solve] say.
	Conversion() bool
	OutcomesOnly() bool
}
