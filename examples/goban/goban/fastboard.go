package goban

import (
	"math/bits"
	"slices"
)

// A FastBoard is a board for playouts. It takes no moves back and has no sets of liberties, so that a move takes
// about a third of the time that it takes on a [Board].
//
// Of each string it keeps its pseudo-liberties, in which an empty point counts once for each of its neighbours in the
// string, by three numbers: how many there are, the sum of their points and the sum of their squares. The string is in
// atari if all of them are the same point, that is, if count times the sum of squares equals the square of the sum
// (Lew, libego, 2006). All three fit into one word, so that a stone beside the string changes them by one addition.
//
// The zero value is not a board: use [FastBoard.Load]. A FastBoard is for one goroutine at a time.
type FastBoard struct {
	*geometry
	komi    int // twice
	board   *Board
	color   [room]Color
	around  [room]uint16 // the colours of the eight neighbours: bits 0 to 7 are those of steps, bits 8 to 15 of diagonals
	head    [room]Point  // of stones; 0 for other points, whose pseudo-liberties are never read
	next    [room]Point  // of stones
	place   [room]int16  // of empty points in the list of these
	pseudo  [room]uint64 // of strings, at their heads
	size    [room]int16  // of strings
	empty   [room]Point
	free    int
	toMove  Color
	last    Point // the last move, NoPoint if there was none
	ko      Point
	passes  int
	mercy   bool   // a playout ended because one colour had far more stones
	stones  [4]int // of each colour
	superko bool
	hash    uint64 // of the stones, with superko
	took    bool   // a stone has left the board, so that a position can come back
	seen    []sighting
	latest  [MaxSize*MaxSize + 1]int32 // by the number of stones, the last of seen with that number, counted from 1
}

// A sighting is a position of stones that a playout went through.
type sighting struct {
	hash   uint64
	before int32 // the one before with as many stones, counted from 1; 0 if there is none
}

// The fields of pseudo-liberties. A string on 361 points has at most 1444 of them, whose points are at most 420.
const (
	sumShift    = 12
	squareShift = 32
	countMask   = 1<<sumShift - 1
	sumMask     = 1<<(squareShift-sumShift) - 1
)

// pseudoLiberty is what a point adds to the pseudo-liberties of a string for each neighbour that it has there.
var pseudoLiberty = func() (table [room]uint64) {
	for p := range uint64(room) {
		table[p] = 1 | p<<sumShift | p*p<<squareShift
	}
	return table
}()

// single reports whether pseudo-liberties, if there are any, are one point.
func single(pseudo uint64) bool {
	count, sum, squares := pseudo&countMask, pseudo>>sumShift&sumMask, pseudo>>squareShift
	return count*squares == sum*sum
}

// only returns the point of pseudo-liberties that are one.
func only(pseudo uint64) Point {
	return Point(pseudo >> sumShift & sumMask / (pseudo & countMask))
}

// What is known of a point from the colours of its four neighbours, by tables.
const (
	eyeBlack  = 1 << iota // black stones and the border
	eyeWhite              // white stones and the border
	open                  // one of them is empty
	nearBlack             // one of them is black
	nearWhite             // one of them is white
)

// sides has what is known from the neighbours, and corners whether there are few enough stones of the other colour at
// the corners for an eye of a colour (eyeBlack, eyeWhite).
var sides, corners = func() (sides, corners [256]uint8) {
	for code := range 256 {
		var n [4]int
		for d := range 4 {
			n[code>>(2*d)&3]++
		}
		edge := min(n[Border], 1)
		for bit, is := range [...]bool{n[Empty]+n[White] == 0, n[Empty]+n[Black] == 0, n[Empty] > 0, n[Black] > 0, n[White] > 0} {
			if is {
				sides[code] |= 1 << bit // in the order of the constants
			}
		}
		if n[White]+edge < 2 {
			corners[code] |= eyeBlack
		}
		if n[Black]+edge < 2 {
			corners[code] |= eyeWhite
		}
	}
	return sides, corners
}()

// diagonals returns the steps to the points at the corners of a point, in the order of around.
func (g *geometry) diagonals() [4]Point {
	return [4]Point{-g.stride - 1, -g.stride + 1, g.stride - 1, g.stride + 1}
}

// Load makes the position of a board that of s. It allocates only for superko, until it has room enough. The board must
// not change before the last move on s, since superko looks at its earlier positions.
func (s *FastBoard) Load(b *Board) {
	g := b.geometry
	s.geometry, s.board = g, b
	s.komi = int(2 * b.rules.Komi)
	s.free = b.free
	s.toMove, s.ko, s.passes, s.last = b.toMove, b.ko, b.passes, b.Last()
	s.mercy = false
	s.stones = [4]int{}
	cells := s.cells & within
	for p := range b.cell[:cells] {
		at := &b.cell[p]
		s.color[p], s.head[p], s.next[p], s.place[p] = at.color, 0, at.next, at.place
		if at.color == Black || at.color == White {
			s.head[p] = at.head
			s.pseudo[p] = 0
			s.stones[at.color]++
		}
	}
	diagonals := g.diagonals()
	for _, p := range g.points {
		code := uint16(0)
		for d, step := range &g.steps {
			q := (p + step) & within
			code |= uint16(s.color[q])<<(2*d) | uint16(s.color[(p+diagonals[d])&within])<<(8+2*d)
			if s.color[p] == Empty {
				s.pseudo[s.head[q]&within] += pseudoLiberty[p&within]
			}
		}
		s.around[p] = code
		if s.head[p] == p {
			s.size[p] = b.chain[p&within].stones
		}
	}
	copy(s.empty[:], b.empty[:b.free])
	if s.superko = b.rules.Superko; s.superko {
		s.hash = b.hash
		s.took = b.taken[Black]+b.taken[White] > 0
		s.seen = s.seen[:0]
		clear(s.latest[:len(g.points)+1])
	}
}

// ToMove returns the colour to move.
func (s *FastBoard) ToMove() Color { return s.toMove }

// Passes returns the number of passes in a row that were played last.
func (s *FastBoard) Passes() int { return s.passes }

// At returns what is on a point: Border for points that are not on the board.
func (s *FastBoard) At(p Point) Color {
	if uint(p) >= uint(s.cells) {
		return Border
	}
	return s.color[p]
}

// EmptyPoints returns the empty points, in a slice that is good until the next move. A move puts the points of captured
// stones at the end, behind all that were empty before and still are.
func (s *FastBoard) EmptyPoints() []Point { return s.empty[:s.free] }

// Eye reports what [Board.Eye] does.
func (s *FastBoard) Eye(c Color, p Point) bool {
	code := s.around[p&within]
	return s.At(p) == Empty && sides[uint8(code)]&corners[code>>8]>>(c-1)&1 != 0
}

// Play plays a move for the colour to move: a point or Pass. It changes nothing and reports false if the move is not
// legal or suicide, which is not played even where the rules permit it.
func (s *FastBoard) Play(p Point) bool {
	if p == Pass {
		s.pass()
		return true
	}
	return s.At(p) == Empty && p != s.ko && s.put(p)
}

func (s *FastBoard) pass() {
	s.toMove ^= 3
	s.passes++
	s.ko, s.last = NoPoint, Pass
}

// put puts a stone on an empty point on which there is no ko, unless that is suicide or breaks the rule of superko.
func (s *FastBoard) put(p Point) bool {
	c := s.toMove
	stride := s.stride
	below, above := (p-stride)&within, (p+stride)&within
	left, right := (p-1)&within, (p+1)&within
	p &= within
	key := pseudoLiberty[p]
	// All strings beside the point lose pseudo-liberties.
	h0, h1, h2, h3 := s.head[below]&within, s.head[left]&within, s.head[right]&within, s.head[above]&within
	s.pseudo[h0] -= key
	s.pseudo[h1] -= key
	s.pseudo[h2] -= key
	s.pseudo[h3] -= key
	info := sides[uint8(s.around[p])]
	enemy := c ^ 3
	taken := 0
	if info&(nearBlack<<(enemy-1)) != 0 {
		// Bit d says that the string in direction d is captured.
		if s.color[below] == enemy && s.pseudo[h0] == 0 {
			taken = 1
		}
		if s.color[left] == enemy && s.pseudo[h1] == 0 {
			taken |= 2
		}
		if s.color[right] == enemy && s.pseudo[h2] == 0 {
			taken |= 4
		}
		if s.color[above] == enemy && s.pseudo[h3] == 0 {
			taken |= 8
		}
	}
	if info&open == 0 && taken == 0 {
		if !(s.color[below] == c && s.pseudo[h0] != 0 || s.color[left] == c && s.pseudo[h1] != 0 ||
			s.color[right] == c && s.pseudo[h2] != 0 || s.color[above] == c && s.pseudo[h3] != 0) {
			s.unput(key, h0, h1, h2, h3)
			return false
		}
	}
	if s.superko && !s.fresh(p, c, taken) {
		s.unput(key, h0, h1, h2, h3)
		return false
	}

	s.stones[c&3]++
	s.color[p] = c
	s.free--
	moved := s.empty[s.free&within]
	s.empty[int(s.place[p])&within] = moved
	s.place[moved&within] = s.place[p]
	v := uint16(c)
	s.around[below] += v << 6
	s.around[left] += v << 4
	s.around[right] += v << 2
	s.around[above] += v
	s.around[(p-stride-1)&within] += v << 14
	s.around[(p-stride+1)&within] += v << 12
	s.around[(p+stride-1)&within] += v << 10
	s.around[(p+stride+1)&within] += v << 8

	// The pseudo-liberties that the stone has by itself.
	own := uint64(0)
	if info&open != 0 {
		if s.color[below] == Empty {
			own = pseudoLiberty[below]
		}
		if s.color[left] == Empty {
			own += pseudoLiberty[left]
		}
		if s.color[right] == Empty {
			own += pseudoLiberty[right]
		}
		if s.color[above] == Empty {
			own += pseudoLiberty[above]
		}
	}
	s.head[p], s.next[p], s.pseudo[p], s.size[p] = p, p, own, 1
	if info&(nearBlack<<(c-1)) != 0 {
		if s.color[below] == c {
			s.join(p, h0)
		}
		if s.color[left] == c {
			s.join(p, s.head[left]&within)
		}
		if s.color[right] == c {
			s.join(p, s.head[right]&within)
		}
		if s.color[above] == c {
			s.join(p, s.head[above]&within)
		}
	}
	s.ko = NoPoint
	if taken != 0 {
		before := s.free
		for ; taken != 0; taken &= taken - 1 {
			if q := (p + s.steps[bits.TrailingZeros(uint(taken))&3]) & within; s.color[q] == enemy {
				s.remove(q)
			}
		}
		s.stones[enemy&3] -= s.free - before
		if s.free == before+1 && info&(open|nearBlack<<(c-1)) == 0 {
			s.ko = s.empty[before&within]
		}
	}
	s.toMove = enemy
	s.passes = 0
	s.last = p
	return true
}

// unput gives the strings beside a point their pseudo-liberties back.
func (s *FastBoard) unput(key uint64, h0, h1, h2, h3 Point) {
	s.pseudo[h0&within] += key
	s.pseudo[h1&within] += key
	s.pseudo[h2&within] += key
	s.pseudo[h3&within] += key
}

// join makes one string of that of a new stone and the one with a head. The smaller one gets the head of the other.
func (s *FastBoard) join(p, h Point) {
	to := s.head[p&within] & within
	if to == h {
		return
	}
	if s.size[to] < s.size[h&within] {
		to, h = h, to
	}
	to &= within
	h &= within
	s.pseudo[to] += s.pseudo[h]
	s.size[to] += s.size[h]
	for q := h; ; {
		s.head[q&within] = to
		if q = s.next[q&within]; q == h {
			break
		}
	}
	s.next[to], s.next[h] = s.next[h], s.next[to]
}

// remove takes the string of a stone from the board.
func (s *FastBoard) remove(from Point) {
	v := uint16(s.color[from&within])
	stride := s.stride
	for p := from & within; ; {
		s.color[p] = Empty
		s.head[p] = 0
		s.place[p] = int16(s.free)
		s.empty[s.free&within] = p
		s.free++
		key := pseudoLiberty[p]
		below, above := (p-stride)&within, (p+stride)&within
		left, right := (p-1)&within, (p+1)&within
		s.pseudo[s.head[below]&within] += key
		s.pseudo[s.head[left]&within] += key
		s.pseudo[s.head[right]&within] += key
		s.pseudo[s.head[above]&within] += key
		s.around[below] -= v << 6
		s.around[left] -= v << 4
		s.around[right] -= v << 2
		s.around[above] -= v
		s.around[(p-stride-1)&within] -= v << 14
		s.around[(p-stride+1)&within] -= v << 12
		s.around[(p+stride-1)&within] -= v << 10
		s.around[(p+stride+1)&within] -= v << 8
		if p = s.next[p] & within; p == from {
			return
		}
	}
}

// fresh reports whether a move leads to stones that were not there before, and remembers them if so. Bit d of taken
// says that the string in direction d is captured.
func (s *FastBoard) fresh(p Point, c Color, taken int) bool {
	h := s.hash ^ s.keys[2*int(p)+int(c)-1]
	count := len(s.points) - s.free + 1
	if taken != 0 {
		var gone [4]Point
		n := 0
		for ; taken != 0; taken &= taken - 1 {
			head := s.head[(p+s.steps[bits.TrailingZeros(uint(taken))&3])&within]
			if slices.Contains(gone[:n], head) {
				continue
			}
			gone[n&3] = head
			n++
			count -= int(s.size[head&within])
			for q := head; ; {
				h ^= s.keys[2*int(q)+int(c^3)-1]
				if q = s.next[q&within]; q == head {
					break
				}
			}
		}
		s.took = true
	}
	// As long as no stone has left the board, each position has more stones than those before.
	if s.took {
		for i := s.latest[count]; i > 0; i = s.seen[i-1].before {
			if s.seen[i-1].hash == h {
				return false
			}
		}
		if s.board.history.has(h) {
			return false
		}
	}
	s.seen = append(s.seen, sighting{h, s.latest[count]})
	s.latest[count] = int32(len(s.seen))
	s.hash = h
	return true
}

// Outcome returns twice the area score of Black less that of White and komi, with all stones alive. After a playout
// that ended by [Policy.Mercy], only stones count.
func (s *FastBoard) Outcome() int {
	score := s.stones[Black] - s.stones[White]
	if s.mercy {
		return 2*score - s.komi
	}
	for _, p := range s.empty[:s.free] {
		switch code := sides[uint8(s.around[p&within])]; {
		case code&open != 0:
			return 2*s.areas() - s.komi
		case code&eyeBlack != 0:
			score++
		case code&eyeWhite != 0:
			score--
		}
	}
	return 2*score - s.komi
}

// areas returns the area of Black less that of White where empty points are side by side.
func (s *FastBoard) areas() int {
	score := s.stones[Black] - s.stones[White]
	var region [MaxSize * MaxSize]Point
	var visited [room]bool
	for _, p := range s.empty[:s.free] {
		if visited[p&within] {
			continue
		}
		visited[p&within] = true
		region[0] = p
		n, reached := 1, uint8(0)
		for i := 0; i < n; i++ {
			reached |= sides[uint8(s.around[region[i]&within])]
			for _, step := range s.steps {
				if q := (region[i] + step) & within; s.color[q] == Empty && !visited[q] {
					visited[q] = true
					region[n] = q
					n++
				}
			}
		}
		switch reached & (nearBlack | nearWhite) {
		case nearBlack:
			score += n
		case nearWhite:
			score -= n
		}
	}
	return score
}

// Owner returns the colour whose stone is on a point, or whose stones are all that is beside an empty one; Empty if
// there is none.
func (s *FastBoard) Owner(p Point) Color {
	if c := s.At(p); c != Empty {
		return c
	}
	switch code := sides[uint8(s.around[p&within])]; {
	case code&eyeBlack != 0:
		return Black
	case code&eyeWhite != 0:
		return White
	}
	return Empty
}

// Reopen makes a game that has ended with two passes go on: passes are forgotten.
func (s *FastBoard) Reopen() { s.passes = 0 }
