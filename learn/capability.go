package learn

import "github.com/ply-search/ply"

// A Game is a two-sided game that describes its positions by features.
type Game[M comparable] interface {
	ply.AdversarialGame[M]

	// AppendFeatures appends the features of the present position to dst and returns the extended slice. A feature is a
	// number, such as the number of men of one side. The features describe the position as seen by the side to move or,
	// in a position of chance, by side 0. AppendFeatures is called in unfinished positions only.
	//
	// Laws: the number of features is the same in all positions; every feature is finite; the features depend only on
	// the position; AppendFeatures does not change the game.
	AppendFeatures(dst []float64) []float64
}

// A Finisher is a game whose method Finished reports whether the present position is finished. Evaluations are then
// faster, because they need not list the moves of the position.
//
// Law: Finished returns true exactly in the positions in which Moves appends no move.
type Finisher interface {
	Finished() bool
}

// finisherOf returns g if it is a [Finisher], and otherwise one that lists the moves.
func finisherOf[M comparable](g ply.Game[M]) Finisher {
	if f, ok := g.(Finisher); ok {
		return f
	}
	return &lister[M]{game: g}
}

type lister[M comparable] struct {
	game  ply.Game[M]
	moves []M // scratch
}

func (l *lister[M]) Finished() bool {
	l.moves = l.game.Moves(l.moves[:0])
	return len(l.moves) == 0
}
