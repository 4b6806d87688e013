// Package retrograde finds the value of every position of a game of two sides whose positions can recur, by going
// backwards from the ends of the game.
package retrograde

import (
	"context"
	"time"

	"github.com/ply-search/ply"
)

// Solve finds the value of all positions that can be reached from the present one or, with the option All, of all that
// the game enumerates.
func Solve[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, opt Options) (*Solution, error) {
	return nil, nil
}

// A Solution is what [Solve] found.
type Solution struct {
	Status ply.Status

	// Start is the value of the position that was given, Absent if it was not solved.
	Start Value

	// Positions is the number of positions found so far. Wins, Draws and Losses are the numbers of those that are worth
	// more than 0, 0, and less than 0 for the side to move; they are counted at the end.
	Positions, Wins, Draws, Losses uint64

	// Rows are the values that occur, from the best to the worst for the side to move, at the end.
	Rows []Row

	// Stage tells what is being done: "reach", "count", "solve" …; Class is the class, from 0 to Classes-1, and Ply the
	// number of plies that is being looked at.
	Stage          string
	Class, Classes int
	Ply            int

	// Left is an estimate of the time to go, 0 if there is none yet.
	Left time.Duration

	Elapsed time.Duration
}

// A Row counts the positions of one value.
type Row struct {
	Value
	Positions uint64
	Example   uint64 // the least index of such a position; 0 if the game is no Indexer
}

// Value implements [Table].
func (s *Solution) Value(game any) (Value, error) { return Value{}, ErrAbsent }

// Read implements [IndexTable].
func (s *Solution) Read(first uint64, dst []Value) error { return nil }

// A Rated is a move with the value of the position before it, if the move is played.
type Rated[M comparable] struct {
	Move M
	Value
}

// Moves returns the legal moves with their values for the side to move, the best first. The plies count from the present
// position. Equal ones are in the order of the game.
func Moves[G ply.AdversarialGame[M], M comparable](g G, t Table) ([]Rated[M], error) { return nil, nil }

// Line returns a line of best play from the present position: to its end, to most moves, or in a draw to where a position
// recurs.
func Line[G ply.AdversarialGame[M], M comparable](g G, t Table, most int) ([]M, error) {
	return nil, nil
}

// Verify checks every position of a table against its successors. The returned error names the first position that is
// wrong, by index.
func Verify[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, t Table, opt VerifyOptions) (uint64, error) {
	return 0, nil
}

// VerifyOptions are the options of [Verify].
type VerifyOptions struct {
	Workers  int
	Distance Distance
	Progress func(done, all uint64)
}
