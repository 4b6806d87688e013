package retrograde

import (
	"errors"
	"fmt"
)

// A Value is the value of a position for the side to move.
type Value struct {
	// Outcome is the outcome of perfect play for the side to move. Outcome is 0 if neither side can force an outcome that
	// is better for that side than 0.
	Outcome int

	// Plies is the number of moves until the end of the game if the winner chooses the shortest way and the loser the
	// longest way. With [Options].Conversion, it is the number of moves until the game ends or leaves the class of the
	// position. Plies is 0 in a finished position. It is [Endless] in a draw that is not finished, and in all positions
	// with [Options].OutcomesOnly.
	Plies int
}

const (
	Endless = -1 // the Plies of a draw that is not finished, and of all values with OutcomesOnly
	Absent  = -3 // the Plies of a position that does not exist or was not solved
)

// String returns the value as text, such as "1 in 5", "0" or "absent".
func (v Value) String() string {
	switch {
	case v.Plies == Absent:
		return "absent"
	case v.Plies < 0:
		return fmt.Sprint(v.Outcome)
	}
	return fmt.Sprintf("%d in %d", v.Outcome, v.Plies)
}

// Compare returns 1 if the side to move prefers v to w, -1 if it prefers w, and 0 if v and w are equally good. A
// greater outcome is better. Of two wins with equal outcomes, the win in fewer plies is better. Of two losses with
// equal outcomes, the loss in more plies is better.
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

// Before returns the value of a position whose best move leads to a position of value v. sameSide reports whether the
// same side is to move in both positions.
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

// ErrAbsent is the error for a position that is not in a [Table].
var ErrAbsent = errors.New("retrograde: the position is not in the table")

// A Table contains the values of the positions of a game. A [Solution] is a Table, as is a file written from a
// Solution. Several goroutines may use a Table at the same time.
type Table interface {
	// Value returns the value of the present position of game, which must have the type and the rules of the game that
	// was solved. If the position is not in the table, Value returns an error that wraps [ErrAbsent]. Other errors
	// explain why the table cannot be read.
	Value(game any) (Value, error)

	// Indices returns the number of indices of the game, or 0 if the game is no [Indexer].
	Indices() uint64

	// Read sets dst[i] to the value of the position with index first+i. If there is no solved position with that index,
	// the Plies of the value are [Absent].
	Read(first uint64, dst []Value) error

	// KeyValue returns the value of the position with a key, if the game is no [Indexer]. The key consists of the bytes
	// appended by AppendBinary or, if the game has no AppendBinary, of its Hash in 8 bytes, big-endian. If no solved
	// position has the key, the Plies of the value are [Absent].
	KeyValue(key []byte) (Value, error)

	// Conversion and OutcomesOnly return the options of [Solve] with which the table was made.
	Conversion() bool
	OutcomesOnly() bool
}
