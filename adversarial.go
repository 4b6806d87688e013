package ply

// An Adversarial game is a two-player, zero-sum game. The sides are 0 and 1.
//
// # Values
//
// A value is an integer from -[MaxValue] to MaxValue. In this library, every value of a position (outcome, evaluation
// or bound) is given for the side that ToMove returns in the position: greater values are better for that side, and 0
// is even. The value for the other side is the negated value. In a position of chance, values are given for side 0 (see
// [Stochastic]).
//
// A side may move several times in a row, so a search changes the sign of a value exactly where ToMove changes.
//
// If a side without a move must pass, Moves must list a pass, because a position without moves is finished.
//
// Laws:
//   - ToMove is 0 or 1. In a Stochastic game, it can also be [Chance].
//   - ToMove depends only on the position.
//   - Outcome is from -MaxValue to MaxValue and depends only on the position.
type Adversarial interface {
	// ToMove returns the side to move. In a finished position it returns the side for which Outcome is given.
	ToMove() int

	// Outcome returns the value of the present position for the side that ToMove returns. It is called only in finished
	// positions.
	//
	// A common mistake is to return the value for the same side in all positions. gametest.Check reports an error if
	// random games suggest this mistake. If the outcomes are nevertheless correct, suppress the error: add the text
	// "outcomes of one side" to the field Ignore of gametest.Options.
	Outcome() int
}

// An AdversarialGame is a [Game] played by two sides.
type AdversarialGame[M comparable] interface {
	Game[M]
	Adversarial
}

// MaxValue is the greatest value of a position; -MaxValue is the least.
const MaxValue = 32000

// A Bound tells how the result of a search relates to the value of the position: whether it is exact, a lower bound or
// an upper bound.
type Bound uint8

const (
	NoBound Bound = iota // nothing is known: the result is a guess
	AtLeast              // the result is a lower bound: the value is the result or more
	AtMost               // the result is an upper bound: the value is the result or less
	Exact                // the result is the value
)

// String returns the bound as text: "unknown", "at least", "at most" or "exact".
func (b Bound) String() string {
	return [...]string{"unknown", "at least", "at most", "exact"}[b&3]
}

// MarshalText returns the text that String returns. It never returns an error.
func (b Bound) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Flip returns the bound on the negated value, which is the value for the other side: AtLeast becomes AtMost, AtMost
// becomes AtLeast, and the other bounds stay the same.
func (b Bound) Flip() Bound {
	switch b {
	case AtLeast:
		return AtMost
	case AtMost:
		return AtLeast
	default:
		return b
	}
}

// An Evaluator estimates the value of the present position. Searches call Evaluate at the end of their lookahead, in
// finished and unfinished positions.
//
// Searches compare evaluations with outcomes, so both must have the same scale. If a game can only be won, lost or
// drawn, the outcomes of won and lost games should lie beyond all evaluations of unfinished positions (for example 1000
// and -1000). Otherwise a search can prefer a good position to a win.
//
// Laws: Evaluate returns a number from -[MaxValue] to MaxValue, which depends only on the position. In a finished
// position, Evaluate returns the same number as Outcome.
type Evaluator interface {
	Evaluate() int
}

// A Bounder returns a lower bound low and an upper bound high on the value of the present position under perfect play,
// for example from an endgame table. If nothing is known about the value, return -MaxValue and MaxValue.
//
// Bounds(alpha, beta) returns low and high. The arguments are the window of the search: if high ≤ alpha or low ≥ beta,
// the search needs no tighter bounds. All four numbers are for the side that ToMove returns.
//
// Laws: low ≤ value of the position ≤ high. Both bounds are from -MaxValue to MaxValue.
type Bounder interface {
	Bounds(alpha, beta int) (low, high int)
}

// A Repeater reports whether the present position is a draw because it occurred before, on the searched line or earlier
// in the game. Searches and matches call Repeated only if an option requires it, such as Repetitions of package
// alphabeta. They may also call Repeated in finished positions.
//
// Law: Repeated changes nothing, and depends only on the moves that were played.
type Repeater interface {
	Repeated() bool
}

// A Passer can give the turn to the other side, even if the rules do not allow a pass. Package alphabeta uses Pass for
// null-move pruning. Package threat uses Pass to verify threats.
//
// Laws:
//   - If Pass returns true, the other side is to move.
//   - If Pass returns false, nothing that can be observed has changed.
//   - Unpass after a Pass that returned true restores everything that can be observed.
type Passer interface {
	// Pass gives the turn to the other side and returns true, or returns false and does nothing. Return false where a
	// pass would be better than every move (zugzwang).
	Pass() bool

	// Unpass takes back the last Pass that returned true and was not yet taken back.
	Unpass()
}
