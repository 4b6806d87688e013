package chess

import board "github.com/ply-search/ply/examples/internal/chess"

// Evaluate returns the outcome of a finished position. For other positions, it returns a sum of terms for material,
// squares, mobility, pawns and the safety of the kings. Each term has a value for the middlegame and one for the
// endgame; the pieces on the board determine the weights of both.
func (g *Game) Evaluate() int {
	switch {
	case !g.canMove():
		return g.Outcome()
	case g.dead():
		return 0
	}
	sum := g.now.placement + g.terms(White) - g.terms(Black)
	phase := min(int(g.now.phase), fullPhase)
	value := (sum.middle()*phase + sum.end()*(fullPhase-phase)) / fullPhase
	stronger := uint8(White)
	if value < 0 {
		stronger = Black
	}
	if g.pieces[pawn]&g.sides[stronger] == 0 && g.army(stronger)-g.army(stronger^1) <= worth[bishop] {
		value /= 4 // without pawns, an extra minor piece rarely wins
	}
	if g.toMove == Black {
		value = -value
	}
	return value + turn
}

// army returns the sum of the values of a side's pieces without its pawns.
func (g *Game) army(side uint8) (sum int32) {
	for k := knight; k < king; k++ {
		sum += worth[k] * int32((g.pieces[k] & g.sides[side]).Count())
	}
	return sum
}

// terms returns the sum of the terms for a side that are not part of the placement.
func (g *Game) terms(side uint8) score {
	own := g.sides[side]
	ours, others := g.pieces[pawn]&own, g.pieces[pawn]&^own
	sum := g.pawns(side, ours, others) + g.shelter(side, ours)
	safe := ^own &^ pawnReach(side^1, others)
	zone := attack.King[g.kingOf(side^1)]
	force, attackers := 0, 0
	for men := own &^ g.pieces[pawn] &^ g.pieces[king]; men != 0; men &= men - 1 {
		square := men.First()
		k := g.on[square]
		to := reach(k, square, g.occupied())
		sum += perTarget[k] * score((to&safe).Count()-usualTargets[k])
		if near := (to & zone).Count(); near > 0 {
			attackers++
			force += forces[k] * near
		}
		if k == rook {
			switch file := fileA << (square % size); {
			case file&g.pieces[pawn] == 0:
				sum += openFile
			case file&ours == 0:
				sum += halfOpenFile
			}
		}
	}
	if attackers > 1 && g.pieces[queen]&own != 0 {
		sum += pair(min(force*force/forceScale, mostForce), 0)
	}
	if bishops := g.pieces[bishop] & own; bishops&lightSquares != 0 && bishops&^lightSquares != 0 {
		sum += bishopPair
	}
	return sum
}

// pawnReach returns the squares that pawns of a side attack.
func pawnReach(side uint8, pawns board.Set) board.Set { return beside(forward(side, pawns)) }

// beside returns the squares to the left and to the right of squares.
func beside(s board.Set) board.Set { return s&^fileH<<1 | s&^fileA>>1 }

func (g *Game) pawns(side uint8, ours, others board.Set) (sum score) {
	for left := ours; left != 0; left &= left - 1 {
		square := left.First()
		front := ahead[side][square]
		switch {
		case front&ours != 0:
			sum += doubledPawn
		case (front|beside(front))&others == 0:
			next, rank := forward(side, 1<<square).First(), rankOf(side, square)
			sum += passedPawn[rank]
			closer := min(kingDistance[g.kingOf(side^1)][next], 5) - min(kingDistance[g.kingOf(side)][next], 5)
			sum += kingToPassed * score((rank-1)*closer)
			if g.on[next] != none {
				sum += blockedPassed
			}
		}
		if beside(fileA<<(square%size))&ours == 0 {
			sum += isolatedPawn
		}
	}
	return sum
}

// shelter returns the terms for the pawns before a king.
func (g *Game) shelter(side uint8, ours board.Set) (sum score) {
	square := g.kingOf(side)
	near := attack.King[square]
	if rankOf(side, square) > 1 {
		return 0
	}
	first := forward(side, near|1<<square) &^ (near | 1<<square) // the rank before those beside the king
	sum += shieldPawn * score((near & ours).Count())
	sum += farShieldPawn * score((first & ours).Count())
	for file := max(square%size-1, 0); file <= min(square%size+1, size-1); file++ {
		if fileA<<file&ours == 0 {
			sum += openToKing
		}
	}
	return sum
}

// rankOf returns the rank of a square as a side counts them, from 0.
func rankOf(side uint8, square int) int {
	if side == White {
		return square / size
	}
	return size - 1 - square/size
}
