package montecarlo

// A Coder numbers its moves for a policy, which learns one weight for each number. Moves that should be
// equally good wherever they are played share a number. Without a Coder each move has a number of its own,
// found by a map lookup for every legal move.
//
// Law: the code of a move is at least 0 and less than Codes, and neither changes. Moves of the same position that
// have the same code are equally likely.
type Coder[M comparable] interface {
	// Codes returns the number of codes.
	Codes() int

	// AppendCodes appends the codes of moves to dst.
	AppendCodes(dst []int32, moves []M) []int32
}

// A lexicon numbers the codes that a run meets in the order in which it meets them, so that policies are
// short, and what is used together stands together.
type lexicon[M comparable] struct {
	coder  Coder[M]
	byCode []int32 // one more than the number
	byMove map[M]int32
	codes  []int32 // by number; nil without a coder
	count  int
}

func newLexicon[M comparable](game any) *lexicon[M] {
	l := new(lexicon[M])
	if c, ok := game.(Coder[M]); ok {
		l.coder = c
		l.byCode = make([]int32, c.Codes())
	} else {
		l.byMove = make(map[M]int32)
	}
	return l
}

// appendNumbers appends the numbers of moves.
func (l *lexicon[M]) appendNumbers(dst []int32, moves []M) []int32 {
	if l.coder == nil {
		for _, m := range moves {
			n, known := l.byMove[m]
			if !known {
				n = int32(l.count)
				l.byMove[m] = n
				l.count++
			}
			dst = append(dst, n)
		}
		return dst
	}
	first := len(dst)
	dst = l.coder.AppendCodes(dst, moves)
	for i, code := range dst[first:] {
		n := l.byCode[code]
		if n == 0 {
			n = l.add(code)
		}
		dst[first+i] = n - 1
	}
	return dst
}

func (l *lexicon[M]) add(code int32) int32 {
	l.codes = append(l.codes, code)
	l.count++
	l.byCode[code] = int32(l.count)
	return int32(l.count)
}
