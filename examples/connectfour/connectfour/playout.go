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
	var chance uint64
	for stones != board {
		open := (stones + bottom) & board
		// A number below the number of open columns, from 16 fresh bits.
		if moves&3 == 0 {
			chance = random.Uint64()
		}
		n := uint64(bits.OnesCount64(open))
		for k := chance & 0xffff * n >> 16; k > 0; k-- {
			open &= open - 1
		}
		chance >>= 16
		drop := open & -open
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
