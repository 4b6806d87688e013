package ply

// An Adversarial game is played by two sides against one another, each with all it knows of the
// position: what one side wins, the other loses. The sides are 0 and 1.
//
// # Values
//
// A value is a whole number from -[MaxValue] to MaxValue that says how good a position is. Wherever
// this library speaks of the value of a position, an outcome, an evaluation or a bound, it takes the
// view of the side that ToMove names in that very position: more is better for that side, 0 is even,
// and the same position is worth the negative to the other. Sides need not take turns: a side may
// move several times in a row. So a search changes the sign of a value exactly where ToMove changes.
//
// A side that has no move but does not lose by that must have one to list, a pass.
//
// Laws:
//   - ToMove is 0 or 1, a function of the position, and restored by Undo.
//   - Outcome is within the range, and a function of the position.
type Adversarial interface {
	// ToMove returns the side whose turn it is. In a finished position it names the side whose
	// view Outcome takes.
	ToMove() int

	// Outcome returns the value of the present position, which is finished: it has no moves.
	// Elsewhere it is not asked for.
	Outcome() int
}

// MaxValue is the greatest value of a position, and -MaxValue the least.
const MaxValue = 32000

// A Bound says how a value that was found stands to the value that was sought.
type Bound uint8

const (
	// NoBound: nothing is known; the value is a guess.
	NoBound Bound = iota

	// AtLeast: the value sought is that or more.
	AtLeast

	// AtMost: the value sought is that or less.
	AtMost

	// Exact: it is that.
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

// An Evaluator guesses the value of the present position. A search asks for it where it goes no
// deeper, be the position finished or not.
//
// Laws: Evaluate is within the range of values, and a function of the position; in a finished position
// it equals Outcome.
type Evaluator interface {
	Evaluate() int
}

// A Bounder knows something of the value of the present position without playing on: that a side has
// won for certain, a table of endgames, or a fast search of its own for the last few moves.
//
// Bounds returns a value that the position is worth at least and one that it is worth at most, if both
// sides play as well as can be to the end of the game; (-MaxValue, MaxValue) is always right. It is
// asked where a search wants to know whether the value is alpha or less, beta or more, or else what
// it is between them, and need not find out more than that.
//
// Laws: low is at most high, both are in the range of values, and the value of the position is
// neither less than low nor more than high.
type Bounder interface {
	Bounds(alpha, beta int) (low, high int)
}

// A Ranker knows which moves are likely to be good, so that a search tries them first. Nothing but the
// time that a search takes depends on it.
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

// A Passer can give the turn to the other side, where the rules need not allow it. Searches use that
// to see whether a position is good even so (the null move).
//
// Laws: Pass reports whether it gave the turn away, which it may refuse where not to move might be
// better than any move, and changes nothing if it refuses; after it, the other side is to move;
// Unpass takes it back, and with it everything that can be observed is as before.
type Passer interface {
	Pass() bool
	Unpass()
}

// A Quiescer knows the moves that a position is not quiet without, such as captures: an evaluation
// means little before they are played. A search can follow them beyond its depth.
//
// Law: NoisyMoves appends to dst some of the legal moves, none twice.
type Quiescer[M comparable] interface {
	NoisyMoves(dst []M) []M
}

// An Extender says which moves deserve a deeper search and which a shallower one. Extend returns by
// how many moves the search behind m, which is legal, is to be deeper than usual, or if negative
// shallower; depth is that left in the present position, and number says how many moves have been
// tried before m.
type Extender[M comparable] interface {
	Extend(m M, depth, number int) int
}

// A Repeater knows the positions that a draw is declared in because they were met before, whether
// since the start of the search or earlier in the game. Repeated may so depend on the line of play.
type Repeater interface {
	Repeated() bool
}

// EvaluatorOf returns g's own [Evaluator] if it is one, else one that knows the outcome of finished
// positions, and takes all others to be even.
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

// NumbererOf returns g's own [Numberer] if it is one, else one that numbers moves as they come and
// remembers them in a map. Its Numbers grows.
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
