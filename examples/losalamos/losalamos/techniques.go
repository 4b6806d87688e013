package losalamos

import "github.com/ply-search/ply"

// Rank puts captures and promotions first: the most valuable piece captured and, on ties, the least valuable
// that captures. Their ranks are greater than what the history of a search adds to those of the other moves, which are 0.
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	for i, m := range moves {
		ranks[i] = g.gain(m)
	}
	return false
}

// gain returns the rank of a move.
func (g *Game) gain(m Move) int32 {
	captured, promotion := g.board[m.to()], m.promotion()
	if captured == none && promotion == none {
		return 0
	}
	const beyondHistory = 1 << 16
	return beyondHistory + 16*(worth[captured]+worth[promotion]) - int32(g.board[m.from()])
}

// NoisyMoves appends the captures and promotions, in the order of Rank, since quiescence tries them in the order
// given.
//
// In check it does the same. To list all moves there would gain little: quiescence always lets the side to move do
// without a noisy move, so it never sees that each of them loses.
func (g *Game) NoisyMoves(dst []Move) []Move {
	start := len(dst)
	last := lastRank &^ g.occupied()
	if g.toMove == Black {
		last = firstRank &^ g.occupied()
	}
	// Those that stay are moved to the front, among those before them. None that is left is written over.
	for _, m := range g.appendMoves(dst, g.sides[g.toMove^1]|last)[start:] {
		if g.board[m.to()] == none && m.promotion() == none {
			continue // to the last rank, but not by a pawn
		}
		i, gain := len(dst), g.gain(m)
		for dst = append(dst, m); i > start && g.gain(dst[i-1]) < gain; i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = m
	}
	return dst
}

// Pass gives the turn away. It refuses in check, where the other side could then capture the king, and without a
// piece other than king and pawns, where zugzwang is likely.
//
// A position before a pass does not count as a repetition of one after it, which was not reached by moves alone.
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

// Unpass takes a pass back.
func (g *Game) Unpass() {
	g.toMove ^= 1
	g.back()
}

// Where late moves are searched one move shallower.
const (
	leastReducedDepth  = 3
	leastReducedNumber = 4
)

// Extend has moves that give check searched one move deeper. After [Game.SetReductions] it also has late quiet moves
// searched one move shallower.
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

// Occurrences returns how often the present position occurred before in this game, as far as the line is known: what was
// played before the position of a FEN is not.
func (g *Game) Occurrences() int {
	n := 0
	for back := 4; back <= int(g.now.reversible); back += 2 {
		if g.history[len(g.history)-back].hash == g.now.hash {
			n++
		}
	}
	return n
}

// fiftyMoves is the number of moves of both sides, without a capture and without a move of a pawn, after which
// the game is drawn.
const fiftyMoves = 100

// Repeated reports whether the position occurred before, or the fifty-move rule makes it a draw. The first repetition
// counts: what a side could do then it could do at once.
func (g *Game) Repeated() bool {
	return g.Occurrences() > 0 || g.now.clock >= fiftyMoves && g.canMove()
}

// Drawn returns why the game is a draw by the rules that depend on the line of play, or because no side can win any
// more; or "".
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

// Bounds knows that a side that has only its king does not win.
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
