package flat

import (
	"context"
	"math/rand/v2"
)

// A Step is a move of a playout, and the side that played it ([ply.Chance] for outcomes of chance).
type Step[M comparable] struct {
	Move M
	Side int
}

// A Simulation tells a [Simulator] how to play one playout, and what to record.
type Simulation[M comparable] struct {
	// Random is the source of randomness.
	Random *rand.PCG

	// Choose, if not nil, chooses each move of a side: it returns the index of one of the one or more moves that the
	// playout considers, or -1 to end the playout uncounted. If Choose is nil, all moves considered are equally likely.
	Choose func(side int, moves []M) int

	// Urn, if not nil, draws moves with the probabilities of Choose, faster, without a list of the moves. A playout
	// may use it instead of Choose, which is then not nil either. It is empty at the start of the playout, and nil
	// unless there is a [Boltzmann] and the game is a [ply.Numberer].
	Urn *Urn

	// Steps, if not nil, receives the moves of the playout.
	Steps *[]Step[M]

	// Reached has an element for each listed goal, if goals are used, for the playout to set when a move reaches the goal.
	Reached []bool
}

// A Simulator plays its own playouts, which can be faster than this package's, and may leave out bad moves, such as
// filling eyes in Go. It takes precedence over a [github.com/ply-search/ply/mcts.Playouter].
//
// Laws: the moves of a playout are legal, and appended to Steps in order; Choose is called once for each move of a
// side, even if only one is considered, or Urn draws each among the moves that Choose would be called with, if there
// are two or more; Reached agrees with [Planner.Reached] after each move; Simulate changes nothing that can be
// observed, and keeps nothing of the Simulation; the position, Random and Choose or Urn determine all its actions.
type Simulator[M comparable] interface {
	// Simulate plays the rest of the game from the present position and takes all moves back. It returns the outcome
	// for the side to move in the present position, or for side 0 in a position of chance. If playouts can be very
	// long or endless, it must stop after a bounded number of moves, with an estimate of the outcome.
	Simulate(s *Simulation[M]) (outcome int)
}

// A Goal is a goal of a side that it can reach by moving first, such as to connect two strings of stones.
type Goal[M comparable] struct {
	// Moves are the moves of the side to move that settle the goal in its favour. Those that are not legal are ignored.
	Moves []M

	// Prevented means that the goal belongs to the other side, and is judged by the playouts that do not reach it.
	Prevented bool
}

// A Planner lists the goals that are worth reaching or preventing.
//
// Law: Reached depends only on the goals listed last and the moves played since.
type Planner[M comparable] interface {
	// Goals appends the goals of the present position to dst, and returns the extended slice. The game and its clones keep
	// them until the next call, to know which are reached. A search calls it once. When ctx ends, it should soon return.
	Goals(ctx context.Context, dst []Goal[M]) ([]Goal[M], error)

	// Reached reports whether a goal, given by index, is reached in the present position of a playout. It then counts
	// as reached until the end.
	Reached(goal int) bool
}
