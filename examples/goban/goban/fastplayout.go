package goban

import "math/rand/v2"

// Light plays a uniformly random move of the colour to move among those that are legal, no suicide and fill no
// [Board.Eye], or passes if there are none. It returns the move.
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
		// Points that will not do are put behind the others, so that each of these is as likely as any other.
		left--
		q := s.empty[int(left)&within] & within
		s.empty[int(left)&within], s.empty[k] = p, q
		s.place[p], s.place[q] = int16(left), int16(k)
	}
	s.pass()
	return Pass
}

// LightPlayout plays moves as of [FastBoard.Light] until two passes follow one another or for three times as many moves
// as the board has points, and returns their number. If lines is not nil, the moves of Black are appended to lines[0]
// and those of White to lines[1].
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
