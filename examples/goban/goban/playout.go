package goban

import "math/rand/v2"

// RandomMove returns a uniformly random move for the colour to move among those that are legal and fill no [Board.Eye],
// or Pass if there are none.
func (b *Board) RandomMove(random *rand.PCG) Point {
	// Those that will not do are exchanged with the last, so that each of the others is as likely as any other; the
	// exchanges are undone, since the order of the points is that of a game.
	n := b.free
	c := b.toMove
	var drawn [MaxSize * MaxSize]int16
	move := Pass
	left := n
	for ; left > 0; left-- {
		k := int(random.Uint64() >> 32 * uint64(left) >> 32)
		p := b.empty[k]
		if !b.Eye(c, p) && b.LegalColor(c, p) {
			move = p
			break
		}
		drawn[left-1] = int16(k)
		b.empty[k], b.empty[left-1] = b.empty[left-1], p
	}
	for ; left < n; left++ {
		k := drawn[left]
		b.empty[k], b.empty[left] = b.empty[left], b.empty[k]
	}
	return move
}

// Playout plays random moves, as of [Board.RandomMove], until two passes follow one another or for three times as many
// moves as the board has points, and returns their number.
func (b *Board) Playout(random *rand.PCG) int {
	limit := 3 * len(b.points)
	moves := 0
	for ; b.passes < 2 && moves < limit; moves++ {
		b.PlayColor(b.toMove, b.RandomMove(random))
	}
	return moves
}

// Playout runs a playout on a [FastBoard], as of [FastBoard.LightPlayout], as package mcts wants it. Games of more
// than three times as many moves as the board has points end there, with the score that they have.
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]Point) (outcome, moves int) {
	if g.fast == nil {
		g.fast = new(FastBoard)
	}
	g.fast.Load(g.Board)
	moves = g.fast.LightPlayout(random, lines)
	if outcome = g.fast.Outcome(); g.Board.toMove == White {
		outcome = -outcome
	}
	return outcome, moves
}
