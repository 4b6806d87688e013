package othello

// An endgame is a search for the last few moves of a game, where the library's own has little to gain from
// its table and its ordering of moves, and setting up a move costs more than making it. It knows nothing
// but discs and empty squares.
type endgame struct {
	nodes int
}

// fastestFirst is the number of empty squares from which on moves are tried in the order of the replies
// that they leave. Below, only parity orders them.
const fastestFirst = 5

// neighbours are the up to eight squares around each.
var neighbours = func() (n [squares]bitboard) {
	for square := range squares {
		here := bitboard(1) << square
		n[square] = around(here) &^ here
	}
	return n
}()

// oddQuadrants returns those quadrants of the board that have an odd number of empty squares. Who plays
// there first can hope to play there last.
func oddQuadrants(empty bitboard) bitboard {
	const quadrant = 0x0f0f0f0f
	var odd bitboard
	for _, q := range [...]bitboard{quadrant, quadrant << 4, quadrant << 32, quadrant << 36} {
		odd |= q & -bitboard((empty&q).count()&1)
	}
	return odd
}

// value returns the value of a position for the side to move, at most alpha or at least beta if it is not
// between them.
func (e *endgame) value(own, other bitboard, alpha, beta int) int {
	empty := ^(own | other)
	switch n := empty.count(); {
	case n == 0:
		e.nodes++
		return margin(own, other)
	case n == 1:
		return e.last(own, other, empty.first())
	case n < fastestFirst:
		return e.few(own, other, alpha, beta, false)
	default:
		return e.several(own, other, alpha, beta)
	}
}

// last returns the value of a position with one empty square.
func (e *endgame) last(own, other bitboard, square uint) int {
	e.nodes++
	if turn := turned(own, other, square); turn != 0 {
		return 2*(own.count()+turn.count()+1) - squares
	}
	if turn := turned(other, own, square); turn != 0 {
		return squares - 2*(other.count()+turn.count()+1)
	}
	return margin(own, other)
}

// few is value where there are two to four empty squares.
func (e *endgame) few(own, other bitboard, alpha, beta int, passed bool) int {
	e.nodes++
	empty := ^(own | other)
	odd := oddQuadrants(empty)
	best := -squares - 1
	for _, places := range [...]bitboard{empty & odd, empty &^ odd} {
		for ; places != 0; places &= places - 1 {
			square := places.first()
			if neighbours[square]&other == 0 {
				continue
			}
			turn := turned(own, other, square)
			if turn == 0 {
				continue
			}
			rest := empty &^ (1 << square)
			var v int
			if rest&(rest-1) == 0 {
				v = -e.last(other&^turn, own|turn|1<<square, rest.first())
			} else {
				v = -e.few(other&^turn, own|turn|1<<square, -beta, -max(alpha, best), false)
			}
			if v > best {
				if best = v; v >= beta {
					return v
				}
			}
		}
	}
	switch {
	case best >= -squares:
		return best
	case passed:
		return margin(own, other)
	default:
		return -e.few(other, own, -beta, -alpha, true)
	}
}

// several is value where there are more.
func (e *endgame) several(own, other bitboard, alpha, beta int) int {
	e.nodes++
	places := placesFor(own, other)
	if places == 0 {
		if placesFor(other, own) == 0 {
			return margin(own, other)
		}
		return -e.several(other, own, -beta, -alpha)
	}
	// Moves that leave few replies come first: there is less to search behind them, and they are likely
	// to be good.
	type candidate struct {
		own, other bitboard // after the move, for the other side
		cost       int
	}
	var candidates [exactFrom]candidate
	n := 0
	odd := oddQuadrants(^(own | other))
	for ; places != 0; places &= places - 1 {
		square := places.first()
		turn := turned(own, other, square)
		c := candidate{own: other &^ turn, other: own | turn | 1<<square}
		c.cost = repliesCost(c.own, c.other) - placeGain(Move(square), odd)
		i := n
		for ; i > 0 && candidates[i-1].cost > c.cost; i-- {
			candidates[i] = candidates[i-1]
		}
		candidates[i] = c
		n++
	}
	best := -squares - 1
	for _, c := range candidates[:n] {
		v := -e.value(c.own, c.other, -beta, -max(alpha, best))
		if v > best {
			if best = v; v >= beta {
				break
			}
		}
	}
	return best
}
