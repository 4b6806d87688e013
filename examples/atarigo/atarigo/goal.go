package atarigo

import (
	"cmp"
	"context"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A Goal is the goal of a side to capture, for the searches of package threat. A move of order 1 captures, order 2 is
// an atari, and a string with n liberties takes n moves in a row. From order 4 on every cell is tried, since a stone
// that touches no enemy can prepare a capture (Cazenave 2003).
type Goal struct {
	*Game
	attacker int
	played   int
}

// NewGoal returns the goal of a side to capture. It plays on g.
func NewGoal(g *Game, attacker int) *Goal { return &Goal{Game: g, attacker: attacker} }

// Attacking reports whether the attacker is to move.
func (g *Goal) Attacking() bool { return g.side == g.attacker }

// Play places a stone of the side to move, and counts it.
func (g *Goal) Play(p Point) {
	g.played++
	g.Game.Play(p)
}

// Played returns the number of stones placed.
func (g *Goal) Played() int { return g.played }

// Clone returns a copy with a separate position.
func (g *Goal) Clone() *Goal { return &Goal{Game: g.Game.Clone(), attacker: g.attacker} }

// Pass gives the turn to the other side, unless the game is over.
func (g *Goal) Pass() bool {
	if g.over {
		return false
	}
	g.turn()
	return true
}

// Unpass takes a pass back.
func (g *Goal) Unpass() { g.turn() }

func (g *Goal) turn() {
	g.side = 1 - g.side
	for s := range g.keys {
		g.keys[s] ^= g.zobrist.side
	}
}

// Standing tells whether a side has captured. Conditions are traced with the move.
func (g *Goal) Standing(int, *dependency.Trace) threat.Standing {
	switch {
	case !g.over:
		return threat.Open
	case g.side != g.attacker:
		return threat.Won
	}
	return threat.Lost
}

// freeOrder is the order from which every cell is tried.
const freeOrder = 4

// Attacks appends the moves that can begin a capture by order moves in a row: liberties of strings that have at most
// order, strings with the fewest first. Moves that leave an own string in atari are left out unless they capture. If a
// string of the attacker is in atari and none of the enemy, only its liberty is tried.
func (g *Goal) Attacks(order int, dst []Point) []Point {
	if g.over {
		return dst
	}
	var byLiberties [MaxSize]uint64
	most := min(order, len(byLiberties)-1)
	enemies, empty := g.stones[1-g.side], g.empty()
	for _, liberties := range stringsOf(enemies, enemies, empty) {
		if n := count(liberties); n <= most {
			byLiberties[n] |= liberties
		}
	}
	dst = appendPoints(dst, byLiberties[1])
	allowed := empty
	if threatened := inAtari(g.stones[g.side], empty, g.board); threatened != 0 && byLiberties[1] == 0 {
		allowed = threatened
	}
	listed := byLiberties[1]
	for n := 2; n <= most; n++ {
		dst = g.list(dst, byLiberties[n]&allowed&^listed)
		listed |= byLiberties[n]
	}
	if order >= freeOrder || allowed != empty && order > 1 {
		dst = g.list(dst, allowed&^listed)
	}
	return dst
}

// list appends the cells of a set where a stone is not in atari.
func (g *Goal) list(dst []Point, cells uint64) []Point {
	for ; cells != 0; cells &= cells - 1 {
		if !atMostOne(g.libertiesAfter(cells & -cells)) {
			dst = append(dst, Point(bits.TrailingZeros64(cells)))
		}
	}
	return dst
}

// TraceMove adds the conditions of a move: its cell, the liberties that keep it from suicide, captured strings with the
// stones around them, and the cells that keep the attacker from being captured before.
func (g *Goal) TraceMove(p Point, changes int, trace *dependency.Trace) {
	cell := uint64(1) << p
	cells := cell
	enemies, empty := g.stones[1-g.side], g.empty()
	captures := false
	for str, liberties := range stringsOf(around(cell, enemies), enemies, empty) {
		if liberties == cell {
			captures = true
			cells |= str | around(str, g.stones[g.side])
		}
	}
	if liberties := g.libertiesAfter(cell); !captures && count(liberties) <= 1+changes {
		cells |= liberties
	}
	g.add(cells, trace)
	g.keepSafe(g.stones[g.side], changes, trace)
}

// Replies adds to a trace the liberties of all strings of the attacker that the defender can capture with one move more
// than changes, and appends the legal moves on the cells of the trace.
func (g *Goal) Replies(changes int, trace *dependency.Trace, dst []Point) []Point {
	own := g.stones[1-g.side] // the attacker's
	g.addLiberties(own, 1+changes, trace)
	for legal := g.legal(); legal != 0; legal &= legal - 1 {
		if p := Point(bits.TrailingZeros64(legal)); trace.Has(g.cell(p)) {
			dst = append(dst, p)
		}
	}
	// The defender gains nothing on the cells added now.
	g.keepSafe(own, changes, trace)
	return dst
}

// keepSafe adds the cells where changes could capture a string of the attacker, whose stones are own: liberties of
// strings that have few, and cells where a new stone would have few.
func (g *Goal) keepSafe(own uint64, changes int, trace *dependency.Trace) {
	if changes == 0 {
		return
	}
	g.addLiberties(own, changes, trace)
	empty := g.empty()
	for cells := empty; cells != 0; cells &= cells - 1 {
		cell := cells & -cells
		if count(around(stringOf(cell, own|cell), empty&^cell)) <= changes {
			g.add(cell, trace)
		}
	}
}

// addLiberties adds the liberties of strings that have at most most.
func (g *Goal) addLiberties(stones uint64, most int, trace *dependency.Trace) {
	for _, liberties := range stringsOf(stones, stones, g.empty()) {
		if count(liberties) <= most {
			g.add(liberties, trace)
		}
	}
}

func (g *Goal) cell(p Point) int32 { return int32(p)/stride*int32(g.size) + int32(p)%stride }

func (g *Goal) add(cells uint64, trace *dependency.Trace) {
	for ; cells != 0; cells &= cells - 1 {
		trace.Add(g.cell(Point(bits.TrailingZeros64(cells))))
	}
}

type ThreatOptions struct {
	// Threat bounds the threats of the winner. Nil means threat.Lambda(3).
	Threat threat.Threat

	// InOrder searches the threats in order instead of by proof numbers.
	InOrder bool

	// TableEntries is the number of positions in the table, 24 bytes each. 0 means 4 million.
	TableEntries int

	// Progress, if not nil, is called about every 100 ms with the work so far.
	Progress func(Result)
}

// SolveByThreats searches for a win by threats ([Goal]), first of the side to move, then of the other side, each within
// the limits. A winner is certain. NoWinner, even of a complete search, only means that neither side wins by these
// threats, as on an empty board.
func SolveByThreats(ctx context.Context, g *Game, limits ply.Limits, opt ThreatOptions) (Result, error) {
	result := Result{Status: ply.Complete, Winner: NoWinner, Move: noMove}
	opt.TableEntries = cmp.Or(opt.TableEntries, 1<<22)
	if opt.Threat == nil {
		opt.Threat = threat.Lambda(3)
	}
	for _, side := range []int{g.side, 1 - g.side} {
		goal := NewGoal(g, side)
		var progress func(threat.Result[Point])
		if opt.Progress != nil {
			progress = func(r threat.Result[Point]) {
				done := result
				done.Status, done.Nodes, done.Elapsed = ply.InProgress, done.Nodes+r.Nodes, done.Elapsed+r.Elapsed
				done.Played += goal.Played()
				opt.Progress(done)
			}
		}
		found, err := threat.Search(ctx, goal, limits, threat.Options[Point]{
			Threat:       opt.Threat,
			ProofNumbers: !opt.InOrder,
			Widening:     true,
			Table:        transposition.NewTable(24 * int64(opt.TableEntries)), // for each side: the goals are not the same
			Progress:     progress,
		})
		result.Nodes += found.Nodes
		result.Played += goal.Played()
		result.Elapsed += found.Elapsed
		if err != nil {
			result.Status = ply.Failed
			return result, err
		}
		if found.Won {
			result.Status, result.Winner = ply.Complete, side
			if move, ok := found.Move(); ok && side == g.side {
				result.Move = move
			}
			break
		}
		if found.Status != ply.Complete {
			result.Status = found.Status
		}
	}
	return result, nil
}
