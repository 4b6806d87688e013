package othello

import "sync/atomic"

// exactFrom is the greatest number of empty squares with which Bounds searches to the end. With fewer the overhead of the
// library's search grows, with more its table and its order of moves are missed.
const exactFrom = 12

// Bounds returns the value if few squares are empty, by a search of the rest of the game, and otherwise the bound that
// stable discs of the other side give. The search allocates half a megabyte when it is first used.
func (g *Game) Bounds(alpha, beta int) (low, high int) {
	const all = Disc * squares
	if n := g.Empties(); n > exactFrom {
		if alpha >= Disc*stableFrom(n) {
			return -all, Disc * most(g.own, g.other)
		}
		return -all, all
	}
	// The window in whole discs that holds the one given.
	least := max(floor(alpha, Disc), -squares)
	greatest := min(-floor(-beta, Disc), squares)
	e := &g.endgame
	if e.results == nil {
		e.results = new([1 << resultBits]result)
	}
	e.nodes = 0
	v := e.value(g.own, g.other, least, greatest)
	if g.counter != nil {
		g.counter.Add(int64(e.nodes))
	}
	switch {
	case v <= least:
		return -all, Disc * v
	case v >= greatest:
		return Disc * v, all
	default:
		return Disc * v, Disc * v
	}
}

func floor(x, y int) int {
	q := x / y
	if q*y > x {
		q--
	}
	return q
}

// CountEndgames has Bounds add the number of positions that it searches to a counter, from now on, also in later clones.
func (g *Game) CountEndgames(counter *atomic.Int64) { g.counter = counter }

// Rank evaluates positions with valuesFrom to valuesTo empty squares. With fewer, that takes longer than it saves; with
// more, most searches do not go to the end.
const valuesFrom, valuesTo = 12, 24

// repliesFrom is the least number of empty squares with which Rank evaluates replies in a search to the end.
const repliesFrom = 16

// RankForEnd has Rank order moves for a search to the end of the game, from now on, also in later clones: the evaluation
// weighs more, and with many empty squares a move is evaluated by its best reply.
func (g *Game) RankForEnd() { g.toEnd = true }

// mostAhead is the greatest depth of a search by evaluation before a search to the end. Where one side wins nearly all discs,
// evaluations differ little, and a deeper search takes as long as one to the end.
const mostAhead = 14

// DepthToEndings returns the depth of a search by evaluation that leaves best moves in the table for a search to the end, or
// 0 if it does not pay. A deeper search would call Bounds just before its last moves, where it has neither order nor table.
func (g *Game) DepthToEndings() int { return max(0, min(g.Empties()-exactFrom-2, mostAhead)) }

// Rank prefers moves that leave the other side few replies (above all in corners) and few squares for later ones, moves to
// corners, and moves into quadrants with an odd number of empty squares. Where much of a search to the end is still to
// come, the evaluation counts as well.
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	odd := oddQuadrants(^(g.own | g.other))
	n := g.Empties()
	evaluate := g.evaluation != nil && n >= valuesFrom && (n <= valuesTo || g.toEnd)
	for i, m := range moves {
		if m == Pass {
			ranks[i] = 0
			continue
		}
		turn := turned(g.own, g.other, uint(m))
		own, other := g.other&^turn, g.own|turn|1<<m
		cost := repliesCost(own, other) + 2*frontier(own, other) - placeGain(m, odd)
		switch {
		case !evaluate:
		case !g.toEnd:
			cost += g.evaluation.value(own, other) / (3 * Disc)
		case n < repliesFrom:
			cost += g.evaluation.value(own, other) / Disc
		default:
			_, value, _ := g.bestReply(own, other, Disc*squares)
			cost += 4 * value / Disc
		}
		ranks[i] = int32(-cost) << 16 // above the statistics of the search
	}
	return false
}

// repliesCost weighs the replies of the side to move.
func repliesCost(own, other bitboard) int {
	replies := placesFor(own, other)
	return 4*replies.count() + 4*(replies&corners).count()
}

// frontier returns the number of empty squares next to discs of other, where the side to move may have replies later.
func frontier(own, other bitboard) int { return (around(other) &^ (own | other)).count() }

// placeGain rates a square, given the quadrants with an odd number of empty squares.
func placeGain(m Move, odd bitboard) int {
	return 6*int(corners>>m&1) + 2*int(odd>>m&1)
}

// around returns the squares of a set and those next to them.
func around(b bitboard) bitboard {
	b |= b<<1&^fileA | b>>1&^fileH
	return b | b<<size | b>>size
}
