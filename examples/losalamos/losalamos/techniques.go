package losalamos

import "github.com/ply-search/ply"

// Rank puts captures and promotions first: the most valuable victim and, on ties, the least valuable attacker. Other moves have
// rank 0, and the history of a search never lifts them above a capture.
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	for i, m := range moves {
		ranks[i] = g.gain(m)
	}
	return false
}

func (g *Game) gain(m Move) int32 {
	captured, promotion := g.board[m.to()], m.promotion()
	if captured == none && promotion == none {
		return 0
	}
	const beyondHistory = 1 << 16
	return beyondHistory + 16*(worth[captured]+worth[promotion]) - int32(g.board[m.from()])
}

// NoisyMoves appends the captures and promotions in the order of Rank, in which quiescence tries them.
//
// In check it does the same. Listing all moves there would gain little: quiescence always lets the side to move stand pat, so it
// never sees that each of them loses.
func (g *Game) NoisyMoves(dst []Move) []Move {
	start := len(dst)
	last := lastRank &^ g.occupied()
	if g.toMove == Black {
		last = firstRank &^ g.occupied()
	}
	// The moves kept are sorted in place, at the front; a move not looked at yet is never overwritten.
	for _, m := range g.appendMoves(dst, g.sides[g.toMove^1]|last)[start:] {
		if g.board[m.to()] == none && m.promotion() == none {
			continue // a piece other than a pawn goes to the last rank
		}
		i, gain := len(dst), g.gain(m)
		for dst = append(dst, m); i > start && g.gain(dst[i-1]) < gain; i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = m
	}
	return dst
}

// Pass gives the turn to the other side. It refuses in check, and without a piece other than king and pawns, where zugzwang is
// likely. A position after a pass never counts as a repetition of a position before it.
func (g *Game) Pass() bool {
	pieces := g.sides[g.toMove] &^ g.pieces[pawn] &^ g.pieces[king]
	if pieces == 0 || g.InCheck() {
		return false
	}
	g.history = append(g.history, g.now)
	g.now.captured = none
	g.now.clock++
	g.now.reversible = 0
	g.turn()
	return true
}

func (g *Game) Unpass() {
	g.toMove ^= 1
	g.back()
}

// Late moves are reduced from this depth and this number on.
const (
	leastReducedDepth  = 3
	leastReducedNumber = 4
)

// Extend extends moves that give check by one move. After [Game.SetReductions] it also reduces late quiet moves by one.
func (g *Game) Extend(m Move, depth, number int) int {
	switch {
	case g.givesCheck(m):
		return 1
	case g.reductions && depth >= leastReducedDepth && number >= leastReducedNumber && g.gain(m) == 0 && !g.InCheck():
		return -1
	default:
		return 0
	}
}

// SetReductions decides whether Extend reduces late quiet moves. A transposition table must be reset after it.
func (g *Game) SetReductions(on bool) { g.reductions = on }

// Occurrences returns how often the present position occurred before, since the position of the FEN.
func (g *Game) Occurrences() int {
	n := 0
	for back := 4; back <= int(g.now.reversible); back += 2 {
		if g.history[len(g.history)-back].hash == g.now.hash {
			n++
		}
	}
	return n
}

// fiftyMoves is the number of moves of both sides without a capture or a pawn move after which the game is drawn.
const fiftyMoves = 100

// Repeated reports whether the position occurred before, or is drawn by the fifty-move rule. The first repetition counts already:
// what a side can do after a second one it could have done after the first.
func (g *Game) Repeated() bool {
	return g.Occurrences() > 0 || g.now.clock >= fiftyMoves && g.canMove()
}

// Drawn returns why the game is a draw by repetition, by the fifty-move rule or because no side can win, or "".
func (g *Game) Drawn() string {
	switch {
	case !g.canMove():
		return "" // checkmate and stalemate come first
	case g.Occurrences() >= 2:
		return "threefold repetition"
	case g.now.clock >= fiftyMoves:
		return "fifty-move rule"
	case g.dead():
		return "neither side can win"
	default:
		return ""
	}
}

// Bounds reports that a side that has only its king cannot win.
func (g *Game) Bounds(_, _ int) (low, high int) {
	low, high = -ply.MaxValue, ply.MaxValue
	if g.dead() {
		return 0, 0
	}
	if g.bare(g.toMove) {
		high = 0
	}
	if g.bare(g.toMove ^ 1) {
		low = 0
	}
	return low, high
}
