package goban

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A FastBoard is a board for playouts. It cannot take moves back and has no sets of liberties. A move takes about a
// third of its time on a [Board].
//
// It describes the liberties of a string by pseudo-liberties, which count an empty point once for each neighbour in the
// string: their number, the sum of the points and the sum of their squares. The string is in atari if all of them are
// the same point, that is, if count times the sum of squares equals the square of the sum (Lew, libego, 2006). The
// three numbers share a word, and a stone next to the string changes them by one addition.
//
// The zero value is not a board: use [FastBoard.Load]. A FastBoard is for one goroutine at a time.
type FastBoard struct {
	*geometry
	komi    int // twice
	board   *Board
	color   [room]Color
	around  [room]uint16 // the colours of the eight neighbours: bits 0 to 7 by steps, bits 8 to 15 by diagonals
	head    [room]Point  // of stones, otherwise 0, whose pseudo-liberties are never read
	next    [room]Point  // of stones
	place   [room]int16  // of empty points, in empty
	pseudo  [room]uint64 // of strings, at their heads
	size    [room]int16  // of strings
	empty   [room]Point
	free    int
	toMove  Color
	last    Point // the last move, or NoPoint
	ko      Point
	passes  int
	mercy   bool   // a playout ended by Policy.Mercy
	stones  [4]int // of each colour
	superko bool
	hash    uint64 // of the stones, with superko
	took    bool   // a stone has left the board: positions can repeat
	seen    []sighting
	latest  [MaxSize*MaxSize + 1]int32 // by the number of stones, the last index in seen, plus 1
}

// A sighting is a position of stones in a playout.
type sighting struct {
	hash   uint64
	before int32 // index in seen of the previous one with the same number of stones, plus 1
}

// Fields of pseudo-liberties: there are at most 1444 on 361 points, which are at most 420.
const (
	sumShift    = 12
	squareShift = 32
	countMask   = 1<<sumShift - 1
	sumMask     = 1<<(squareShift-sumShift) - 1
)

// pseudoLiberty has the pseudo-liberties of a string that has one neighbour of a point.
var pseudoLiberty = func() (table [room]uint64) {
	for p := range uint64(room) {
		table[p] = 1 | p<<sumShift | p*p<<squareShift
	}
	return table
}()

// single reports whether pseudo-liberties are all the same point. It returns true for none.
func single(pseudo uint64) bool {
	count, sum, squares := pseudo&countMask, pseudo>>sumShift&sumMask, pseudo>>squareShift
	return count*squares == sum*sum
}

// only returns the point of pseudo-liberties for which single holds.
func only(pseudo uint64) Point {
	return Point(pseudo >> sumShift & sumMask / (pseudo & countMask))
}

// Properties of the four neighbours of a point.
const (
	eyeBlack  = 1 << iota // black stones and the border
	eyeWhite              // white stones and the border
	open                  // one of them is empty
	nearBlack             // one of them is black
	nearWhite             // one of them is white
)

// sides has the properties by the colours of the neighbours. corners has, by the colours at the corners, eyeBlack or
// eyeWhite if they permit an eye of that colour.
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

// diagonals returns the steps to the corners of a point, in the order of around.
func (g *geometry) diagonals() [4]Point {
	return [4]Point{-g.stride - 1, -g.stride + 1, g.stride - 1, g.stride + 1}
}

// Load copies the position of a board. It allocates only for superko, until its buffers are large enough. The board
// must not change while moves are played on s, since superko looks up its earlier positions.
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

// Passes returns the number of consecutive passes at the end of the game so far.
func (s *FastBoard) Passes() int { return s.passes }

// At returns the colour of a point, Border for points outside the board.
func (s *FastBoard) At(p Point) Color {
	if uint(p) >= uint(s.cells) {
		return Border
	}
	return s.color[p]
}

// EmptyPoints returns the empty points. The slice is valid until the next move. A move appends the points of captured
// stones at the end.
func (s *FastBoard) EmptyPoints() []Point { return s.empty[:s.free] }

// Eye reports the same as [Board.Eye].
func (s *FastBoard) Eye(c Color, p Point) bool {
	code := s.around[p&within]
	return s.At(p) == Empty && sides[uint8(code)]&corners[code>>8]>>(c-1)&1 != 0
}

// Play plays a point or Pass for the colour to move. For an illegal move or suicide, even where the rules permit
// suicide, it returns false and changes nothing.
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

// put plays a point that is empty and not the ko. It returns false for suicide and for moves that break superko.
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

// unput takes back the change of pseudo-liberties by a stone.
func (s *FastBoard) unput(key uint64, h0, h1, h2, h3 Point) {
	s.pseudo[h0&within] += key
	s.pseudo[h1&within] += key
	s.pseudo[h2&within] += key
	s.pseudo[h3&within] += key
}

// join merges the string of a new stone and the string with a head. The larger one keeps its head.
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

// fresh reports whether a move leads to a new position of stones, and remembers it then. Bit d of taken means that the
// string in direction d is captured.
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
	// Without captures, each position has more stones than all before.
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

// Outcome returns twice the area score of Black, less the area of White and komi, with all stones alive. After a
// playout that ended by [Policy.Mercy], only stones count.
func (s *FastBoard) Outcome() int {
	score := s.stones[Black] - s.stones[White]
	if s.mercy {
		return 2*score - s.komi
	}
	for _, p := range s.empty[:s.free] {
		switch code := sides[uint8(s.around[p&within])]; {
		case code&open != 0:
			areas := s.areas(func(p Point) Color { return s.color[p&within] })
			return 2*(areas[Black]-areas[White]) - s.komi
		case code&eyeBlack != 0:
			score++
		case code&eyeWhite != 0:
			score--
		}
	}
	return 2*score - s.komi
}

// Owner returns the colour of the stone on a point, or of all stones around an empty one, or Empty.
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

// Reopen forgets passes. A finished game can then go on.
func (s *FastBoard) Reopen() { s.passes = 0 }

// Light plays a uniformly random move among the [FastBoard.Choices] and returns it.
func (s *FastBoard) Light(random *rand.PCG) Point {
	eye := uint8(eyeBlack) << (s.toMove - 1)
	for left := uint64(s.free); left > 0; {
		k := int(random.Uint64()>>32*left>>32) & within
		p := s.empty[k] & within
		code := s.around[p]
		if info := sides[uint8(code)]; info&open != 0 || info&corners[code>>8]&eye == 0 && p != s.ko {
			if s.put(p) {
				return p
			}
		}
		// A refused point goes behind the others, each of which is then equally likely.
		left--
		q := s.empty[int(left)&within] & within
		s.empty[int(left)&within], s.empty[k] = p, q
		s.place[p], s.place[q] = int16(left), int16(k)
	}
	s.pass()
	return Pass
}

// LightPlayout plays [FastBoard.Light] moves until two consecutive passes, or three times as many moves as the board
// has points, and returns their number. If lines is not nil, it appends Black's moves to lines[0] and White's moves to
// lines[1].
func (s *FastBoard) LightPlayout(random *rand.PCG, lines *[2][]Point) int {
	limit := 3 * len(s.points)
	moves := 0
	for ; s.passes < 2 && moves < limit; moves++ {
		c := s.toMove
		if p := s.Light(random); lines != nil {
			lines[c-1] = append(lines[c-1], p)
		}
	}
	return moves
}

// Choices appends the moves that are legal, no suicide and fill no [Board.Eye], or Pass without any. Superko is
// ignored.
func (s *FastBoard) Choices(dst []Point) []Point {
	before := len(dst)
	eye := uint8(eyeBlack) << (s.toMove - 1)
	for _, p := range s.empty[:s.free] {
		code := s.around[p&within]
		if info := sides[uint8(code)]; info&open != 0 || info&corners[code>>8]&eye == 0 && p != s.ko && s.breathes(p) {
			dst = append(dst, p)
		}
	}
	if len(dst) == before {
		dst = append(dst, Pass)
	}
	return dst
}

// Choosable reports whether a point is among the [FastBoard.Choices].
func (s *FastBoard) Choosable(p Point) bool {
	p &= within
	if s.color[p] != Empty {
		return false
	}
	code := s.around[p]
	info := sides[uint8(code)]
	return info&open != 0 || info&corners[code>>8]>>(s.toMove-1)&eyeBlack == 0 && p != s.ko && s.breathes(p)
}

// breathes reports whether a move on a point without empty neighbours is no suicide: it captures, or joins a string
// with another liberty. It is free of branches, since they would be hard to predict.
func (s *FastBoard) breathes(p Point) bool {
	stride := s.stride
	atari := s.atari(p-stride) | s.atari(p-1)<<1 | s.atari(p+1)<<2 | s.atari(p+stride)<<3
	beside := neighbours[uint8(s.around[p&within])]
	own, enemy := beside>>(4*(s.toMove-1)&7), beside>>(4*(2-s.toMove)&7)
	return (own&^atari|enemy&atari)&15 != 0
}

// atari returns 1 if the string of a stone is in atari, and otherwise 0. Without a stone it returns either.
func (s *FastBoard) atari(p Point) (is uint8) {
	if single(s.pseudo[s.head[p&within]&within]) {
		is = 1
	}
	return is
}

// neighbours has, by the colours of the four neighbours, bit d for a black one in direction d and bit 4+d for a white
// one.
var neighbours = func() (table [256]uint8) {
	for code := range table {
		for d := range 4 {
			switch Color(code >> (2 * d) & 3) {
			case Black:
				table[code] |= 1 << d
			case White:
				table[code] |= 16 << d
			}
		}
	}
	return table
}()

// Together reports whether two points have stones of one string.
func (s *FastBoard) Together(p, q Point) bool {
	h := s.head[p&within]
	return h != 0 && h == s.head[q&within]
}

// Alone reports whether the stone on a point is a string by itself.
func (s *FastBoard) Alone(p Point) bool { return s.size[s.head[p&within]&within] == 1 }
