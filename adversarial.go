package ply

// An Adversarial game is a two-player, zero-sum game of perfect information. The sides are 0 and 1.
//
// # Values
//
// A value is a whole number from -[MaxValue] to MaxValue that says how good a position is. Wherever
// this library speaks of the value of a position, an outcome, an evaluation or a bound, it takes the
// view of the side that ToMove names in that very position: more is better for that side, 0 is even,
// and the same position is worth the negative to the other. Sides need not take turns: a side may
// move several times in a row. So a search changes the sign of a value exactly where ToMove changes.
//
// If having no move does not end the game, Moves must list a pass.
//
// Laws:
//   - ToMove is 0 or 1, a function of the position, and restored by Undo.
//   - Outcome is within the range, and a function of the position.
type Adversarial interface {
	// ToMove returns the side whose turn it is. In a finished position it names the side whose
	// view Outcome takes.
	ToMove() int

	// Outcome returns the value of the present position to the side that ToMove names in it, not
	// to one fixed side. No law can detect that mistake in general; package gametest logs a warning
	// if the values look like it. Outcome is called only in finished positions, which have no moves.
	Outcome() int
}

// An AdversarialGame is a game of two sides that can be searched.
type AdversarialGame[M comparable] interface {
	Game[M]
	Adversarial
}

// MaxValue is the greatest value of a position, and -MaxValue the least.
const MaxValue = 32000

// A Bound tells whether a search result is the exact value, a lower bound or an upper bound.
type Bound uint8

const (
	// NoBound: nothing is known; the result is a guess.
	NoBound Bound = iota

	// AtLeast: the result is a lower bound; the value is the result or more.
	AtLeast

	// AtMost: the result is an upper bound; the value is the result or less.
	AtMost

	// Exact: the result is the value.
	Exact
)

// String returns the bound in words.
func (b Bound) String() string {
	return [...]string{"unknown", "at least", "at most", "exact"}[b&3]
}

// MarshalText returns the bound in words.
func (b Bound) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Flip returns the bound as the other side sees it, for the negative of the value.
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

// An Evaluator estimates the value of the present position. A search calls Evaluate where it goes no
// deeper, whether the position is finished or not.
//
// Laws: Evaluate is within the range of values, and a function of the position; in a finished position
// it equals Outcome.
type Evaluator interface {
	Evaluate() int
}

// A Bounder knows something of the value of the present position without playing on, from an endgame
// table, for example, or because it sees that a side is certain to win.
//
// Bounds returns a lower and an upper bound of the value of the position if both sides play perfectly to
// the end of the game; (-MaxValue, MaxValue) is always right. A search calls it with its window (alpha,
// beta). Bounds that place the value at or below alpha, or at or above beta, suffice; only within the
// window do tighter ones help.
//
// Laws: low ≤ value of the position ≤ high, and both bounds are in the range of values.
type Bounder interface {
	Bounds(alpha, beta int) (low, high int)
}

// EvaluatorOf returns g if it is an [Evaluator]. Otherwise it returns one that knows the outcome of
// finished positions and takes all others to be even.
func EvaluatorOf[G interface {
	Game[M]
	Adversarial
}, M comparable](g G) Evaluator {
	if e, ok := any(g).(Evaluator); ok {
		return e
	}
	return &evaluator[G, M]{game: g}
}

type evaluator[G interface {
	Game[M]
	Adversarial
}, M comparable] struct {
	game  G
	moves []M // scratch
}

func (e *evaluator[G, M]) Evaluate() int {
	if e.moves = e.game.Moves(e.moves[:0]); len(e.moves) > 0 {
		return 0
	}
	return e.game.Outcome()
}
