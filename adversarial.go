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

// A Ranker knows which moves are likely to be good, so that a search tries them first. Ranks change how
// long a search takes, not the value that it finds.
//
// Ranking goes in stages, the cheap ones first. Rank sets ranks[i] to the rank of moves[i], for the
// legal moves of the present position in the order of Moves, and reports whether there is a further
// stage. If so, the moves of positive rank are tried, the greatest rank first and then in the order of
// Moves, before the others are ranked by the next stage; ranks given to moves already tried are
// ignored. In the last stage all moves left are tried by rank. Most games have one stage, and return
// false.
//
// Laws: Rank changes nothing that can be observed, and there are at most 16 stages.
type Ranker[M comparable] interface {
	Rank(stage int, moves []M, ranks []int32) (more bool)
}

// A Numberer numbers its moves, so that statistics about them can be kept in a slice.
//
// Laws: Number(m) is at least 0 and less than Numbers, which does not change, and is the same in all
// positions, even where m is not legal. Different moves may share a number if they mean much the same.
type Numberer[M comparable] interface {
	Numbers() int
	Number(m M) int
}

// A Passer can give the turn to the other side, even if the rules do not allow that. Searches use it to
// see whether a position is good even without a move (the null move).
//
// Laws: Pass reports whether it gave the turn away. It may refuse, for instance where zugzwang is likely,
// and then changes nothing. After it, the other side is to move. Unpass takes it back, after which
// everything that can be observed is as before.
type Passer interface {
	Pass() bool
	Unpass()
}

// A Quiescer lists noisy moves, such as captures, that must be resolved before an evaluation is
// meaningful. A search can follow them beyond its depth.
//
// Law: NoisyMoves appends to dst some of the legal moves, none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender says which moves deserve a deeper search and which a shallower one. Extend returns by
// how many moves the search after m, a legal move, is to be deeper than usual or, if negative,
// shallower. depth is the remaining depth in the present position, and number is the number of moves
// tried before m.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}

// A Repeater reports whether the present position is a draw because it occurred before, since the start of
// the search or earlier in the game. Repeated may depend on the line of play.
type Repeater interface {
	Repeated() bool
}

// EvaluatorOf returns g if it is an [Evaluator]. Otherwise it returns one that knows the outcome of
// finished positions and takes all others to be even.
func EvaluatorOf[M comparable, G interface {
	Game[M]
	Adversarial
}](g G) Evaluator {
	if e, ok := any(g).(Evaluator); ok {
		return e
	}
	return &evaluator[M, G]{game: g}
}

type evaluator[M comparable, G interface {
	Game[M]
	Adversarial
}] struct {
	game  G
	moves []M // scratch
}

func (e *evaluator[M, G]) Evaluate() int {
	if e.moves = e.game.Moves(e.moves[:0]); len(e.moves) > 0 {
		return 0
	}
	return e.game.Outcome()
}

// NumbererOf returns g if it is a [Numberer]. Otherwise it returns one that numbers moves in the order in
// which it meets them and remembers them in a map, so that its Numbers grows.
func NumbererOf[M comparable](g Game[M]) Numberer[M] {
	if n, ok := g.(Numberer[M]); ok {
		return n
	}
	return numberer[M]{}
}

type numberer[M comparable] map[M]int

func (n numberer[M]) Numbers() int { return len(n) }

func (n numberer[M]) Number(m M) int {
	i, ok := n[m]
	if !ok {
		i = len(n)
		n[m] = i
	}
	return i
}
