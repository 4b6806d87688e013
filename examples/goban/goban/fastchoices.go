package goban

// Choices appends the moves among which [FastBoard.Light] draws: those that are legal, no suicide and fill no
// [Board.Eye], or Pass if there are none. What superko forbids is among them.
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

// breathes reports whether a move on a point all of whose neighbours have stones is no suicide: it captures a string,
// or joins one that has another liberty.
func (s *FastBoard) breathes(p Point) bool {
	for _, step := range s.steps {
		q := (p + step) & within
		switch c := s.color[q]; {
		case c == s.toMove && !single(s.pseudo[s.head[q]&within]), c == s.toMove^3 && single(s.pseudo[s.head[q]&within]):
			return true
		}
	}
	return false
}

// Together reports whether two points have stones of one string.
func (s *FastBoard) Together(p, q Point) bool {
	h := s.head[p&within]
	return h != 0 && h == s.head[q&within]
}

// Alone reports whether the stone on a point is a string by itself.
func (s *FastBoard) Alone(p Point) bool { return s.size[s.head[p&within]&within] == 1 }
