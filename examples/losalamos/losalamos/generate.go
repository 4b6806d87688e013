package losalamos

import "github.com/ply-search/ply/examples/internal/chess"

// attackers returns the pieces of a side that attack a square, given the occupied squares.
func (g *Game) attackers(side uint8, square int, occupied chess.Set) chess.Set {
	straight, diagonal := g.pieces[rook]|g.pieces[queen], g.pieces[queen]
	found := attack.Pawn[side^1][square]&g.pieces[pawn] |
		attack.Knight[square]&g.pieces[knight] |
		attack.King[square]&g.pieces[king]
	if rookReach[square]&straight&g.sides[side] != 0 {
		found |= attack.Rook(square, occupied) & straight
	}
	if queenReach[square]&diagonal&g.sides[side] != 0 {
		found |= attack.Bishop(square, occupied) & diagonal
	}
	return found & g.sides[side] & occupied
}

func (g *Game) InCheck() bool {
	return g.attackers(g.toMove^1, g.kingOf(g.toMove), g.occupied()) != 0
}

// A legality restricts the moves of the side to move to the legal ones.
type legality struct {
	king    int
	targets chess.Set // of pieces other than the king: in check only the attacker and the squares before it
	pinned  chess.Set // pieces that must stay in line with the king
}

func (g *Game) legality() legality {
	us, them, occupied := g.toMove, g.toMove^1, g.occupied()
	l := legality{king: g.kingOf(us), targets: ^g.sides[us]}
	if checkers := g.attackers(them, l.king, occupied); checkers != 0 {
		if l.targets = 0; checkers.Count() == 1 {
			l.targets = checkers | between[l.king][checkers.First()]
		}
	}
	pinners := (rookReach[l.king]&(g.pieces[rook]|g.pieces[queen]) | queenReach[l.king]&g.pieces[queen]) & g.sides[them]
	for ; pinners != 0; pinners &= pinners - 1 {
		if blockers := between[l.king][pinners.First()] & occupied; blockers.Count() == 1 {
			l.pinned |= blockers & g.sides[us]
		}
	}
	return l
}

// targets returns the squares where a piece of the side to move may go.
func (g *Game) targets(l *legality, from int) chess.Set {
	us, occupied := g.toMove, g.occupied()
	var to chess.Set
	switch g.board[from] {
	case pawn:
		step := chess.Set(1) << from << size
		if us == Black {
			step = chess.Set(1) << from >> size
		}
		to = step&^occupied | attack.Pawn[us][from]&g.sides[us^1]
	case knight:
		to = attack.Knight[from]
	case rook:
		to = attack.Rook(from, occupied)
	case queen:
		to = attack.Queen(from, occupied)
	case king:
		return g.kingMoves(from)
	}
	if to &= l.targets; l.pinned.Has(from) {
		to &= lines[l.king][from]
	}
	return to
}

func (g *Game) kingMoves(from int) chess.Set {
	us := g.toMove
	without := g.occupied() &^ chess.At(from) // the king does not shield squares behind it
	to := attack.King[from] &^ g.sides[us]
	for left := to; left != 0; left &= left - 1 {
		if square := left.First(); g.attackers(us^1, square, without) != 0 {
			to &^= 1 << square
		}
	}
	return to
}

func (g *Game) Moves(dst []Move) []Move { return g.appendMoves(dst, ^chess.Set(0)) }

// appendMoves appends the legal moves to the wanted squares, by origin from a1 on.
func (g *Game) appendMoves(dst []Move, wanted chess.Set) []Move {
	l := g.legality()
	for own := g.sides[g.toMove]; own != 0; own &= own - 1 {
		from := own.First()
		to := g.targets(&l, from) & wanted
		promotes := g.board[from] == pawn && to&(firstRank|lastRank) != 0
		for ; to != 0; to &= to - 1 {
			if promotes {
				for _, p := range promotions {
					dst = append(dst, newMove(from, to.First(), p))
				}
			} else {
				dst = append(dst, newMove(from, to.First(), none))
			}
		}
	}
	return dst
}

var promotions = [...]kind{queen, rook, knight}

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

func (g *Game) countMoves() (n int) {
	l := g.legality()
	for own := g.sides[g.toMove]; own != 0; own &= own - 1 {
		from := own.First()
		to := g.targets(&l, from)
		n += to.Count()
		if g.board[from] == pawn {
			n += (len(promotions) - 1) * (to & (firstRank | lastRank)).Count()
		}
	}
	return n
}

// canMove reports whether there is a legal move. King moves, which are costly, are tried last.
func (g *Game) canMove() bool {
	l := g.legality()
	for own := g.sides[g.toMove] &^ g.pieces[king]; own != 0; own &= own - 1 {
		if g.targets(&l, own.First()) != 0 {
			return true
		}
	}
	return g.kingMoves(l.king) != 0
}

// givesCheck reports whether a move attacks the other king.
func (g *Game) givesCheck(m Move) bool {
	us, from, to := g.toMove, m.from(), m.to()
	target := g.kingOf(us ^ 1)
	occupied := g.occupied()&^(1<<from) | 1<<to
	moved := g.board[from]
	if p := m.promotion(); p != none {
		moved = p
	}
	var attacked chess.Set
	switch moved {
	case pawn:
		attacked = attack.Pawn[us][to]
	case knight:
		attacked = attack.Knight[to]
	case rook:
		attacked = attack.Rook(to, occupied)
	case queen:
		attacked = attack.Queen(to, occupied)
	}
	if attacked.Has(target) {
		return true
	}
	// A discovered check needs a piece that leaves a line to the king.
	return lines[target][from] != 0 && g.attackers(us, target, occupied)&^(1<<from|1<<to) != 0
}
