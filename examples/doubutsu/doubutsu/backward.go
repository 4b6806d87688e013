package doubutsu

import "math/bits"

// goesOn reports whether the game has not ended and does not end with the next move, by taking a lion.
func (g *Game) goesOn() bool {
	return (g.on[Sente][lion]&home[Gote])|(g.on[Gote][lion]&home[Sente]) == 0 && g.prey() == 0
}

// appendCandidates appends moves that may have led here, also from positions that do not go on.
func (g *Game) appendCandidates(dst []Move) []Move {
	us, them := g.toMove, g.toMove^1
	if g.caught() || g.on[us][lion]&home[them] != 0 {
		return dst
	}
	empty := board &^ (g.all(us) | g.all(them))
	for k := range kinds {
		for left := g.on[them][k]; left != 0; left &= left - 1 {
			to := bits.TrailingZeros16(left)
			if k < lion {
				dst = append(dst, newMove(handStart+int(k), to, 0, false))
			}
			last := home[us]>>to&1 != 0
			if k != chick || !last {
				dst = g.appendUnmoves(dst, reach[us][k][to]&empty, to, false)
			}
			if k == hen && last {
				dst = g.appendUnmoves(dst, reach[us][chick][to]&empty, to, true)
			}
		}
	}
	return dst
}

// appendUnmoves appends the moves to a square from several, without and with each piece taken that is now in hand.
func (g *Game) appendUnmoves(dst []Move, from uint16, to int, promote bool) []Move {
	hand := &g.hand[g.toMove^1]
	for ; from != 0; from &= from - 1 {
		at := bits.TrailingZeros16(from)
		dst = append(dst, newMove(at, to, 0, promote))
		for k := range lion {
			if hand[k] > 0 {
				dst = append(dst, newMove(at, to, k+1, promote))
			}
		}
		if hand[chick] > 0 {
			dst = append(dst, newMove(at, to, hen+1, promote))
		}
	}
	return dst
}

// Predecessors appends the indices of the positions before all moves, except moves that take the lion, to other.
func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	var scratch [mostUnmoves]Move
	now := *g
	for _, m := range g.appendCandidates(scratch[:0]) {
		if g.Undo(m); g.goesOn() {
			other = append(other, g.Index())
		}
		*g = now
	}
	return other, same
}

// Successors appends the indices of the positions after all moves to other.
func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	if !g.caught() && g.prey() != 0 {
		return append(other, 0), same
	}
	var scratch [mostMoves]Move
	now := *g
	for _, m := range g.Moves(scratch[:0]) {
		g.Play(m)
		other = append(other, g.Index())
		*g = now
	}
	return other, same
}

// Room for the moves and the moves backwards of a position: more than there ever are of either.
// mostMoves and mostUnmoves are above the numbers of moves, forwards and backwards, of any position.
const (
	mostMoves   = 64
	mostUnmoves = 256
)
