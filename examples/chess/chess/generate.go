package chess

import board "github.com/ply-search/ply/examples/internal/chess"

// reach returns the squares that a piece other than a pawn attacks.
func reach(k kind, square int, occupied board.Set) board.Set {
	switch k {
	case knight:
		return attack.Knight[square]
	case bishop:
		return bishopReach(square, occupied)
	case rook:
		return rookReach(square, occupied)
	case queen:
		return queenReach(square, occupied)
	case king:
		return attack.King[square]
	default:
		return 0
	}
}

// straight and diagonal return the pieces of both sides that move like rooks and like bishops.
func (g *Game) straight() board.Set { return g.pieces[rook] | g.pieces[queen] }
func (g *Game) diagonal() board.Set { return g.pieces[bishop] | g.pieces[queen] }

// attackers returns the pieces of a side, among the occupied squares, that attack a square.
func (g *Game) attackers(side uint8, square int, occupied board.Set) board.Set {
	own := g.sides[side] & occupied
	found := attack.Pawn[side^1][square]&g.pieces[pawn] |
		attack.Knight[square]&g.pieces[knight] |
		attack.King[square]&g.pieces[king]
	if straight := g.straight() & own; rookLines[square]&straight != 0 {
		found |= rookReach(square, occupied) & straight
	}
	if diagonal := g.diagonal() & own; bishopLines[square]&diagonal != 0 {
		found |= bishopReach(square, occupied) & diagonal
	}
	return found & own
}

// look finds the pieces that give check and the pinned pieces, and keeps both in the state, because several methods
// need them in the same position.
func (g *Game) look() {
	if g.now.looked {
		return
	}
	us, them := g.toMove, g.toMove^1
	square, occupied := g.kingOf(us), g.occupied()
	checkers := (attack.Pawn[us][square]&g.pieces[pawn] | attack.Knight[square]&g.pieces[knight]) & g.sides[them]
	pinned := board.Set(0)
	far := (rookLines[square]&g.straight() | bishopLines[square]&g.diagonal()) & g.sides[them]
	for ; far != 0; far &= far - 1 {
		from := far.First()
		switch blockers := between[square][from] & occupied; {
		case blockers == 0:
			checkers |= board.At(from)
		case blockers&(blockers-1) == 0:
			pinned |= blockers & g.sides[us]
		}
	}
	g.now.checkers, g.now.pinned, g.now.looked = checkers, pinned, true
}

func (g *Game) InCheck() bool {
	g.look()
	return g.now.checkers != 0
}

// mayGo returns the squares where pieces other than the king may go. In check by one piece, these are the square of
// that piece and the squares between it and the king.
func (g *Game) mayGo() board.Set {
	g.look()
	switch checkers := g.now.checkers; {
	case checkers == 0:
		return g.variant.board &^ g.sides[g.toMove]
	case checkers&(checkers-1) == 0:
		return checkers | between[g.kingOf(g.toMove)][checkers.First()]
	default:
		return 0 // only the king can move
	}
}

// targets returns the squares where a piece other than the king may legally go. may is the result of mayGo.
func (g *Game) targets(from int, may board.Set) board.Set {
	us, occupied, k := g.toMove, g.occupied(), g.on[from]
	var to board.Set
	if k == pawn {
		step := forward(us, 1<<from) &^ occupied
		to = step | attack.Pawn[us][from]&g.sides[us^1]
		if g.variant.doubles[us].Has(from) {
			to |= forward(us, step) &^ occupied
		}
	} else {
		to = reach(k, from, occupied)
	}
	if to &= may; g.now.pinned.Has(from) {
		to &= lines[g.kingOf(us)][from]
	}
	if k == pawn && g.now.passing != 0 {
		if square := int(g.now.passing); attack.Pawn[us][from].Has(square) && g.passingIsLegal(from, square) {
			to |= 1 << square
		}
	}
	return to
}

// kingTargets returns the squares where the king may legally go, among the wanted squares.
func (g *Game) kingTargets(wanted board.Set) board.Set {
	us := g.toMove
	from := g.kingOf(us)
	without := g.occupied() &^ (1 << from) // the king does not shield squares behind it
	to := attack.King[from] &^ g.sides[us] & wanted & g.variant.board
	for left := to; left != 0; left &= left - 1 {
		if square := left.First(); g.attackers(us^1, square, without) != 0 {
			to &^= 1 << square
		}
	}
	if mine := g.now.castling >> (2 * us) & 3; mine != 0 && !g.InCheck() {
		for i := 2 * us; i < 2*us+2; i++ {
			if g.now.castling>>i&1 != 0 && wanted.Has(wings[i].kingTo) && g.castlingIsLegal(int(i)) {
				to |= 1 << wings[i].kingTo
			}
		}
	}
	return to
}

// castlingIsLegal reports whether a king that is not in check may castle on a wing to which it has the right.
func (g *Game) castlingIsLegal(wing int) bool {
	w, them := &wings[wing], g.toMove^1
	occupied := g.occupied()
	return between[w.king][w.rook]&occupied == 0 &&
		g.attackers(them, w.rookTo, occupied) == 0 && g.attackers(them, w.kingTo, occupied) == 0
}

func (g *Game) Moves(dst []Move) []Move { return g.appendMoves(dst, ^board.Set(0), ^board.Set(0)) }

// appendMoves appends the legal moves of pieces to the squares of wanted, and of pawns to the squares of wantedOfPawns.
// The moves are ordered by their origin, from a1 on, and the moves of the king come last.
func (g *Game) appendMoves(dst []Move, wanted, wantedOfPawns board.Set) []Move {
	may := g.mayGo()
	if may != 0 {
		for own := g.sides[g.toMove] &^ g.pieces[king]; own != 0; own &= own - 1 {
			from := own.First()
			if g.on[from] != pawn {
				for to := g.targets(from, may&wanted); to != 0; to &= to - 1 {
					dst = append(dst, newMove(from, to.First(), none))
				}
				continue
			}
			to := g.targets(from, may) & wantedOfPawns
			promotes := to&g.variant.ends != 0
			for ; to != 0; to &= to - 1 {
				if !promotes {
					dst = append(dst, newMove(from, to.First(), none))
					continue
				}
				for _, p := range g.variant.promotions {
					dst = append(dst, newMove(from, to.First(), p))
				}
			}
		}
	}
	from := g.kingOf(g.toMove)
	for to := g.kingTargets(wanted); to != 0; to &= to - 1 {
		dst = append(dst, newMove(from, to.First(), none))
	}
	return dst
}

// CountSuccessors counts the legal moves, the replies to them, and the moves that end the game. It implements
// [github.com/ply-search/ply/fast.SuccessorCounter].
func (g *Game) CountSuccessors() (moves, replies, ended int) {
	g.listed = g.Moves(g.listed[:0])
	for _, m := range g.listed {
		g.Play(m)
		n := g.countMoves()
		g.Undo(m)
		if replies += n; n == 0 {
			ended++
		}
	}
	return len(g.listed), replies, ended
}

func (g *Game) countMoves() int {
	n := g.kingTargets(^board.Set(0)).Count()
	if may := g.mayGo(); may != 0 {
		for own := g.sides[g.toMove] &^ g.pieces[king]; own != 0; own &= own - 1 {
			from := own.First()
			to := g.targets(from, may)
			if n += to.Count(); g.on[from] == pawn {
				n += (len(g.variant.promotions) - 1) * (to & g.variant.ends).Count()
			}
		}
	}
	return n
}

// canMove reports whether there is a legal move. King moves, which are costly, are tried last.
func (g *Game) canMove() bool {
	if may := g.mayGo(); may != 0 {
		for own := g.sides[g.toMove] &^ g.pieces[king]; own != 0; own &= own - 1 {
			if g.targets(own.First(), may) != 0 {
				return true
			}
		}
	}
	return g.kingTargets(^board.Set(0)) != 0
}

// GivesCheck reports whether a legal move attacks the other king.
func (g *Game) GivesCheck(m Move) bool {
	us, from, to := g.toMove, m.from(), m.to()
	target, moved, victim := g.kingOf(us^1), g.on[from], g.victim(m)
	occupied := g.occupied()&^(1<<from|1<<victim) | 1<<to
	if p := m.promotion(); p != none {
		moved = p
	}
	switch {
	case moved == pawn:
		if attack.Pawn[us][to].Has(target) {
			return true
		}
	case castles(moved, from, to):
		return rookReach(wings[wingOf(us, from, to)].rookTo, occupied).Has(target)
	case reach(moved, to, occupied).Has(target):
		return true
	}
	// A discovered check needs a piece that leaves a line to the king.
	if lines[target][from] == 0 && victim == to {
		return false
	}
	others := g.sides[us] &^ (1 << from)
	return rookReach(target, occupied)&g.straight()&others != 0 || bishopReach(target, occupied)&g.diagonal()&others != 0
}
