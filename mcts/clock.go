package mcts

import "time"

// A Clock is the time that one side has left in a game. It computes a limit of time for the next move.
type Clock struct {
	// Left is the time left for the next Moves moves or, if Moves is 0, for the rest of the game.
	Left time.Duration

	// Moves is the number of moves for which Left must suffice. 0 means all moves of the rest of the game.
	Moves int

	// Increment is the time added after each move.
	Increment time.Duration

	// Overhead is the time that a move costs in addition to the search, such as the delay of a network. 0 means 20
	// milliseconds.
	Overhead time.Duration
}

// ForMove returns the time to spend on the next move. expected is the number of moves that the side expects to make
// until the end of the game, including this one; less than 1 means 1.
//
// The time is an even share of the time left plus nine tenths of the increment. It is at most a third of the time left,
// or all of it for the last move, and at least a millisecond.
func (c Clock) ForMove(expected int) time.Duration {
	overhead := c.Overhead
	if overhead == 0 {
		overhead = 20 * time.Millisecond
	}
	moves := max(expected, 1)
	if c.Moves > 0 {
		moves = min(moves, c.Moves)
	}
	left := max(c.Left-overhead, 0)
	share := left/time.Duration(moves) + c.Increment*9/10
	if moves > 1 {
		share = min(share, left/3)
	} else {
		share = min(share, left)
	}
	return max(share, time.Millisecond)
}
