package backgammon

import "math"

// Millipoints is a [Game] whose values are in thousandths of a point, for searches that evaluate positions with integers
// ([github.com/ply-search/ply.Evaluator]).
type Millipoints struct{ *Game }

// Outcome returns the result of [Game.Outcome] in thousandths of a point.
func (g Millipoints) Outcome() int { return 1000 * g.Game.Outcome() }

// Evaluate returns [Game.Expectation] in thousandths of a point.
func (g Millipoints) Evaluate() int { return int(math.Round(1000 * g.Expectation())) }

// Clone returns a copy, as [Game.Clone] does.
func (g Millipoints) Clone() Millipoints { return Millipoints{g.Game.Clone()} }

// CopyFrom makes g a copy of other, as [Game.CopyFrom] does.
func (g Millipoints) CopyFrom(other Millipoints) { g.Game.CopyFrom(other.Game) }
