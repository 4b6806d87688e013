package flat

import (
	"math/rand/v2"
)

// Options configure a search. The zero value plays uniform playouts after each move in turn, on one goroutine. An
// option without effect is an error, and so is one that needs a capability which the game lacks.
type Options[M comparable] struct {
	// Judge is the rule by which playouts judge a move: [EachMove] or [AllAsFirst]. Nil means EachMove{}.
	Judge Judge

	// Replies judges a move by its best reply (Helmstetter 2007, section 4.3.6, depth 2). With [EachMove], playouts
	// begin with each pair of a move and a reply in turn, and a move has the least mean over its replies. With
	// [AllAsFirst] it has the mean of the playouts in which a side played the move first and the other side a legal
	// reply; noise makes replies look better than they are. It excludes pruning and goals.
	Replies bool

	// Boltzmann sets how playouts choose moves. Without a K they are the game's own or, without any, uniformly random.
	// A game that plays its own playouts must be a [Simulator] for others.
	Boltzmann Boltzmann

	// Retaken also counts playouts in which the other side had played the same move before, as on a point whose stone was
	// captured: a move has the mean of all playouts in which its side played it, as in Helmstetter 2007 (section 4.3.1).
	// Brügmann leaves these playouts out. It needs [AllAsFirst] or a Boltzmann, whose means it changes in the same way.
	Retaken bool

	// MaxLength ends playouts of this package after this number of moves, with the evaluation of a [ply.Evaluator], or
	// 0. 0 means no limit for a [ply.Acyclic] game, and 10 000 for others. It does not apply to the game's own playouts.
	MaxLength int

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each draws its moves by separate statistics, which
	// are added up at the end and for pruning. Several need a [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed and number of workers give the
	// same result, unless time or the context ends the search.
	Random rand.Source

	// Progress, if not nil, is called on the caller's goroutine while no worker runs: about ten times a second with
	// the result so far and Status [ply.InProgress], and once with the final result unless the search fails.
	Progress func(Result[M])

	only []M // the moves that are compared; nil for all
}

// A Judge is the rule by which playouts judge a move: [EachMove] or [AllAsFirst].
type Judge interface{ judges(*judge) }

// EachMove plays playouts after each move in turn. With Deviations, moves whose mean is clearly below another's get no
// more of them (progressive pruning, Bouzy and Helmstetter 2003).
type EachMove struct {
	// Playouts ends the search after this number of playouts for each move or, with Replies, each pair. 0 means no limit.
	Playouts int

	// Deviations, if not 0, prunes a move when its mean plus Deviations standard errors is less than the mean of
	// another move minus Deviations of that move's standard errors. Greater numbers prune later, and more safely.
	Deviations float64

	// After is the number of playouts of each move before any is pruned. 0 means 100.
	After int
}

// AllAsFirst begins playouts in the present position, and counts each for every move that the side to move played in
// it before the other side played the same, as if it had been played first (all moves as first; Brügmann 1993;
// Helmstetter 2007, section 4.3.6). 10 000 playouts are therefore worth 10 000 for each move, but a move is judged as
// if the time of playing it did not matter. Moves are identified by number ([ply.Numberer]). Moves, replies and goals
// with less than a hundredth of the playouts are chosen only without an alternative, since their means are noise.
//
// With playouts of a [github.com/ply-search/ply/mcts.Playouter] that is no [Simulator], sides are assumed to alternate.
type AllAsFirst struct {
	// Goals judges the goals of a [Planner] like moves: by the mean of the playouts that reach them. If the best goal
	// is better than the best move, the best of the moves that settle the goal is played (Helmstetter 2007, section
	// 4.3.7). Goals are listed before the playouts, within half of Limits.Time.
	//
	// A goal that playouts rarely reach is overrated, since playouts that reach it went well anyway. A game should not
	// list such goals, nor goals that a single move reaches.
	Goals bool

	// Gobble, if not 0, gives each side a move sequence, from which it cyclically plays the next playable move in a
	// playout. Before each playout, both sequences are sorted by running means (see [Boltzmann]), best first, and then
	// each move rises by n places or more with probability exp(-n/T), where the temperature T falls linearly from
	// Gobble to 0 at the end of the search (simulated annealing, Brügmann 1993, as described by Helmstetter 2007,
	// section 4.3.1). It excludes a Boltzmann, and needs a limit on playouts or time.
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

// Boltzmann makes playouts play a move with probability proportional to exp(K·v), where v is the running mean of the
// playouts in which its side played it first (Helmstetter 2007, section 4.3.6). New moves have the mean of all
// playouts, and so have moves that their side cannot play at first, such as on a point that must be captured before:
// their own mean would measure the capture. At first the side to move can play its legal moves, and the other side
// those legal after at least half of them (all, if it does not move next). They are listed within half of Limits.Time.
type Boltzmann struct {
	// K is in units of 1/outcome, such as 1/point. 0 means no Boltzmann.
	K float64

	// Virtual is the number of playouts with the overall mean that v starts with. Without any, a move whose first
	// playouts went badly may hardly be played again, and keep an unreliable mean. In Go on 9 × 9 points with K = 2
	// and 1000 playouts, 30 of them help without Retaken, and make no difference with it.
	Virtual float64

	// Annealed increases K linearly from 0 to its value during the search, which must have a limit on simulations or time.
	Annealed bool
}
