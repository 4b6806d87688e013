package engine

import (
	"context"

	"github.com/ply-search/ply"
)

// A Searcher searches the positions of one game as the game goes on. Functions NewSearcher of search packages return
// one, and [Stateless] makes one of any other search.
//
// A Searcher plays on the game that it was made with. Between calls the game is in the present position; the caller may
// read it, but must not play on it. A Searcher is used by one goroutine at a time, with any number of workers.
type Searcher[M comparable] interface {
	// Game returns the game in the present position.
	Game() ply.Game[M]

	// Analyze searches the present position until the limits or the context end it, or until more would change nothing. It
	// returns [ply.ErrFinished] if the game is over. If it is cut short, it returns the best lines up to then, one at least
	// if there was time for any search at all.
	Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error)

	// Play plays a legal move. What was found about the new position is kept, as far as the search keeps anything.
	Play(m M) error

	// Undo takes back the last move that was played with Play and not taken back since, or returns [ErrNothingToUndo].
	Undo() error
}

// A Question is the task of an analysis. The zero value asks for the best move.
type Question[M comparable] struct {
	// Lines is the number of lines wanted, each with another first move. 0 means 1. A position with fewer moves has fewer
	// lines.
	Lines int

	// Moves are the only moves of the position that are searched. Nil means all. A move that is not legal is an error, and so
	// is an empty slice that is not nil.
	Moves []M

	// Report, if not nil, is called with the lines found so far: after each depth of a search that deepens, otherwise whenever
	// the nodes have grown by about a tenth, and ten times a second. The Status is [ply.InProgress]. If it returns false, the
	// analysis ends with [ply.Decided]. It is called on the goroutine that called Analyze and must not call the Searcher.
	Report func(Analysis[M]) bool
}

// An Analysis is the answer to a [Question].
type Analysis[M comparable] struct {
	ply.Report

	// Lines are in descending order of their worth. They are empty only if the analysis was ended before it had begun.
	Lines []Line[M]

	// Lead is the number of simulations that it takes at least for another move to become the best one, in searches that
	// choose by the number of simulations; otherwise 0. It tells a [Player] whether to go on.
	Lead int
}

// A Line is a move of the position with all that was found out about it.
type Line[M comparable] struct {
	// Choice has the move and its value for the player who plays it. Searches to a depth and by playouts alone (mcts/flat) have
	// the units of the game's outcomes, trees of simulations have means from -1 to 1.
	ply.Choice[M]

	// Line is the move and the best moves after it.
	Line []M

	// Bound tells how Value bounds the true value of the move in this search. Means have [ply.NoBound].
	Bound ply.Bound

	// Depth is the number of plies that the search looked ahead, or the length of the longest line of a tree; 0 if it is not
	// limited.
	Depth int
}
