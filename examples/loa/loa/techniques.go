package loa

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// MaxDepth is the greatest depth of a search.
const MaxDepth = 100

// SearchOptions returns the options of a search for a move, without the techniques that cost points according to README.md.
func SearchOptions() alphabeta.Options[Move] {
	return alphabeta.Options[Move]{
		Depth: MaxDepth,
		Win:   ply.MaxValue,
		Order: alphabeta.TableMove | alphabeta.History,
		Tree:  alphabeta.Tree{Bounds: true, Repetitions: true, Quiescence: 4, Unverified: true},
	}
}

// Decided reports whether a value is a win of either side.
func Decided(value int) bool { return value == ply.MaxValue || value == -ply.MaxValue }

// centrality returns the distance of a square to the border.
func (g *Game) centrality(s int) int32 {
	file, rank := s%stride, s/stride
	return int32(min(file, rank, g.size-1-file, g.size-1-rank))
}

// Rank ranks moves by the steps that they bring a man nearer to the centre, with a bonus for captures. The history of a search,
// which reaches 16,384, outweighs these ranks in the end.
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	const perStep, perCapture = 500, 1000
	other := g.now.men[g.toMove^1]
	for i, m := range moves {
		ranks[i] = perStep * (g.centrality(m.to()) - g.centrality(m.from()))
		if other&bit(m.to()) != 0 {
			ranks[i] += perCapture
		}
	}
	return false
}

// NoisyMoves appends the captures, and the moves that connect the side to move.
func (g *Game) NoisyMoves(dst []Move) []Move {
	if g.over() {
		return dst
	}
	connecting := g.near(g.toMove)
	for k := range g.lines {
		l := &g.lines[k]
		s := l.spans[g.toMove][g.states[k]]
		for i, code := range l.pool[s.start : s.start+uint16(s.moves)] {
			m := Move(l.base + l.step*code)
			if i < int(s.captures) || connecting && g.connects(g.toMove, m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// near reports whether a side may be able to connect in one move: a man joins at most four groups, five with the one that it left.
func (g *Game) near(side uint8) bool { return g.now.euler[side] <= 4*5 }

// connects reports whether m, which is not a pass, connects the side that plays it.
func (g *Game) connects(side uint8, m Move) bool {
	from, to := m.from(), m.to()
	own := g.now.men[side] &^ bit(from)
	e := g.now.euler[side] - quads[around(own, from)] + quads[around(own, to)]
	return e <= 4 && connected(own|bit(to), e)
}

// Connecting returns a move that wins at once for a side, as if it were to move, and whether there is one.
func (g *Game) Connecting(side int) (Move, bool) {
	s := uint8(side)
	if !g.near(s) || g.over() {
		return 0, false
	}
	other := g.now.men[s^1]
	for k := range g.lines {
		l := &g.lines[k]
		span := l.spans[s][g.states[k]]
		for _, code := range l.pool[span.start : span.start+uint16(span.moves)] {
			m := Move(l.base + l.step*code)
			if !g.connects(s, m) {
				continue
			}
			if left := other &^ bit(m.to()); left == other || g.rules.MoverWins || group(left&-left, left) != left {
				return m, true
			}
		}
	}
	return 0, false
}

// Bounds reports a win if the side to move can connect at once.
func (g *Game) Bounds(_, _ int) (low, high int) {
	if _, ok := g.Connecting(int(g.toMove)); ok {
		return ply.MaxValue, ply.MaxValue
	}
	return -ply.MaxValue, ply.MaxValue
}

// Decisive appends a move that wins at once, if there is one. It does not list moves that prevent a win of the other side.
func (g *Game) Decisive(dst []Move) []Move {
	if m, ok := g.Connecting(int(g.toMove)); ok {
		return append(dst, m)
	}
	return dst
}

// Pass gives the turn to the other side. It refuses in a finished position, and if the side to move has no other move. A position
// after a pass never counts as a repetition of a position before it.
func (g *Game) Pass() bool {
	if g.over() || g.Mobility(int(g.toMove)) == 0 {
		return false
	}
	g.history = append(g.history, g.now)
	g.toMove ^= 1
	g.now.hash ^= sideKey
	g.now.reversible = 0
	return true
}

func (g *Game) Unpass() {
	g.toMove ^= 1
	last := len(g.history) - 1
	g.now, g.history = g.history[last], g.history[:last]
}

// Extend extends by one move if the other side threatens to connect, and reduces late moves that capture nothing by one.
func (g *Game) Extend(m Move, depth, number int) int {
	const leastDepth, leastNumber = 3, 5 // of reductions
	switch {
	case g.isThreatened():
		return 1
	case depth >= leastDepth && number >= leastNumber && g.now.men[g.toMove^1]&bit(m.to()) == 0:
		return -1
	}
	return 0
}

// isThreatened reports whether the other side could connect at once if it were to move.
func (g *Game) isThreatened() bool {
	if g.threatened != g.now.hash {
		_, g.threat = g.Connecting(int(g.toMove ^ 1))
		g.threatened = g.now.hash
	}
	return g.threat
}

// Repeated reports whether the position, with the same side to move, occurred before on the line of play, which makes it a draw.
func (g *Game) Repeated() bool {
	for back := 4; back <= int(g.now.reversible); back += 2 {
		if g.history[len(g.history)-back].hash == g.now.hash {
			return true
		}
	}
	return false
}
