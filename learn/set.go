package learn

// A Record is a game that was played.
type Record[M comparable] struct {
	// Moves are the moves, from the start on, outcomes of chance included.
	Moves []M

	// Opening is the number of the first moves that no player chose. Training does not learn from the positions before
	// these moves.
	Opening int

	// Explored are the indices in Moves, in ascending order, of moves of exploration, which no player chose. The position
	// before such a move learns nothing by TD or TDLeaf, and earlier positions learn from it, not from what came later.
	Explored []int

	// Outcome is the outcome for side 0, whatever its scale. It is 0 if the game was broken off.
	Outcome int

	// End says why the game ended.
	End End

	// Players are the names of the players of side 0 and side 1.
	Players [2]string
}

// An End is a reason for the end of a game.
type End string

// The reasons for the end of a game.
const (
	Finished   End = ""           // no moves were left
	Repetition End = "repetition" // the position had occurred before, a draw
	MoveLimit  End = "limit"      // a limit on the number of moves, counted as a draw
)

// A Set is games to learn from.
type Set[M comparable] struct {
	// Game is the name of the game, such as "checkers 8x8", without a version of features ([Model].Game), so that models
	// with other features can learn from the games.
	Game string

	// Records are the games.
	Records []Record[M]

	// Lines are the numbers of the lines of a file that the records come from, for messages; nil if there is none.
	Lines []int

	// File is the name of the file, for messages.
	File string

	// Damaged are the lines of the file that are no games, each a [*DamagedLine]. Truncated tells that its last line was
	// not complete.
	Damaged   []error
	Truncated bool
}
