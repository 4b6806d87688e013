package othello

import "sync/atomic"

// An endgame searches the last moves of a game with null windows, on discs and empty squares alone. There the library's
// search gains little from its order of moves, and setting up a move costs more than making it.
type endgame struct {
	nodes   int
	results *[1 << resultBits]result
}

type result struct {
	own, other bitboard
	low, high  int8
	move       uint8 // the square of the best move
}

const (
	fastestFirst = 7  // empty squares from which on replies order moves and results are kept; below, only parity orders moves
	enhancedFrom = 9  // empty squares from which on the results of all moves are looked up before a search
	resultBits   = 14 // binary logarithm of the number of results, which fill about half of a second-level cache
)

var neighbours = func() (n [squares]bitboard) {
	for square := range squares {
		here := bitboard(1) << square
		n[square] = around(here) &^ here
	}
	return n
}()

// oddQuadrants returns the quadrants with an odd number of empty squares: the side that plays there first may play there last.
func oddQuadrants(empty bitboard) bitboard {
	const quadrant = 0x0f0f0f0f
	empty ^= empty >> 1
	empty ^= empty >> 2
	empty ^= empty >> size
	empty ^= empty >> (2 * size) // the first square of each quadrant now has the parity
	return empty & (1 | 1<<4 | 1<<32 | 1<<36) * quadrant
}

// value returns the value of a position for the side to move, or a bound of it at most alpha or at least beta.
func (e *endgame) value(own, other bitboard, alpha, beta int) int {
	n := squares - (own | other).count()
	low, high := -squares, squares // bounds of the value
	for low < high && low < beta && high > alpha {
		middle := max(alpha, min(beta-1, (low+high)/2))
		if v := e.above(own, other, middle, n); v > middle {
			low = v
		} else {
			high = v
		}
	}
	if low >= beta {
		return low
	}
	return high
}

// above returns a lower bound of the value greater than alpha, or an upper bound of at most alpha, with n empty squares.
func (e *endgame) above(own, other bitboard, alpha, n int) int {
	empty := ^(own | other)
	switch {
	case n >= fastestFirst:
		return e.several(own, other, alpha, n)
	case n > 2:
		return e.few(own, other, alpha, n)
	case n == 2:
		square := empty.first()
		return e.two(own, other, alpha, square, (empty & (empty - 1)).first())
	case n == 1:
		e.nodes++
		return last(own, empty.first(), alpha)
	}
	e.nodes++
	return margin(own, other)
}

// stable returns discs of own that can never turn over: in each of the four directions they lie in a full line, at an edge,
// or next to another such disc.
func stable(own, other bitboard) bitboard {
	var rows, columns, falling, rising bitboard // with empty squares
	for empty := ^(own | other); empty != 0; empty &= empty - 1 {
		square := empty.first() % squares
		rows |= 0xff << (square & (squares - size))
		columns |= fileA << (square % size)
		falling |= diagonals[square][0]
		rising |= diagonals[square][1]
	}
	const ranks = 0xff | 0xff<<56
	rows, columns = ^rows|fileA|fileH, ^columns|ranks
	falling, rising = ^falling|fileA|fileH|ranks, ^rising|fileA|fileH|ranks
	for found := bitboard(0); ; {
		// A shift over an edge leads to a square at an edge.
		more := own & (rows | found<<1 | found>>1) & (columns | found<<size | found>>size) &
			(falling | found<<(size+1) | found>>(size+1)) & (rising | found<<(size-1) | found>>(size-1))
		if more == found {
			return found
		}
		found = more
	}
}

// stableFrom returns the least alpha at which stable discs are counted with n empty squares. Below, there are rarely enough.
func stableFrom(n int) int { return min(2*n-2, squares-2) }

// most returns an upper bound of the value of a position, by the stable discs of the other side.
func most(own, other bitboard) int { return squares - 2*stable(other, own).count() }

// last is above with one empty square.
func last(own bitboard, square uint, alpha int) int {
	value := 2*own.count() - squares
	if turn := turnedLast(own, square); turn != 0 {
		return value + 2*turn + 2
	}
	// The other side gets the square by a move or, at the end, by having more discs.
	if value < 0 {
		if value > alpha {
			value -= 2 * turnedLast(^own, square)
		}
		return value
	}
	if value+2 > alpha {
		if turn := turnedLast(^own, square); turn != 0 {
			return value - 2*turn
		}
	}
	return value + 2
}

// two is above with two empty squares.
func (e *endgame) two(own, other bitboard, alpha int, a, b uint) int {
	const none = -squares - 1
	e.nodes++
	best := none
	if neighbours[a%squares]&other != 0 {
		if turn := turned(own, other, a); turn != 0 {
			e.nodes++
			if best = -last(other&^turn, b, -alpha-1); best > alpha {
				return best
			}
		}
	}
	if neighbours[b%squares]&other != 0 {
		if turn := turned(own, other, b); turn != 0 {
			e.nodes++
			return max(best, -last(other&^turn, a, -alpha-1))
		}
	}
	if best != none {
		return best
	}
	// A pass.
	best = -none
	if neighbours[a%squares]&own != 0 {
		if turn := turned(other, own, a); turn != 0 {
			e.nodes++
			if best = last(own&^turn, b, alpha); best <= alpha {
				return best
			}
		}
	}
	if neighbours[b%squares]&own != 0 {
		if turn := turned(other, own, b); turn != 0 {
			e.nodes++
			return min(best, last(own&^turn, a, alpha))
		}
	}
	if best != -none {
		return best
	}
	return margin(own, other)
}

// few is above with at least three empty squares, too few to order moves by looking ahead.
func (e *endgame) few(own, other bitboard, alpha, n int) int {
	e.nodes++
	if alpha >= stableFrom(n) && n > 3 {
		if high := most(own, other); high <= alpha {
			return high
		}
	}
	empty := ^(own | other)
	best := -squares - 1
	odd := oddQuadrants(empty)
	for _, places := range [...]bitboard{empty & odd, empty &^ odd} {
		for ; places != 0; places &= places - 1 {
			square := places.first()
			if neighbours[square%squares]&other == 0 {
				continue
			}
			turn := turned(own, other, square)
			if turn == 0 {
				continue
			}
			nextOwn, nextOther := other&^turn, own|turn|1<<square
			var v int
			if n == 3 {
				rest := empty &^ (1 << square)
				v = -e.two(nextOwn, nextOther, -alpha-1, rest.first(), (rest & (rest - 1)).first())
			} else {
				v = -e.few(nextOwn, nextOther, -alpha-1, n-1)
			}
			if v > best {
				if best = v; v > alpha {
					return v
				}
			}
		}
	}
	if best >= -squares {
		return best
	}
	if placesFor(other, own) == 0 {
		return margin(own, other)
	}
	return -e.few(other, own, -alpha-1, n)
}

// result returns the entry of a position, which may hold another position.
func (e *endgame) result(own, other bitboard) *result {
	return &e.results[(own*0x9e3779b97f4a7c15^other*0xc2b2ae3d27d4eb4f)>>(64-resultBits)]
}

func (r *result) is(own, other bitboard) bool { return r.own == own && r.other == other }

// several is above with at least fastestFirst empty squares.
func (e *endgame) several(own, other bitboard, alpha, n int) int {
	e.nodes++
	if alpha >= stableFrom(n) {
		if high := most(own, other); high <= alpha {
			return high
		}
	}
	known, hint := e.result(own, other), uint(squares)
	if known.is(own, other) {
		if int(known.low) > alpha {
			return int(known.low)
		}
		if int(known.high) <= alpha {
			return int(known.high)
		}
		hint = uint(known.move)
	}
	places := placesFor(own, other)
	if places == 0 {
		if placesFor(other, own) == 0 {
			return margin(own, other)
		}
		return -e.several(other, own, -alpha-1, n)
	}
	// Moves that leave few replies, now and later, come first: they are often good, and there is less to search.
	type candidate struct {
		own, other bitboard // after the move, for the other side
		cost       int
		square     uint
	}
	var candidates [exactFrom]candidate
	odd := oddQuadrants(^(own | other))
	left := 0
	for ; places != 0; places &= places - 1 {
		c := &candidates[left%exactFrom]
		left++
		square := places.first()
		turn := turned(own, other, square)
		c.own, c.other, c.square = other&^turn, own|turn|1<<square, square
		if n >= enhancedFrom {
			if r := e.result(c.own, c.other); r.is(c.own, c.other) && -int(r.high) > alpha {
				return -int(r.high)
			}
		}
		c.cost = 2*repliesCost(c.own, c.other) + 2*frontier(c.own, c.other) - placeGain(Move(square), odd)
		if square == hint {
			c.cost = -squares * squares // first
		}
	}
	best, move := -squares-1, uint(0)
	for ; left > 0; left-- {
		next := 0
		for i := 1; i < left; i++ {
			if candidates[i].cost < candidates[next].cost {
				next = i
			}
		}
		c := &candidates[next]
		var v int
		if n > fastestFirst {
			v = -e.several(c.own, c.other, -alpha-1, n-1)
		} else {
			v = -e.few(c.own, c.other, -alpha-1, n-1)
		}
		if v > best {
			best, move = v, c.square
			if v > alpha {
				break
			}
		}
		candidates[next] = candidates[left-1]
	}
	if !known.is(own, other) {
		*known = result{own, other, -squares, squares, 0}
	}
	if known.move = uint8(move); best > alpha {
		known.low = int8(best)
	} else {
		known.high = int8(best)
	}
	return best
}

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
	}
	return Disc * v, Disc * v
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

// Rank evaluates positions with valuesFrom to valuesTo empty squares, where that saves more time than it takes.
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

func repliesCost(own, other bitboard) int {
	replies := placesFor(own, other)
	return 4*replies.count() + 4*(replies&corners).count()
}

// frontier returns the number of empty squares next to discs of other, where the side to move may have replies later.
func frontier(own, other bitboard) int { return (around(other) &^ (own | other)).count() }

// placeGain rates a square, given the quadrants with an odd number of empty squares.
func placeGain(m Move, odd bitboard) int { return 6*int(corners>>m&1) + 2*int(odd>>m&1) }

func around(b bitboard) bitboard {
	b |= b<<1&^fileA | b>>1&^fileH
	return b | b<<size | b>>size
}
