package connectfour

import (
	"math/bits"
	"math/rand/v2"
)

// Playout plays random drops to the end of the game, and leaves the position as it was. See mcts.Playouter.
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]Drop) (outcome, moves int) {
	own, stones := g.own, g.stones
	if fourInLine(own ^ stones) {
		return g.Outcome(), 0
	}
	side := g.ToMove()
	var at, chance uint64
	for draws := 0; stones != board; draws++ {
		// The digits to the base 7 of a fraction are columns. A full one is drawn again: that is rare, and to count the open
		// ones would take longer. 64 bits are good for some more than 16 digits.
		if draws&15 == 0 {
			chance = random.Uint64()
		}
		at, chance = bits.Mul64(chance, Columns)
		drop := (stones + bottom) & (column << (at * height & 63))
		if drop == 0 {
			continue
		}
		if lines != nil {
			lines[side] = append(lines[side], Drop(bits.TrailingZeros64(drop)))
		}
		own |= drop
		stones |= drop
		moves++
		if fourInLine(own) {
			outcome = Win + Cells - g.count - moves
			if moves&1 == 0 {
				outcome = -outcome
			}
			return outcome, moves
		}
		own ^= stones
		side ^= 1
	}
	return 0, moves
}
