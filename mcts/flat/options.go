package flat

import (
	"math/rand/v2"
)

// Options configure a search. The zero value tries the legal moves in turn: each playout begins with the next move. It
// uses one goroutine. Playouts are the game's own or, if the game has none, uniformly random. An option that has no
// effect together with the other options is an error, and so is an option that requires a capability that the game
// lacks.
type Options[M comparable] struct {
	// Judge is the rule by which playouts evaluate the moves: [EachMove] or [AllAsFirst]. Nil means EachMove{}.
	Judge Judge

	// Replies evaluates pairs of a move and a reply. The value of a move is the mean of its best reply, that is, the
	// least mean of its pairs (Helmstetter 2007, section 4.3.6, depth 2). With [EachMove], each playout begins with the
	// next pair in turn. With [AllAsFirst], a playout counts for a pair if the side to move plays the move and the
	// other side plays the reply, at any time in the playout. The values of moves are too small, because the least of
	// many uncertain means is usually below its true value. Replies cannot be used with [EachMove].Deviations or
	// [AllAsFirst].Goals.
	Replies bool

	// Boltzmann sets how playouts choose moves. If Boltzmann.K is 0, playouts are the game's own or, if the game has
	// none, uniformly random. If Boltzmann.K is not 0, playouts choose moves by the earlier results of these moves.
	// These playouts are played by the game if it is a [Simulator], and otherwise by this package.
	Boltzmann Boltzmann

	// Retaken makes a playout count for a move of a side even if the other side played the same move earlier in the
	// playout, as after a capture (Helmstetter 2007, section 4.3.1). Without Retaken, such a move is ignored (Brügmann
	// 1993). Retaken changes the means of [AllAsFirst] and of a Boltzmann, and requires one of the two.
	Retaken bool

	// MaxLength ends playouts after this number of moves. The outcome of such a playout is the evaluation of its last
	// position if the game is a [ply.Evaluator], and 0 otherwise. A MaxLength of 0 means no limit for a [ply.Acyclic]
	// game, and 10 000 moves for other games. If the game has its own playouts, a MaxLength other than 0 is an error.
	MaxLength int

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each worker chooses moves by its own statistics. The
	// statistics of all workers are added up at the end, and before moves are pruned. With more than one worker, the game
	// must be a [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed and number of workers give the
	// same result, unless time or the context ends the search.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with the
	// result so far and Status [ply.InProgress], and once at the end with the final result unless the search returns an
	// error.
	Progress func(Result[M])

	only []M // the moves that are compared; nil for all
}

// A Judge is the rule by which playouts evaluate the moves: [EachMove] or [AllAsFirst].
type Judge interface{ judges(*judge) }

// EachMove divides the playouts equally among the moves: each playout begins with the next move in turn. If the field
// Deviations is not 0, moves whose mean is clearly below another mean get no further playouts (progressive pruning,
// Bouzy and Helmstetter 2003).
type EachMove struct {
	// Playouts ends the search after this number of playouts for each move or, with Replies, for each pair of a move and
	// a reply. 0 means no such limit.
	Playouts int

	// Deviations, if not 0, prunes moves. Each move has an interval around its mean, which extends to both sides by the
	// standard error of the mean times Deviations. A move is pruned when its whole interval is below the interval of
	// another move. Greater Deviations prune later, and make fewer mistakes.
	Deviations float64

	// After is the number of playouts that each move gets before any move is pruned. 0 means 100; any other number must be
	// at least 2.
	After int
}

// AllAsFirst begins all playouts in the present position. A playout counts for each move that the side to move plays in
// it, as if the move had been played first (all moves as first; Brügmann 1993; Helmstetter 2007, section 4.3.6). If the
// other side played the same move earlier in the playout, the playout does not count for this move. A playout therefore
// adds to the means of many moves, but the mean of a move does not show whether the move should be played now or later.
// Moves with the same number count as the same move ([ply.Numberer]).
//
// Moves, replies and goals that occur in less than a hundredth of the playouts have unreliable means; the search
// chooses them only if there are no others.
//
// To find out which side played a move first, the search needs the moves of a playout in the order in which they were
// played. A [Simulator] reports this order. A [github.com/ply-search/ply/mcts.Playouter] reports the moves of each side
// separately; the sides are then assumed to alternate.
type AllAsFirst struct {
	// Goals also evaluates the goals of a [Planner]: by the mean of the playouts that reach them. If the best goal has
	// a greater mean than the best move, the search chooses the best of [Goal].Moves of this goal (Helmstetter 2007,
	// section 4.3.7). The Planner lists the goals before the playouts begin, in at most half of Limits.Time.
	//
	// A game should list neither goals that few playouts reach nor goals that a single move reaches. If few playouts
	// reach a goal, these playouts usually went well in other ways, too, so the mean of the goal is too great.
	Goals bool

	// Gobble, if not 0, gives each side an ordered list of moves. In a playout, each side plays the next legal move of
	// its list, and continues at the front after the end of the list. Before each playout, the lists are sorted by
	// running means (see [Boltzmann]), best first. Then each move is shifted towards the front by a random number of
	// places, which is at least n with probability exp(-n/T). The temperature T falls linearly from Gobble to 0 during
	// the search (simulated annealing, Brügmann 1993, as described by Helmstetter 2007, section 4.3.1). Gobble cannot
	// be used with a Boltzmann, and requires a limit on playouts or time.
	Gobble float64
}

type judge struct {
	each              int // playouts for each move or pair; 0 for no limit
	allAsFirst, goals bool
	gobble            float64 // a temperature; 0 for none
	pruning           pruning
}

func (j EachMove) judges(to *judge)   { to.each, to.pruning = j.Playouts, pruning{j.Deviations, j.After} }
func (j AllAsFirst) judges(to *judge) { to.allAsFirst, to.goals, to.gobble = true, j.Goals, j.Gobble }

// Boltzmann makes playouts play a move with probability proportional to exp(K·v) (Helmstetter 2007, section 4.3.6). v
// is the running mean outcome, for the side that plays the move, of the earlier playouts in which this side played the
// move before the other side did. If there are none, v is the mean of all playouts.
//
// Only moves that are legal early have running means of their own. For the side to move at the root, these are the
// legal moves of the root. For the other side, they are the moves that are legal after at least half of the legal moves
// of the root, or all moves if the other side does not move next. The search lists these moves before the playouts
// begin, in at most half of Limits.Time.
//
// For moves that become legal only late, v is always the mean of all playouts. An example is a move on a point whose
// stone must be captured first: the mean of the playouts with this move would measure the value of the capture.
type Boltzmann struct {
	// K is the weight of means, in the inverse unit of outcomes, such as 1/point. 0 means no Boltzmann.
	K float64

	// Virtual is the number of virtual playouts that are added to the running mean of each move (see [Boltzmann]). The
	// result of a virtual playout is the mean of all playouts. If Virtual is 0, a move whose first playouts went badly
	// is rarely played again, and its mean stays unreliable. In Go on 9 × 9 points with K = 2 and 1000 playouts, 30
	// virtual playouts help without Retaken, and make no difference with Retaken.
	Virtual float64

	// Annealed replaces the constant K by a weight that grows linearly from 0 to K during the search. Annealed requires
	// a limit on playouts or time.
	Annealed bool
}
