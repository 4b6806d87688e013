package contest

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
)

// Luck returns the luck of side 0 in an outcome of chance: the value of the position after the outcome, minus the
// expectation of this value over all outcomes. The sum of the luck of a game has the expectation 0 for any value
// (advantage sum, Zinkevich and others 2006).
//
// value returns the value of the present position for the side that turn returns or, in a position of chance, for side 0.
func Luck[M comparable](
	position ply.Game[M], turn interface{ ToMove() int }, outcomes []M, odds []float64, outcome M, value func() float64,
) (float64, error) {
	drawn, expectation := 0.0, 0.0
	for i, m := range outcomes {
		if odds[i] == 0 {
			continue
		}
		position.Play(m)
		v := value()
		if !(math.Abs(v) <= ply.MaxValue) { // NaN as well
			return 0, fmt.Errorf("option Luck: the value after %v is %v, want a number from %d to %d", m, v, -ply.MaxValue, ply.MaxValue)
		}
		if turn.ToMove() == 1 {
			v = -v
		}
		position.Undo(m)
		expectation += odds[i] * v
		if m == outcome {
			drawn = v
		}
	}
	return drawn - expectation, nil
}
