package learn

// A Record is one game to train on.
type Record[M comparable] struct {
	// Moves are the moves from the start of the game, including outcomes of chance.
	Moves []M

	// Opening is the number of random moves at the start of the game. [Train] does not train on the positions in which
	// these moves were played.
	Opening int

	// Explored lists the random moves that were played instead of the moves of the players ([SelfPlayOptions].Explore).
	// It contains their indices in the field Moves, in ascending order. With [TD], [Train] does not train on a position
	// in which such a move was played, and the value of this position replaces the result of the game in the targets of
	// earlier positions. Without TD, Explored has no effect.
	Explored []int

	// Outcome is the outcome for side 0, on any scale. It is 0, a draw, if End is not empty.
	Outcome int

	// End is empty if the game was played to its end. It is "repetition" if [SelfPlayOptions].Repetitions ended the
	// game as a draw, and "limit" if [SelfPlayOptions].MaxMoves ended it as a draw.
	End string

	// Players are the names of the players of side 0 and side 1.
	Players [2]string
}

const (
	repetition = "repetition"
	moveLimit  = "limit"
)

// A Set is a set of games to train on.
type Set[M comparable] struct {
	// Game is the name of the game, such as "checkers 8x8". Unlike [Model].Game it does not contain a version of the
	// features, so that models with different features can be trained on the same games.
	Game string

	// Records are the games.
	Records []Record[M]

	// If [Notation.Read] or [Notation.SelfPlay] read the set from a file, Damaged contains an error for each invalid
	// line of the file.
	Damaged []error

	file      string // the name of the file, for messages
	lines     []int  // the numbers of the lines that the records come from, for messages
	truncated bool   // the last line of the file was not complete
}
