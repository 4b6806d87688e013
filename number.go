package ply

// A Numberer numbers its moves, so that statistics about them can be kept in a slice.
//
// Laws: Number(m) is at least 0 and less than Numbers, which does not change, and is the same in all
// positions, even where m is not legal. Different moves may share a number if they mean much the same.
type Numberer[M comparable] interface {
	Numbers() int
	Number(m M) int
}

// A NumberAppender numbers many moves in one call.
//
// Law: AppendNumbers appends to dst the Number of each of the moves, which are legal in the present position, and
// returns the extended slice.
type NumberAppender[M comparable] interface {
	Numberer[M]
	AppendNumbers(dst []int32, moves []M) []int32
}

// NumberAppenderOf returns n if it is a [NumberAppender], and otherwise one that asks n for each number.
func NumberAppenderOf[M comparable](n Numberer[M]) NumberAppender[M] {
	if a, ok := n.(NumberAppender[M]); ok {
		return a
	}
	return numberAppender[M]{n}
}

type numberAppender[M comparable] struct{ Numberer[M] }

func (a numberAppender[M]) AppendNumbers(dst []int32, moves []M) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(a.Number(m)))
	}
	return dst
}

// NumbererOf returns g if it is a [Numberer]. Otherwise it returns one that numbers moves in the order in
// which it meets them and remembers them in a map, so that its Numbers grows.
func NumbererOf[M comparable](g Game[M]) Numberer[M] {
	if n, ok := g.(Numberer[M]); ok {
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
