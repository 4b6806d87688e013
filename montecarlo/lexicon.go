package montecarlo

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/guard"
)

// A lexicon numbers the moves of a run in the order of meeting: policies are short, with weights used together close by.
type lexicon[M comparable] struct {
	byCode []int32 // one more than the number
	byMove map[M]int32
	codes  []int32 // by number; nil without numbers of the game
	count  int
}

func newLexicon[M comparable](game any) *lexicon[M] {
	l := new(lexicon[M])
	if n, ok := game.(ply.Numberer[M]); ok {
		numbers := n.Numbers()
		if numbers < 0 {
			panic(fmt.Sprintf("Numbers is %d, want at least 0", numbers))
		}
		l.byCode = make([]int32, numbers)
	} else {
		l.byMove = make(map[M]int32)
	}
	return l
}

func (l *lexicon[M]) appendNumbers(game fast.NumberAppender[M], dst []int32, moves []M) []int32 {
	if game == nil {
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
	dst = game.AppendNumbers(dst, moves)
	guard.CheckCount("AppendNumbers", len(dst)-first, len(moves))
	for i, code := range dst[first:] {
		if uint(code) >= uint(len(l.byCode)) {
			panic(fmt.Sprintf("Number is %d, want 0 to %d", code, len(l.byCode)-1))
		}
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
