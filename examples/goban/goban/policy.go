package goban

import "math/rand/v2"

// A Policy is the knowledge of playouts besides not filling eyes. The zero value stands for [FastBoard.LightPlayout].
// The parts are tried in the order of the fields; each answers the last move, and the first with an answer plays it.
type Policy struct {
	// Ataris captures the string of the last move if it is in atari. It saves own strings in atari next to the last
	// move, by capturing a string next to them or by a move that leaves them two liberties.
	Ataris bool

	// Patterns plays one of the eight points around the last move where a 3 × 3 pattern matches a hane, a cut or a move
	// on the edge (Gelly, Wang, Munos and Teytaud 2006), unless the stone would be in atari.
	Patterns bool

	// Careful redraws a random move, up to three times, that would put an own string into atari without capturing.
	Careful bool

	// Mercy, if not 0, ends a game when a colour leads by more stones than this fraction of the points, from 0 to 1.
	// Then only stones count (mercy rule, Hillis 2006).
	Mercy float64
}

// Playout is like [FastBoard.LightPlayout], with moves by a policy.
func (s *FastBoard) Playout(random *rand.PCG, policy Policy, lines *[2][]Point) int {
	if policy == (Policy{}) {
		return s.LightPlayout(random, lines)
	}
	limit := 3 * len(s.points)
	decided := int(policy.Mercy * float64(len(s.points)))
	moves := 0
	for ; s.passes < 2 && moves < limit; moves++ {
		if lead := s.stones[Black] - s.stones[White]; policy.Mercy != 0 && moves > 0 && max(lead, -lead) > decided {
			s.mercy = true
			break
		}
		c := s.toMove
		if p := s.guided(random, &policy); lines != nil {
			lines[c-1] = append(lines[c-1], p)
		}
	}
	return moves
}

// guided plays a move by a policy, and returns it.
func (s *FastBoard) guided(random *rand.PCG, policy *Policy) Point {
	if last := s.last; last > Pass && s.color[last&within] == s.toMove^3 {
		var choice choice
		if policy.Ataris {
			s.ataris(last, &choice)
			if p := s.playOne(&choice, random); p != NoPoint {
				return p
			}
		}
		if policy.Patterns {
			s.patterns(last, &choice)
			if p := s.playOne(&choice, random); p != NoPoint {
				return p
			}
		}
	}
	if policy.Careful {
		c := s.toMove
		eye := uint8(eyeBlack) << (c - 1)
		for range 3 {
			if s.free == 0 {
				break
			}
			p := s.empty[int(random.Uint64()>>32*uint64(s.free)>>32)&within] & within
			code := s.around[p]
			info := sides[uint8(code)]
			if (info&open != 0 || info&corners[code>>8]&eye == 0 && p != s.ko) && !s.SelfAtari(c, p) && s.put(p) {
				return p
			}
		}
	}
	return s.Light(random)
}

// A choice is a few moves.
type choice struct {
	moves [16]Point
	n     int
}

func (m *choice) add(p Point) {
	if m.n < len(m.moves) {
		m.moves[m.n] = p
		m.n++
	}
}

// playOne empties a choice, plays a random legal one of its moves and returns it, or NoPoint.
func (s *FastBoard) playOne(m *choice, random *rand.PCG) Point {
	for m.n > 0 {
		i := int(random.Uint64() >> 32 * uint64(m.n) >> 32)
		p := m.moves[i&15]
		m.n--
		m.moves[i&15] = m.moves[m.n&15]
		if p != s.ko && s.put(p) {
			m.n = 0
			return p
		}
	}
	return NoPoint
}

// ataris adds the moves that capture the string of the last move, or save strings next to it.
func (s *FastBoard) ataris(last Point, m *choice) {
	if pseudo := s.pseudo[s.head[last&within]&within]; single(pseudo) {
		m.add(only(pseudo))
	}
	if sides[uint8(s.around[last&within])]&(nearBlack<<(s.toMove-1)) == 0 {
		return
	}
	done := NoPoint
	for _, step := range s.steps {
		q := (last + step) & within
		if s.color[q] != s.toMove {
			continue
		}
		if h := s.head[q] & within; h != done && single(s.pseudo[h]) {
			done = h
			s.saves(h, m)
		}
	}
}

// saves adds the moves that save the string with this head, which is in atari.
func (s *FastBoard) saves(head Point, m *choice) {
	c := s.color[head&within]
	if p := only(s.pseudo[head&within]); !s.SelfAtari(c, p) {
		m.add(p)
	}
	for q := head & within; ; {
		if sides[uint8(s.around[q])]&(nearBlack<<(c^3-1)) != 0 {
			for _, step := range s.steps {
				n := (q + step) & within
				if s.color[n] == c^3 {
					if pseudo := s.pseudo[s.head[n]&within]; single(pseudo) {
						m.add(only(pseudo))
					}
				}
			}
		}
		if q = s.next[q] & within; q == head {
			return
		}
	}
}

// patterns adds the points around the last move whose neighbours match a pattern.
func (s *FastBoard) patterns(last Point, m *choice) {
	stride := s.stride
	for _, q := range [8]Point{last - stride - 1, last - stride, last - stride + 1, last - 1,
		last + 1, last + stride - 1, last + stride, last + stride + 1} {
		q &= within
		if s.color[q] == Empty && matches(s.around[q]) && !s.SelfAtari(s.toMove, q) {
			m.add(q)
		}
	}
}

// SelfAtari reports whether a move of a colour on an empty point captures nothing and leaves its string at most one
// liberty. It costs O(1).
func (s *FastBoard) SelfAtari(c Color, p Point) bool {
	p &= within
	key := pseudoLiberty[p]
	all := uint64(0)
	var friends [4]Point
	n := 0
	for _, step := range s.steps {
		q := (p + step) & within
		switch s.color[q] {
		case Empty:
			all += pseudoLiberty[q]
		case c:
			h := s.head[q] & within
			all -= key
			for _, other := range friends[:n] {
				if other == h {
					h = 0
				}
			}
			if h != 0 {
				all += s.pseudo[h]
				friends[n&3] = h
				n++
			}
		case c ^ 3:
			if single(s.pseudo[s.head[q]&within]) {
				return false
			}
		}
	}
	return single(all)
}
