package losalamos

// attackers returns the pieces of a side that attack a square, on a board where these squares are occupied.
func (g *Game) attackers(side uint8, square int, occupied bitboard) bitboard {
	straight, diagonal := g.pieces[rook]|g.pieces[queen], g.pieces[queen]
	found := pawnCaptures[side^1][square]&g.pieces[pawn] |
		knightTargets[square]&g.pieces[knight] |
		kingTargets[square]&g.pieces[king]
	if rookReach[square]&straight&g.sides[side] != 0 {
		found |= rookTargets(square, occupied) & straight
	}
	if queenReach[square]&diagonal&g.sides[side] != 0 {
		found |= diagonalTargets(square, occupied) & diagonal
	}
	return found & g.sides[side] & occupied
}

// InCheck reports whether the king of the side to move is attacked.
func (g *Game) InCheck() bool {
	return g.attackers(g.toMove^1, g.kingOf(g.toMove), g.occupied()) != 0
}

// A legality is what decides which moves of the pieces of the side to move are legal.
type legality struct {
	king    int
	checked bool
	targets bitboard // where pieces other than the king may go: anywhere or, in check, between or onto the attacker
	pinned  bitboard // pieces that may only move in line with the king
}

func (g *Game) legality() legality {
	us, them, occupied := g.toMove, g.toMove^1, g.occupied()
	l := legality{king: g.kingOf(us), targets: ^g.sides[us]}
	if checkers := g.attackers(them, l.king, occupied); checkers != 0 {
		l.checked = true
		if l.targets = 0; checkers.count() == 1 {
			l.targets = checkers | between[l.king][checkers.first()]
		}
	}
	pinners := (rookReach[l.king]&(g.pieces[rook]|g.pieces[queen]) | queenReach[l.king]&g.pieces[queen]) & g.sides[them]
	for ; pinners != 0; pinners &= pinners - 1 {
		if blockers := between[l.king][pinners.first()] & occupied; blockers.count() == 1 {
			l.pinned |= blockers & g.sides[us]
		}
	}
	return l
}

// targets returns the squares where the piece on a square may go, which belongs to the side to move.
func (g *Game) targets(l *legality, from int) bitboard {
	us, occupied := g.toMove, g.occupied()
	var to bitboard
	switch g.board[from] {
	case pawn:
		// A pawn is never on the last rank.
		step := bitboard(1) << from << size
		if us == Black {
			step = bitboard(1) << from >> size
		}
		to = step&^occupied | pawnCaptures[us][from]&g.sides[us^1]
	case knight:
		to = knightTargets[from]
	case rook:
		to = rookTargets(from, occupied)
	case queen:
		to = queenTargets(from, occupied)
	case king:
		return g.kingMoves(from)
	}
	if to &= l.targets; l.pinned.has(from) {
		to &= lines[l.king][from]
	}
	return to
}

func (g *Game) kingMoves(from int) bitboard {
	us := g.toMove
	without := g.occupied() &^ (1 << from) // the king does not shield squares behind it
	to := kingTargets[from] &^ g.sides[us]
	for left := to; left != 0; left &= left - 1 {
		if square := left.first(); g.attackers(us^1, square, without) != 0 {
			to &^= 1 << square
		}
	}
	return to
}

// Moves appends the legal moves.
func (g *Game) Moves(dst []Move) []Move { return g.appendMoves(dst, ^bitboard(0)) }

// appendMoves appends the legal moves to some squares, from a1 on.
func (g *Game) appendMoves(dst []Move, wanted bitboard) []Move {
	l := g.legality()
	for own := g.sides[g.toMove]; own != 0; own &= own - 1 {
		from := own.first()
		to := g.targets(&l, from) & wanted
		promotes := g.board[from] == pawn && to&(firstRank|lastRank) != 0
		for ; to != 0; to &= to - 1 {
			if promotes {
				for _, p := range promotions {
					dst = append(dst, newMove(from, to.first(), p))
				}
			} else {
				dst = append(dst, newMove(from, to.first(), none))
			}
		}
	}
	return dst
}

var promotions = [...]kind{queen, rook, knight}

// CountSuccessors counts the legal moves, those after each of them, and the moves that end the game (see
// [github.com/ply-search/ply/fast.SuccessorCounter]).
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

// countMoves returns the number of legal moves.
func (g *Game) countMoves() (n int) {
	l := g.legality()
	for own := g.sides[g.toMove]; own != 0; own &= own - 1 {
		from := own.first()
		to := g.targets(&l, from)
		n += to.count()
		if g.board[from] == pawn {
			n += (len(promotions) - 1) * (to & (firstRank | lastRank)).count()
		}
	}
	return n
}

// canMove reports whether there is a legal move. The pieces are looked at first: the moves of a king are costly.
func (g *Game) canMove() bool {
	l := g.legality()
	for own := g.sides[g.toMove] &^ g.pieces[king]; own != 0; own &= own - 1 {
		if g.targets(&l, own.first()) != 0 {
			return true
		}
	}
	return g.kingMoves(l.king) != 0
}

// givesCheck reports whether a move attacks the king of the other side.
func (g *Game) givesCheck(m Move) bool {
	us, from, to := g.toMove, m.from(), m.to()
	target := g.kingOf(us ^ 1)
	occupied := g.occupied()&^(1<<from) | 1<<to
	moved := g.board[from]
	if p := m.promotion(); p != none {
		moved = p
	}
	var attacked bitboard
	switch moved {
	case pawn:
		attacked = pawnCaptures[us][to]
	case knight:
		attacked = knightTargets[to]
	case rook:
		attacked = rookTargets(to, occupied)
	case queen:
		attacked = queenTargets(to, occupied)
	}
	if attacked.has(target) {
		return true
	}
	// Otherwise by the piece behind, if it leaves a line to the king.
	return lines[target][from] != 0 && g.attackers(us, target, occupied)&^(1<<from|1<<to) != 0
}
