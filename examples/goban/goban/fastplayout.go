package goban

import "math/rand/v2"

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
	for _, p := range s.empty[:s.free] {
		if s.Choosable(p) {
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
