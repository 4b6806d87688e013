package montana

import (
	"math/bits"
	"math/rand/v2"
)

// PlayRandom plays random moves, see fast.PuzzlePlayouter.
func (g *Game) PlayRandom(random *rand.PCG, most int, legal, line []Move) (rest, played []Move) {
	if len(g.gaps) != 4 || g.variant == Common || g.hashing {
		for ; len(legal) > 0 && most > 0; most-- {
			i, _ := bits.Mul64(random.Uint64(), uint64(len(legal)))
			line = append(line, legal[i])
			g.Play(legal[i])
			legal = g.Moves(legal[:0])
		}
		return legal, line
	}
	// As in Advance, with at most as many moves as gaps.
	gaps := (*[4]uint16)(g.gaps)
	var moves [4]Move
	n := copy(moves[:], legal)
	for ; n > 0 && most > 0; most-- {
		i, _ := bits.Mul64(random.Uint64(), uint64(n))
		m := moves[i&3]
		line = append(line, m)
		g.exchange(m.thing(), m.from(), m.to())
		n = 0
		for _, gap := range gaps {
			to := g.where[gap]
			card := g.board[to-1] + 1
			if from := g.where[card]; from != 0 {
				moves[n&3] = makeMove(card, from, to)
				n++
			}
		}
	}
	return append(legal[:0], moves[:n]...), line
}
