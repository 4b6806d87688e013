package learn

import "github.com/ply-search/ply"

// A Game is a two-sided game that describes its positions by features.
type Game[M comparable] interface {
	ply.AdversarialGame[M]

	// AppendFeatures appends the features of the present position to dst and returns the extended slice. A feature is a
	// number, such as the number of men of one side. The features describe the position as seen by the side to move or,
	// in a position of chance, by side 0 (or by another side; see [Viewer]). AppendFeatures is called in unfinished
	// positions only.
	//
	// Laws: the number of features is the same in all positions; every feature is finite; the features depend only on
	// the position; AppendFeatures does not change the game.
	AppendFeatures(dst []float64) []float64
}

// A Viewer is a game with chance that chooses from whose side the features describe a position of chance.
//
// Law: Viewer returns a side or player of the game, and its result depends only on the position.
type Viewer interface {
	// Viewer returns the side or player whose view the features of the present position take. It is called only in
	// positions of chance. In a game of dice, this may be the side that throws next, so that positions before a throw
	// have the same features for both sides.
	Viewer() int
}

// viewer returns the side whose view the features of the present position take.
func viewer(g interface{ ToMove() int }) int {
	side := g.ToMove()
	if side != ply.Chance {
		return side
	}
	if v, ok := g.(Viewer); ok {
		return v.Viewer()
	}
	return 0
}

// A Feature is a feature that is not 0.
type Feature struct {
	Index int32 // among all features, from 0
	Value float32
}

// A Sparse game lists the features that are not 0. If most features are 0, training and evaluations are then faster,
// and [Train] needs less memory. Evaluations, [TrainOnline] and, for a model with hidden layers, Train compute with
// numbers of 32 bits; Train with [LBFGS] does not.
type Sparse interface {
	// AppendSparse appends the features of the present position that are not 0 to dst, in the order of their indices,
	// and returns the extended slice. It is called in unfinished positions only.
	//
	// Law: AppendFeatures appends the same features.
	AppendSparse(dst []Feature) []Feature
}

// A denseList makes a list of the features that are not 0 from the features of a game that is not [Sparse].
type denseList struct {
	game     interface{ AppendFeatures(dst []float64) []float64 }
	features []float64 // scratch
}

func (l *denseList) AppendSparse(dst []Feature) []Feature {
	l.features = l.game.AppendFeatures(l.features[:0])
	for i, x := range l.features {
		if x != 0 {
			dst = append(dst, Feature{int32(i), float32(x)})
		}
	}
	return dst
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
