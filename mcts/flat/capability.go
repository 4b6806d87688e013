package flat

import (
	"context"
	"math/rand/v2"
)

// A Step is a move of a playout and the side that played it, which is [ply.Chance] for an outcome of chance.
type Step[M comparable] struct {
	Move M
	Side int
}

// A Simulation tells a [Simulator] how to play one playout and what to record.
type Simulation[M comparable] struct {
	// Random is the source of randomness.
	Random *rand.PCG

	// Choose, if not nil, chooses each move of a side. moves contains the moves that the playout considers, at least
	// one. Choose returns the index of one of them. If it returns -1, the playout is broken off and does not count. If
	// Choose is nil, the playout must choose each of the moves it considers with equal probability.
	Choose func(side int, moves []M) int

	// Urn, if not nil, draws moves with the same probabilities as Choose, but faster, and without a list of the moves.
	// A playout may use Urn instead of Choose. The urn is empty at the start of the playout. The search sets Urn if
	// [Options].Boltzmann is used and the game is a [ply.Numberer].
	Urn *Urn

	// Steps, if not nil, is the slice to which the playout appends its moves.
	Steps *[]Step[M]

	// Reached has one element for each goal of the [Planner], or none if goals are not used. When a move of the playout
	// reaches a goal, the playout must set the element of this goal to true.
	Reached []bool
}

// A Simulator is a game that plays complete playouts for the search. These playouts can be faster than the playouts of
// this package, and may leave out bad moves, such as filling eyes in Go. If the game is not a Simulator but a
// [github.com/ply-search/ply/mcts.Playouter], the search uses the playouts of the Playouter. Searches with a
// [Boltzmann], [AllAsFirst].Gobble or [AllAsFirst].Goals cannot use them, and play the playouts of this package.
//
// Laws:
//
//   - The moves of a playout are legal, and appended to Steps in order.
//   - Choose is called once for each move of a side, even if only one move is considered. If the playout uses Urn
//     instead, it draws each move from Urn among the moves that it would pass to Choose. If there is only one such
//     move, the playout may play the move without a draw.
//   - Reached agrees with Planner.Reached after each move.
//   - Simulate changes nothing observable, and keeps nothing of the Simulation.
//   - The moves of a playout depend only on the position, Random, and Choose or Urn.
type Simulator[M comparable] interface {
	// Simulate plays the rest of the game from the present position and takes all moves back. It returns the outcome for
	// the side to move in the present position, or for side 0 in a position of chance. If playouts can be very long or
	// endless, Simulate must stop after a bounded number of moves, and return an estimate of the outcome.
	Simulate(s *Simulation[M]) (outcome int)
}

// A Goal is an aim of one side, such as to connect two strings of stones, which this side can reach by moving first.
type Goal[M comparable] struct {
	// Moves are the moves that settle the goal in favour of the side to move. After such a move, this side can reach
	// the goal. If the field Prevented is true, the other side can no longer reach the goal after such a move. Moves
	// that are not legal are ignored.
	Moves []M

	// Prevented means that the goal belongs to the other side, and that the side to move wants to prevent it. The goal
	// is then evaluated by the playouts that do not reach it.
	Prevented bool
}

// A Planner lists goals that are worth reaching or preventing.
//
// Law: Reached depends only on the goals that the last call of Goals listed, and on the moves played since that call.
type Planner[M comparable] interface {
	// Goals appends the goals of the present position to dst, and returns the extended slice. A search calls Goals once.
	// The game and its clones must keep the goals until the next call, so that Reached can refer to them. When ctx ends,
	// Goals should return soon.
	Goals(ctx context.Context, dst []Goal[M]) ([]Goal[M], error)

	// Reached reports whether a goal is reached in the present position of a playout. The parameter goal is the index
	// of this goal in the list that Goals returned. A goal that was reached in a playout counts as reached until the
	// end of the playout.
	Reached(goal int) bool
}
