package learn

import "github.com/ply-search/ply"

// A Game is a game of two sides that states the features of its positions.
type Game[M comparable] interface {
	ply.AdversarialGame[M]

	// AppendFeatures appends the features of the present, unfinished position to dst and returns the extended slice:
	// numbers such as each side's men, for the side to move, or for side 0 in a position of chance.
	//
	// Laws: there are always as many features, all finite; they depend only on the position; AppendFeatures changes nothing.
	AppendFeatures(dst []float64) []float64
}

// A Finisher reports without listing moves whether the present position is finished, which makes evaluations faster.
//
// Law: Finished reports whether Moves appends no move.
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
