package learn

import "github.com/ply-search/ply"

// A Game is a game of two sides that states the features of its positions.
type Game[M comparable] interface {
	ply.AdversarialGame[M]

	// AppendFeatures appends the features of the present position to dst and returns the extended slice: the numbers that
	// an evaluation is made of, such as how many men each side has, for the side to move. In a position of chance they are
	// for side 0. It is not called in finished positions.
	//
	// Laws: AppendFeatures always appends the same number of features, all finite; they depend on nothing but the position;
	// and it changes nothing that can be observed.
	AppendFeatures(dst []float64) []float64
}

// A Finisher knows without listing moves whether the present position is finished. It is an optional fast path: an
// evaluation must know, and otherwise lists the moves of each position that it evaluates.
//
// Law: Finished reports whether Moves appends no move.
type Finisher interface {
	Finished() bool
}

// finisherOf returns g itself if it is a [Finisher], and otherwise one that lists the moves.
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
