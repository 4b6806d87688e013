package morpion

import "math/bits"

// joinedPriors are the priors of moves by the number of neighbours of their lines: 1, e² and e⁴.
var joinedPriors = [...]float32{1, 7.389056, 54.59815}

// Priors sets the priors of moves by how many lines their lines would continue on the same straight: a line that leaves a gap
// wastes what of it is too short for another.
func (g *Game) Priors(moves []Move, priors []float32) {
	after := (g.rule.variant.marks() + 1) & 63
	for i, m := range moves {
		around := bits.RotateLeft64(g.marks[m.straight()], 1-int(m>>startShift))
		priors[i] = joinedPriors[around&1+around>>after&1]
	}
}
