package backgammon

import (
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/neural"
)

const (
	throwCount = 21 // doubles included
	pointCount = 26 // Off, which stands for a die that is not used, to Bar

	// A prime number: the remainders of most sets of starting points in a position are different.
	doubleNumbers = 509
)

// Description describes the game to networks with a policy (package neural). The inputs are the features of
// [Game.AppendFeatures] and the throw to play, as seen by the side whose turn it is, also before its throw.
//
// The plays of two different numbers have different numbers for the policy. There are too many plays of doubles for
// that: four checkers have 20 475 sets of starting points. Therefore these plays share 509 numbers. In a position,
// about one play in twenty has the number of another play, and so the same prior.
func Description() neural.Description[*Game, Move] {
	return neural.Description[*Game, Move]{
		Name:   ModelGame,
		New:    func() (*Game, error) { return New(), nil },
		Planes: FeatureCount + throwCount,
		Append: (*Game).appendInputs,
		Viewer: (*Game).Viewer,
		Moves:  pointCount*pointCount + doubleNumbers,
		Number: func(_ *Game, m Move) int { return m.number() },
		Scale:  3,
	}
}

func (g *Game) appendInputs(dst []float32) []float32 {
	start := len(dst)
	dst = append(dst, make([]float32, FeatureCount+throwCount)...)
	var features [2 * FeatureCount]learn.Feature
	for _, f := range g.AppendSparse(features[:0]) {
		dst[start+int(f.Index)] = f.Value
	}
	if a, b := g.Dice(); a > 0 {
		dst[start+FeatureCount+a*(a-1)/2+b-1] = 1
	}
	return dst
}

// number returns the number of a play for a policy. For two different dice, it depends on the points from which
// checkers move by the greater and by the smaller die, and for a double on all points from which checkers move.
func (m Move) number() int {
	first, second := m.from(0), m.from(1)
	switch a, b := m.die(0), m.die(1); {
	case a == b && m != Pass:
		return pointCount*pointCount + (((m.from(3)*pointCount+m.from(2))*pointCount+second)*pointCount+first)%doubleNumbers
	case a < b:
		first, second = second, first
	}
	return first*pointCount + second
}
