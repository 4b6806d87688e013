package learn

// A Record is a game that was played.
type Record[M comparable] struct {
	// Moves are the moves from the start on, including outcomes of chance.
	Moves []M

	// Opening is the number of initial moves that no player chose. The positions before them are not learned from.
	Opening int

	// Explored are the ascending indices in Moves of exploration moves, which no player chose. The position before
	// such a move learns nothing by [TD], and earlier positions learn from it instead of later ones.
	Explored []int

	// Outcome is the outcome for side 0, on any scale, or 0 if the game was broken off.
	Outcome int

	// End is "repetition" or "limit" for a draw by Repetitions or MaxMoves of [SelfPlayOptions], or empty.
	End string

	// Players are the names of the players of side 0 and side 1.
	Players [2]string
}

const (
	repetition = "repetition"
	moveLimit  = "limit"
)

// A Set is a set of games to learn from.
type Set[M comparable] struct {
	// Game is the name of the game, such as "checkers 8x8", without a version of features ([Model].Game), so that
	// models with different features can use the games.
	Game string

	// Records are the games.
	Records []Record[M]

	// Damaged are the errors of invalid lines of the file.
	Damaged []error

	file      string // the name of the file, for messages
	lines     []int  // the numbers of the lines that the records come from, for messages
	truncated bool   // the last line of the file was not complete
}
