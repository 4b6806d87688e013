package engine

import (
	"context"

	"github.com/ply-search/ply"
)

// A Searcher searches the positions of one game as the game proceeds. Function NewSearcher of a search package returns
// a Searcher. [Stateless] makes a Searcher from any function that searches a position.
//
// A Searcher plays moves on the game with which it was made. Between calls the game is in the present position. Callers
// may read the game, but must not make moves in it. A Searcher must be used by one goroutine at a time, but may itself
// use several goroutines.
type Searcher[M comparable] interface {
	// Game returns the game in the present position.
	Game() ply.Game[M]

	// Analyze searches the present position until the limits or the context end the search, or its result is final. It
	// returns [ply.ErrFinished] if the game is over. A search that is ended early returns the best lines found so far:
	// at least one, unless the search ended before it examined any move.
	Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error)

	// Play plays m, which must be legal. A search with a tree or a table keeps the results that apply to the new position.
	Play(m M) error

	// Undo takes back the last move played. It returns [ErrNothingToUndo] if no move is left.
	Undo() error
}

// A Question is the task of an analysis. The zero value asks for the best move.
type Question[M comparable] struct {
	// Lines is the number of lines to find, each with a different first move. 0 means 1. If Lines exceeds the number of
	// moves, there is one line for each move.
	Lines int

	// Moves contains the moves with which a line may begin. Nil means all legal moves. It is an error if a move is
	// illegal or occurs twice, or if Moves is empty but not nil.
	Moves []M

	// Report, if not nil, is called with the lines found so far and Status [ply.InProgress]. A search that deepens
	// calls Report after each depth. Other searches call Report whenever the number of nodes has grown by about a
	// tenth. All searches also call Report ten times a second. If Report returns false, the analysis ends with status
	// [ply.Decided]. Report runs on the goroutine that called Analyze, and must not call the Searcher.
	Report func(Analysis[M]) bool
}

// An Analysis is the answer to a [Question].
type Analysis[M comparable] struct {
	ply.Report

	// Lines are the lines found, in descending order of value. Lines is empty only if the search ended before it examined
	// any move.
	Lines []Line[M]

	// Lead is for searches that choose the move with the most simulations. It is the least number of further
	// simulations after which another move could have the most simulations. In other searches, Lead is 0. A [Player]
	// uses Lead to end a search early.
	Lead int
}

// A Line is a first move, its value, and the best moves that follow.
type Line[M comparable] struct {
	// Choice is the first move and its value for the player who plays it. Searches to a depth and mcts/flat return the
	// value in units of the game's outcomes; searches that grow a tree by simulations return a mean from -1 to 1.
	ply.Choice[M]

	// Line contains the first move, which is also the field Move of the embedded Choice, and then the best moves that
	// follow it.
	Line []M

	// Bound tells whether Value is exact, a lower bound or an upper bound of the true value of the move. If Value is a
	// mean of simulations, Bound is [ply.NoBound].
	Bound ply.Bound

	// Depth is the depth of the search in plies. In a tree of simulations, Depth is the length of the longest line in
	// the tree. 0 means that the depth was unlimited.
	Depth int
}
