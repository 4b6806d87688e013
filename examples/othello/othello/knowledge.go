package othello

import "sync/atomic"

// exactFrom is the number of empty squares from which on down Bounds searches the game to its end itself:
// with fewer, the overhead of the library's search grows, with more, its table and its order of moves are missed.
const exactFrom = 12

// Bounds knows the value where few squares are empty: it searches the rest of the game on its own. Before, it knows what
// stable discs of the other side rule out. It keeps what it finds in half a megabyte, which it allocates when it is first
// called with few empty squares.
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

// floor returns x/y, rounded down.
func floor(x, y int) int {
	q := x / y
	if q*y > x {
		q--
	}
	return q
}

// CountEndgames has Bounds add the number of positions that it looks at to a counter, from now on, and that of
// clones made from now on as well.
func (g *Game) CountEndgames(counter *atomic.Int64) { g.counter = counter }

// valuesFrom and valuesTo are the numbers of empty squares between which Rank evaluates positions. With fewer,
// that takes longer than it saves, and with more, most searches do not go to the end.
const valuesFrom, valuesTo = 12, 24

// repliesFrom is the number of empty squares from which on Rank evaluates the replies in a search to the end.
const repliesFrom = 16

// RankForEnd has Rank order moves for a search to the end of the game, from now on, and in clones made from now on as well:
// the evaluation counts for more, and where many squares are empty, a move is evaluated by its best reply.
func (g *Game) RankForEnd() { g.toEnd = true }

// mostAhead is the greatest depth by evaluation before a search to the end. Where one side wins nearly everything, its
// evaluation tells little apart, and a deeper search takes as long as one to the end.
const mostAhead = 14

// DepthToEndings returns the depth for a search by evaluation that precedes a search to the end and leaves best moves for
// it in the table. 0 means that such a search does not pay. A deeper one would call Bounds for endings just before the end
// of its depth, where a search neither orders moves nor looks up positions.
func (g *Game) DepthToEndings() int {
	return max(0, min(g.Empties()-exactFrom-2, mostAhead))
}

// Rank puts first the moves that leave the other side few replies, above all in corners, and few squares where
// it may have some later, those that take a corner, and those into quadrants with an odd number of empty
// squares. Where much of a search to the end is behind a move, the evaluation has a say as well.
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
		ranks[i] = int32(-cost) << 16 // beyond what is known of moves in general
	}
	return false
}

// repliesCost says how much there is to do for the side to move.
func repliesCost(own, other bitboard) int {
	replies := placesFor(own, other)
	return 4*replies.count() + 4*(replies&corners).count()
}

// frontier returns the number of empty squares next to discs of the other side, where the side to move may have replies later.
func frontier(own, other bitboard) int { return (around(other) &^ (own | other)).count() }

// placeGain says how good it is to play on a square, given the quadrants with an odd number of empty ones.
func placeGain(m Move, odd bitboard) int {
	return 6*int(corners>>m&1) + 2*int(odd>>m&1)
}

// around returns the squares of a set and those next to them.
func around(b bitboard) bitboard {
	b |= b<<1&^fileA | b>>1&^fileH
	return b | b<<size | b>>size
}
