package flat

import (
	"math/rand/v2"
)

// Options configure a search. The zero value plays uniform playouts after each move in turn, on one goroutine.
//
// An option that the search would ignore is an error, as is one that needs a capability which the game lacks.
type Options[M comparable] struct {
	// Judge tells which playouts judge a move: [EachMove] or [AllAsFirst]. Nil means EachMove{}.
	Judge Judge

	// Replies judges a move by its best reply (Helmstetter 2007, section 4.3.6, depth 2). With [EachMove], playouts begin with
	// each pair of a move and a reply in turn, and a move has the mean of all playouts that begin with both, minimal over the
	// replies. With [AllAsFirst] it has the mean of the playouts in which a side played the move first and the other side a
	// legal reply; noise makes replies look better than they are. It excludes pruning and goals.
	Replies bool

	// Boltzmann tells how playouts choose moves. Without a K it is the game's own playouts or, without any, uniformly random
	// moves. A game that plays its own playouts must be a [Simulator] for others.
	Boltzmann Boltzmann

	// Retaken counts playouts for a move, too, that its side played after the other side had played the same, as on a
	// point whose stone it had captured before: a move has the mean of all playouts in which its side played it, as in
	// Helmstetter 2007 (section 4.3.1). Brügmann leaves these playouts out. It needs [AllAsFirst] or a Boltzmann, whose
	// means it changes in the same way.
	Retaken bool

	// MaxLength ends playouts of this package when they have this number of moves, with the evaluation of the game if it
	// is a [ply.Evaluator], and 0 otherwise. 0 means no limit for a game that declares itself [ply.Acyclic], and 10 000
	// for others. Playouts that the game plays itself end as the game likes.
	MaxLength int

	// Workers is the number of goroutines, up to 1024. 0 means 1. Each keeps its own statistics, from which it draws
	// its moves, and all are added up at the end and for pruning. More than one need a game that is a
	// [ply.Cloner].
	Workers int

	// Random is the source of randomness. Nil means a PCG seeded with 0. The same seed and the same number of workers
	// give the same result, unless time or the context ends the search.
	Random rand.Source

	// Progress, if not nil, is called about ten times a second with the result found so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the result. It is called on the
	// goroutine that called Search, while no worker is at work.
	Progress func(Result[M])

	only []M // the moves that are compared; nil for all
}

// A Judge tells which playouts judge a move: [EachMove] or [AllAsFirst].
type Judge interface{ judges(*judge) }

// EachMove plays playouts after each move in turn. With Deviations, moves whose mean is clearly below the mean of another move
// get no more of them (progressive pruning, Bouzy and Helmstetter 2003).
type EachMove struct {
	// Playouts ends the search after this number of playouts for each move or, with Replies, for each pair of a move and a
	// reply. 0 means no limit besides the limits of the search.
	Playouts int

	// Deviations, if not 0, is the number of standard errors that must lie between two moves: a move is given up when its mean
	// plus Deviations standard errors is less than the mean of another move minus Deviations of its standard errors. Greater
	// numbers prune later, and are less likely to give up the best move.
	Deviations float64

	// After is the number of playouts that each move gets before any is given up. 0 means 100.
	After int
}

// AllAsFirst begins playouts in the present position, and counts the outcome of one for every move that the side to move
// played in it before the other side played the same, as if it had been played first (all moves as first; Brügmann 1993;
// Helmstetter 2007, section 4.3.6). So 10 000 of them tell as much as 10 000 for each move; but a move is judged as if it
// did not matter when it is played. Moves with the same number are the same move (see [ply.Numberer]). Moves, replies and
// goals that less than a hundredth of the playouts count for are chosen only if there is nothing else, since their means
// are noise.
//
// If the game has its own playouts as a [github.com/ply-search/ply/mcts.Playouter] and is not a [Simulator], the sides
// are assumed to move alternately.
type AllAsFirst struct {
	// Goals judges the goals of the game like moves: a goal by the mean of the playouts in which it is reached. If the best
	// goal is better than the best move, the move to play is the best of the moves that settle it (Helmstetter 2007, section
	// 4.3.7). The game must be a [Planner]. The goals are looked for before the playouts, for at most half of Limits.Time.
	//
	// A goal that playouts rarely reach is overrated, since playouts that reach it went well anyway. A game should not
	// list goals that random moves hardly ever reach, nor goals that a single move reaches.
	Goals bool

	// Gobble, if not 0, gives each side a sequence of moves. A side plays in a playout the next move of it that it can play,
	// from the beginning again after the last. Before each playout, the moves of both sequences are sorted by their running
	// means (see [Boltzmann]), best first, and then each moves up by n places or more with probability exp(-n/T), where the
	// temperature T falls evenly from Gobble to 0 at the end of the search (simulated annealing, Brügmann 1993, as Helmstetter
	// 2007, section 4.3.1, describes it). It excludes a Boltzmann, and needs a limit on playouts or on time.
	Gobble float64
}

// A judge is a Judge with its alternatives resolved.
type judge struct {
	each              int // playouts for each move or pair; 0 for no limit
	allAsFirst, goals bool
	gobble            float64 // a temperature; 0 for none
	pruning           pruning
}

func (j EachMove) judges(to *judge)   { to.each, to.pruning = j.Playouts, pruning{j.Deviations, j.After} }
func (j AllAsFirst) judges(to *judge) { to.allAsFirst, to.goals, to.gobble = true, j.Goals, j.Gobble }

// Boltzmann makes playouts play a move with a probability in proportion to exp(K·v), where v is the running mean of the
// playouts in which its side played it first (Helmstetter 2007, section 4.3.6). A move not yet seen has the mean of all
// playouts, and so has a move that its side cannot play at first, such as one on a point that must be captured before: the
// mean of the move's playouts would say how well the capture went. At first the side to move can play its legal moves, and
// the other side the moves that are legal after at least half of them (all, if it does not move next). They are listed
// before the playouts, for at most half of Limits.Time.
type Boltzmann struct {
	// K is for one unit of outcome, such as one point. 0 means no Boltzmann.
	K float64

	// Virtual is the number of playouts, with the mean result of all, with which v begins, besides its own. Without any, a move
	// whose first playouts went badly may get so small a weight that it is hardly played again, and keeps a mean that says little.
	// In Go on 9 × 9 points with K = 2 and 1000 playouts, 30 of them help without Retaken, and make no difference with it.
	Virtual float64

	// Annealed makes K grow evenly from 0 at the beginning to its value at the end of the search, which must have a
	// limit on simulations or on time.
	Annealed bool
}
