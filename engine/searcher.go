package engine

import (
	"context"

	"github.com/ply-search/ply"
)

// A Searcher searches the positions of one game as the game proceeds. NewSearcher in a search package makes one, and
// [Stateless] makes one of any other search.
//
// A Searcher plays on the game with which it was made. Between calls the game is in the present position; callers may
// read it, but must not play on it. A Searcher must be used by one goroutine at a time. It may have several workers.
type Searcher[M comparable] interface {
	// Game returns the game in the present position.
	Game() ply.Game[M]

	// Analyze searches the present position until the limits or the context end it, or its result is final. It returns
	// [ply.ErrFinished] if the game is over. A search that is cut short returns the best lines so far, at least one
	// unless there was no time to begin.
	Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error)

	// Play plays a legal move. Searches that keep a tree or a table keep their results for the new position.
	Play(m M) error

	// Undo takes back the last move played, or returns [ErrNothingToUndo].
	Undo() error
}

// A Question is the task of an analysis. The zero value asks for the best move.
type Question[M comparable] struct {
	// Lines is the number of lines to find, each with a different first move. 0 means 1. There are no more lines than
	// moves.
	Lines int

	// Moves restricts the search to some moves. Nil means all. An illegal move and an empty non-nil slice are errors.
	Moves []M

	// Report, if not nil, is called with the lines found so far: after each depth of a deepening search, otherwise
	// whenever the nodes have grown by about a tenth, and ten times a second. The Status is [ply.InProgress]. If Report
	// returns false, the analysis ends with [ply.Decided]. Report runs on the goroutine that called Analyze and must
	// not call the Searcher.
	Report func(Analysis[M]) bool
}

// An Analysis is the answer to a [Question].
type Analysis[M comparable] struct {
	ply.Report

	// Lines are in descending order of value. They are empty only if the analysis ended before it began.
	Lines []Line[M]

	// Lead is a lower bound on the simulations that another move needs to become the best one, in searches that choose
	// by the number of simulations; otherwise 0. A [Player] ends a search early by it.
	Lead int
}

// A Line is a move with the result of its search.
type Line[M comparable] struct {
	// Choice has the move and its value for the player who plays it: in units of the game's outcomes for searches to a
	// depth and for mcts/flat, and as a mean from -1 to 1 for trees of simulations.
	ply.Choice[M]

	// Line is the move and the best moves after it.
	Line []M

	// Bound tells how Value relates to the true value of the move. Means have [ply.NoBound].
	Bound ply.Bound

	// Depth is the depth of the search in plies, or the longest line of a tree. 0 means unlimited.
	Depth int
}
