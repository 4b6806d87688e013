package sampling

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// A Numberer numbers moves like a game, and rejects numbers that break the law of [ply.Numberer], by which slices would
// grow to any length. Use [NumbererOf] to make one.
type Numberer[M comparable] struct {
	game     ply.Numberer[M]
	appender fast.NumberAppender[M]
	numbers  int  // of the game, called once, or the greatest result of Numbers so far
	fixed    bool // the game is a ply.Numberer, whose Numbers does not change
}

// NumbererOf returns the numberer of a game, which may be no [ply.Numberer] (see [fast.NumbererOf]).
func NumbererOf[M comparable](g ply.Game[M]) *Numberer[M] {
	game := fast.NumbererOf(g)
	_, fixed := g.(ply.Numberer[M])
	return &Numberer[M]{game: game, appender: fast.NumberAppenderOf(game), numbers: max(0, game.Numbers()), fixed: fixed}
}

// Copy returns the numberer of a clone of the game. It panics if the clone has a different number of numbers: one may
// look up the numbers of the other.
func (n *Numberer[M]) Copy(clone ply.Game[M]) *Numberer[M] {
	c := NumbererOf(clone)
	if n.fixed && c.numbers != n.numbers {
		panic(fmt.Sprintf("Numbers is %d in a clone of the game, want %d", c.numbers, n.numbers))
	}
	return c
}

// Numbers returns the number of different numbers so far, which never falls.
func (n *Numberer[M]) Numbers() int {
	if !n.fixed {
		n.numbers = max(n.numbers, n.game.Numbers())
	}
	return n.numbers
}

// Number returns the number of a move. It panics if the number is not less than Numbers.
func (n *Numberer[M]) Number(m M) int {
	number := n.game.Number(m)
	if uint(number) >= uint(n.numbers) {
		n.check(number)
	}
	return number
}

// AppendNumbers appends the numbers of moves to dst. It panics if their count or range is wrong.
func (n *Numberer[M]) AppendNumbers(dst []int32, moves []M) []int32 {
	had := len(dst)
	dst = n.appender.AppendNumbers(dst, moves)
	if len(dst) != had+len(moves) {
		panic(fmt.Sprintf("AppendNumbers returned %d numbers for %d moves", len(dst)-had, len(moves)))
	}
	for _, number := range dst[had:] {
		if uint(number) >= uint(n.numbers) {
			n.check(int(number))
		}
	}
	return dst
}

func (n *Numberer[M]) check(number int) {
	if uint(number) >= uint(n.Numbers()) {
		panic(fmt.Sprintf("Number is %d, want 0 to %d", number, n.numbers-1))
	}
}
