package learn

// A Record is a game that was played.
type Record[M comparable] struct {
	// Moves are the moves, from the start on, outcomes of chance included.
	Moves []M

	// Opening is the number of the first moves that no player chose. Training does not learn from the positions before
	// these moves.
	Opening int

	// Explored are the indices in Moves, in ascending order, of moves of exploration, which no player chose. The position
	// before such a move learns nothing by [TD], and earlier positions learn from it, not from later positions.
	Explored []int

	// Outcome is the outcome for side 0, on any scale. It is 0 if the game was broken off.
	Outcome int

	// End is "repetition" or "limit" if the game was broken off as a draw, because the position had occurred before or by
	// MaxMoves of [SelfPlayOptions]. It is empty if no moves were left.
	End string

	// Players are the names of the players of side 0 and side 1.
	Players [2]string
}

const (
	repetition = "repetition"
	moveLimit  = "limit"
)

// A Set is games to learn from.
type Set[M comparable] struct {
	// Game is the name of the game, such as "checkers 8x8", without a version of features ([Model].Game), so that models
	// with other features can learn from the games.
	Game string

	// Records are the games.
	Records []Record[M]

	// Damaged are the errors of the lines of the file that are no games.
	Damaged []error

	file      string // the name of the file, for messages
	lines     []int  // the numbers of the lines that the records come from, for messages
	truncated bool   // the last line of the file was not complete
}
