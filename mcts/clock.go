package mcts

import "time"

// A Clock says how much time is left for a game, as far as one side is concerned.
type Clock struct {
	// Left is the time left: for Moves moves, or if that is 0 for the rest of the game.
	Left  time.Duration
	Moves int

	// Increment is added after each move.
	Increment time.Duration

	// Overhead is the time that a move takes apart from the search. 0 means 20 milliseconds.
	Overhead time.Duration
}

// ForMove returns the time to take for the next move, where expected is the number of moves that the side expects to
// make until the end of the game, this one included. It takes an even share of the time left and most of the increment,
// and never more than a third of all there is, unless this is the last move.
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
