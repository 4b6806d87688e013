package chess

import (
	"github.com/ply-search/ply"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/search/alphabeta"
)

// Rank ranks captures and promotions by the most valuable victim and, on ties, the least valuable attacker. In the
// first stage it ranks only those that lose no material. In the second stage, it ranks quiet moves by the values of
// their squares, less a quarter of the greatest history if they lose material. Captures that lose material come after
// them: their ranks differ by more than the history of a search can change.
func (g *Game) Rank(stage int, moves []Move, ranks []int32) (more bool) {
	for i, m := range moves {
		gain := g.gain(m)
		switch {
		case gain == 0 && stage == 0:
		case gain == 0:
			ranks[i] = g.quietRank(m)
		case stage == 0:
			if !g.loses(m) {
				ranks[i] = gain
			}
		default: // captures that lose nothing have been tried
			ranks[i] = gain - beyondHistory
		}
	}
	return stage == 0
}

// beyondHistory exceeds the differences of histories, and lostPiece is the rank that a quiet move loses with a piece.
const (
	beyondHistory = 1 << 16
	lostPiece     = 1 << 12
)

// quietRank returns the rank of a quiet move in the second stage: twice what its piece gains by its square, in
// hundredths of a pawn.
func (g *Game) quietRank(m Move) int32 {
	table := &placement[g.toMove][g.on[m.from()]]
	change, phase := table[m.to()]-table[m.from()], min(int(g.now.phase), fullPhase)
	gain := int32(change.middle()*phase+change.end()*(fullPhase-phase)) * 2 / fullPhase
	if g.toMove == Black {
		gain = -gain
	}
	if g.loses(m) {
		gain -= lostPiece
	}
	return gain
}

// gain returns the order of captures and promotions to a queen, and 0 for other moves.
func (g *Game) gain(m Move) int32 {
	captured, promotion := g.on[g.victim(m)], m.promotion()
	if captured == none && promotion != queen {
		return 0
	}
	return 16*(worth[captured]+worth[promotion]) + int32(king-g.on[m.from()])
}

// NoisyMoves appends the captures and the promotions to a queen that lose no material, in the order of Rank.
//
// In check, NoisyMoves does not list the other moves. They would gain little, because the quiescence search always lets
// the side to move keep its evaluation, so it cannot find out that all moves lose.
func (g *Game) NoisyMoves(dst []Move) []Move {
	start := len(dst)
	theirs := g.sides[g.toMove^1]
	ofPawns := theirs | g.variant.ends
	if g.now.passing != 0 {
		ofPawns |= board.At(int(g.now.passing))
	}
	// The moves kept are sorted in place, at the front; a move not looked at yet is never overwritten.
	for _, m := range g.appendMoves(dst, theirs, ofPawns)[start:] {
		p := m.promotion()
		if p != none && p != queen || g.loses(m) {
			continue
		}
		i, gain := len(dst), g.gain(m)
		for dst = append(dst, m); i > start && g.gain(dst[i-1]) < gain; i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = m
	}
	return dst
}

// loses reports whether a move loses material if both sides then capture on its destination, with the least valuable
// piece first and for as long as it pays (static exchange evaluation: Slate and Atkin 1977). Pins are ignored.
func (g *Game) loses(m Move) bool {
	side, from, to, victim := g.toMove, m.from(), m.to(), g.victim(m)
	moved := g.on[from]
	gains := [32]int32{worth[g.on[victim]]} // after each capture, for the side that captured, if no other follows
	if p := m.promotion(); p != none {
		gains[0] += worth[p] - worth[pawn]
		moved = p
	}
	if gains[0] >= worth[moved] || moved == king {
		return false
	}
	occupied := g.occupied() &^ (1<<from | 1<<victim)
	both := g.attackers(side^1, to, occupied)
	if both&occupied == 0 {
		return false
	}
	both |= g.attackers(side, to, occupied)
	n := 0
	for {
		side ^= 1
		own := both & g.sides[side] & occupied
		if own == 0 {
			break
		}
		k := pawn
		for g.pieces[k]&own == 0 {
			k++
		}
		if k == king && both&g.sides[side^1]&occupied != 0 {
			break // the king cannot capture a guarded piece
		}
		n++
		gains[n] = worth[moved] - gains[n-1]
		moved = k
		occupied &^= board.At((g.pieces[k] & own).First())
		both |= rookReach(to, occupied)&g.straight() | bishopReach(to, occupied)&g.diagonal()
	}
	for ; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n]) // a side captures only if that pays
	}
	return gains[0] < 0
}

// Pass gives the turn to the other side. It refuses in check, and without a piece other than king and pawns, where
// zugzwang is likely. A position after a pass never counts as a repetition of a position before it.
func (g *Game) Pass() bool {
	if g.sides[g.toMove]&^g.pieces[pawn]&^g.pieces[king] == 0 || g.InCheck() {
		return false
	}
	g.history = append(g.history, g.now)
	g.now.captured = none
	g.now.clock++
	g.now.reversible = 0
	g.turn()
	return true
}

func (g *Game) Unpass() { g.back() }

// Bounds reports that a side that has only its king cannot win, and that a position without the men for a mate is
// drawn.
func (g *Game) Bounds(_, _ int) (low, high int) {
	low, high = -ply.MaxValue, ply.MaxValue
	if g.dead() {
		return 0, 0
	}
	if g.sides[g.toMove]&^g.pieces[king] == 0 {
		high = 0
	}
	if g.sides[g.toMove^1]&^g.pieces[king] == 0 {
		low = 0
	}
	return low, high
}

// Extend searches moves that give check and lose no material one move deeper.
func (g *Game) Extend(m Move, _, _ int) int {
	if g.GivesCheck(m) && !g.loses(m) {
		return 1
	}
	return 0
}

// SearchOptions returns the options of a search that suit this game.
func SearchOptions() alphabeta.Options[Move] {
	return alphabeta.Options[Move]{
		Win:       ply.MaxValue,
		TableFrom: 1,
		OrderFrom: 1,
		Order:     alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers | alphabeta.History,
		Tree: alphabeta.Tree{
			Quiescence: 30, NullMove: 3, Unverified: true, Selective: 100, Extend: true, Bounds: true, Repetitions: true,
		},
	}
}
