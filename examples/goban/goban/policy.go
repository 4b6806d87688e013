package goban

import (
	"math/rand/v2"

	"github.com/ply-search/ply/examples/internal/ranks"
)

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

// shapes are patterns of the eight points around a move that playouts look for: hanes, cuts and moves on the edge,
// mostly from Gelly, Wang, Munos and Teytaud (Modification of UCT with Patterns in Monte-Carlo Go, 2006, section 3.2).
// X and O are the two colours, x is anything but X, o anything but O, # the border, ? anything. Rotations, reflections
// and exchanged colours match too.
var shapes = [...]string{
	// hane
	"XOX" + "..." + "???",
	"XO." + "..." + "?.?",
	"XO?" + "X.." + "x.?",
	".O." + "X.." + "...",
	// cut
	"XO?" + "O.o" + "?o?",
	"XO?" + "O.X" + "???",
	"?X?" + "O.O" + "ooo",
	"OX?" + "o.O" + "???",
	// edge
	"X.?" + "O.?" + "###",
	"OX?" + "X.O" + "###",
	"?X?" + "x.O" + "###",
	"?OX" + "X.O" + "###",
}

// shaped is the set of the values of FastBoard.around that match one of shapes.
var shaped = func() (set [1 << 16 / 64]uint64) {
	for _, shape := range shapes {
		for symmetry := range symmetries {
			for _, swap := range []bool{false, true} {
				expand(shape, symmetry, swap, 0, 0, &set)
			}
		}
	}
	return set
}()

// matches reports whether the neighbours of a point match one of shapes.
func matches(around uint16) bool { return shaped[around>>6]>>(around&63)&1 != 0 }

// expand adds all neighbours that match a shape under a symmetry, with colours swapped if swap is set. code holds the
// points before number i.
func expand(shape string, symmetry int, swap bool, i int, code uint16, set *[1 << 16 / 64]uint64) {
	if i == len(shape) {
		set[code>>6] |= 1 << (code & 63)
		return
	}
	x, y := ranks.Under(symmetry, i%3, 2-i/3, 2)
	shift := [9]int{8, 0, 10, 2, 0, 4, 12, 6, 14}[3*y+x]
	for c := Empty; c <= Border; c++ {
		if stands[shape[i]]>>c&1 == 0 {
			continue
		}
		as := c
		if swap {
			as = c.Opponent()
		}
		expand(shape, symmetry, swap, i+1, code|uint16(as)<<shift, set)
	}
}

// stands has the set of colours of a letter of a shape, where X is black.
var stands = ['x' + 1]uint8{'.': 1 << Empty, 'X': 1 << Black, 'O': 1 << White, 'x': 15 &^ (1 << Black), 'o': 15 &^ (1 << White), '#': 1 << Border, '?': 15}

// Shape reports whether a point is empty and matches a pattern of [Policy].
func (b *Board) Shape(p Point) bool {
	if b.At(p) != Empty {
		return false
	}
	code := uint16(0)
	diagonals := b.diagonals()
	for d, step := range b.steps {
		code |= uint16(b.cell[p+step].color)<<(2*d) | uint16(b.cell[p+diagonals[d]].color)<<(8+2*d)
	}
	return matches(code)
}
