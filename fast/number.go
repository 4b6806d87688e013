package fast

import "github.com/ply-search/ply"

// A NumberAppender is a [ply.Numberer] that numbers many moves in one call.
//
// Law: AppendNumbers has the same result as calls of Number.
type NumberAppender[M comparable] interface {
	ply.Numberer[M]

	// AppendNumbers appends to dst the Number of each element of moves, and returns the extended slice. moves are
	// legal.
	AppendNumbers(dst []int32, moves []M) []int32
}

// NumberAppenderOf returns n itself if it is a [NumberAppender]. Otherwise it returns a NumberAppender that calls
// n.Number for each move.
func NumberAppenderOf[M comparable](n ply.Numberer[M]) NumberAppender[M] {
	if a, ok := n.(NumberAppender[M]); ok {
		return a
	}
	return numberAppender[M]{n}
}

type numberAppender[M comparable] struct{ ply.Numberer[M] }

func (a numberAppender[M]) AppendNumbers(dst []int32, moves []M) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(a.Number(m)))
	}
	return dst
}

// NumbererOf returns g itself if it is a [ply.Numberer]. Otherwise it returns a Numberer that stores moves in a map,
// and numbers them from 0 in the order in which Number is first called with each of them. The method Numbers of this
// Numberer returns a greater number after each new move, although the law of ply.Numberer requires a constant. The
// Numberer is used by one goroutine at a time.
func NumbererOf[M comparable](g ply.Game[M]) ply.Numberer[M] {
	if n, ok := g.(ply.Numberer[M]); ok {
		return n
	}
	return numberer[M]{}
}

type numberer[M comparable] map[M]int

func (n numberer[M]) Numbers() int { return len(n) }

func (n numberer[M]) Number(m M) int {
	i, ok := n[m]
	if !ok {
		i = len(n)
		n[m] = i
	}
	return i
}
