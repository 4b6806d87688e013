package losalamos

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

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

// Extend extends moves that give check by one move.
func (g *Game) Extend(m Move, _, _ int) int {
	if g.givesCheck(m) {
		return 1
	}
	return 0
}

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
// a side has the same moves after the second.
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

// A Rung is a configuration of a search with one technique more than the rung before.
type Rung struct {
	Name    string // of the technique added
	Table   bool   // search with a transposition table
	Scout   bool   // use alphabeta.Search instead of alphabeta.AlphaBeta
	Options alphabeta.Options[Move]
}

// Search searches a game to a depth. table may be nil if the rung has no table.
func (r Rung) Search(ctx context.Context, g *Game, limits ply.Limits, depth int, table *transposition.Table) (alphabeta.Result[Move], error) {
	opt := r.Options
	opt.Depth = depth
	if r.Table {
		opt.Table = table
	}
	if r.Scout {
		return alphabeta.Search(ctx, g, limits, opt)
	}
	return alphabeta.AlphaBeta(ctx, g, limits, opt)
}

// Quiescence is a limit of captures and promotions in a row that hardly any position reaches.
const Quiescence = 20

// Selective is the margin of selectivity for each move: a pawn.
const Selective = 100

// Ordering is the set of orderings that help in this game. Killers and the like would be tried before captures, which are mostly
// better.
const Ordering = alphabeta.TableMove | alphabeta.Ranks | alphabeta.History

// Ladder returns the rungs: first the techniques that save nodes, then the techniques that change which lines are searched.
func Ladder() []Rung {
	r := Rung{Name: "alpha-beta", Options: alphabeta.Options[Move]{Order: alphabeta.Unordered, OrderFrom: 1, Direct: true}}
	ladder := []Rung{r}
	add := func(name string, change func(r *Rung)) {
		r.Name = name
		change(&r)
		ladder = append(ladder, r)
	}
	add("ranks", func(r *Rung) { r.Options.Order = alphabeta.Ranks })
	add("history", func(r *Rung) { r.Options.Order |= alphabeta.History })
	add("deepening and table", func(r *Rung) {
		r.Options.Direct, r.Table, r.Options.TableFrom = false, true, 1
		r.Options.Order |= alphabeta.TableMove
	})
	add("null windows", func(r *Rung) { r.Scout = true })
	add("quiescence", func(r *Rung) { r.Options.Tree.Quiescence = Quiescence })
	add("bounds", func(r *Rung) { r.Options.Tree.Bounds = true })
	add("repetitions", func(r *Rung) { r.Options.Tree.Repetitions = true })
	add("null move, verified", func(r *Rung) { r.Options.Tree.NullMove = 2 })
	add("null move, unverified", func(r *Rung) { r.Options.Tree.Unverified = true })
	add("check extensions", func(r *Rung) { r.Options.Tree.Extend = true })
	add("selectivity", func(r *Rung) { r.Options.Tree.Selective = Selective })
	return ladder
}

// Middlegames returns the start and positions from games of self-play, for measurements.
func Middlegames() []*Game {
	var games []*Game
	for _, fen := range middlegames {
		games = append(games, must(fen))
	}
	return games
}

var middlegames = []string{
	Start,
	"rn1knr/1qpppp/1p4/1P1PP1/P1P2P/RNQKNR b - - 0 5",
	"rnqk1r/ppp3/4pp/2PP2/PP3P/RNQK1R w - - 0 6",
	"r2k1r/1pp1n1/p3Kp/1PP3/P4P/RN3R w - - 0 12",
	"1r3r/pqpp1p/4k1/PPQ1Pp/2PK1P/R3R1 w - - 1 12",
	"r2knr/1p1n1p/pPqp2/P2NP1/R1PPK1/QN3R w - - 7 12",
	"r3kr/1pq2p/2p1p1/p1PnPP/P2PK1/RN1Q1R w - - 0 12",
	"r1qkn1/p1p2r/1pPp1p/1R1NpP/PQPPP1/3K1R w - - 8 12",
	"r2k1r/p2q1p/n2n2/P1pPP1/2P3/RNQK1R w - - 0 12",
}
