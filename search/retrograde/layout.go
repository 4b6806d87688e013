package retrograde

import (
	"fmt"
	"slices"
)

type cell uint8

const (
	twoBytes cell = iota // up to 2046 successors of a position and, with one outcome besides a draw, up to 30 719 plies
	twoBits              // outcomes without plies
)

type code uint32

const (
	absent  code = 0 // no position, or none to be solved
	drawn   code = 1 // a finished position with outcome 0
	opening code = 2 // the first code of open positions
)

// A layout defines the codes of a class. An open position has a code for the number of successors that may yet be
// better than a loss, and for whether some others are in classes solved before. Other codes are for values and plies.
type layout struct {
	cell     cell
	outcomes []int // without sign, the greatest first
	most     code  // successors that can be counted; this number means that the position is never lost
	first    code  // the first code of values
	span     code  // codes of each value
}

// Codes of cells of two bits. Open and drawn positions have code [drawn].
const (
	wonBits  code = 2
	lostBits code = 3
)

func newLayout(cell cell, outcomes []int) layout {
	l := layout{cell: cell, outcomes: slices.Clone(outcomes)}
	values := code(2 * max(1, len(outcomes)))
	if cell == twoBits {
		l.most, l.first, l.span = 1, opening, 1
	} else {
		l.most = 2046
		l.first = opening + 2*(l.most+1)
		l.span = (1<<16 - l.first) / values
	}
	return l
}

// open returns the code of an open position. below means that it has successors in classes solved before, all losses.
func (l *layout) open(successors int, below bool) code {
	c := opening + 2*code(successors)
	if below {
		c++
	}
	return c
}

func (l *layout) isOpen(c code) bool { return c >= opening && c < l.first }

// counted returns the number of successors that may be better than a loss, and whether classes below have others.
func (l *layout) counted(c code) (successors code, below bool) {
	return (c - opening) / 2, (c-opening)&1 != 0
}

// one is the difference between the codes of n and n+1 successors.
const one code = 2

func (l *layout) decided(k int, win bool, plies int) code {
	if uint64(plies) >= uint64(l.span) {
		return absent
	}
	v := code(2 * k)
	if !win {
		v++
	}
	return l.first + v*l.span + code(plies)
}

func (l *layout) split(c code) (k int, win bool, plies int) {
	c -= l.first
	v := c / l.span
	return int(v / 2), v&1 == 0, int(c % l.span)
}

func (l *layout) value(c code) Value {
	switch {
	case c == absent:
		return Value{0, Absent}
	case l.cell == twoBits && c == drawn:
		return Value{0, Endless}
	case l.cell == twoBits && c == wonBits:
		return Value{l.outcomes[0], Endless}
	case l.cell == twoBits:
		return Value{-l.outcomes[0], Endless}
	case c == drawn:
		return Value{0, 0}
	case c < l.first:
		return Value{0, Endless}
	}
	k, win, plies := l.split(c)
	if !win {
		return Value{-l.outcomes[k], plies}
	}
	return Value{l.outcomes[k], plies}
}

func (l *layout) number(outcome int) int {
	if outcome < 0 {
		outcome = -outcome
	}
	return slices.Index(l.outcomes, outcome)
}

func (l *layout) tooFar(plies int) error {
	return fmt.Errorf("a value of %d plies: cells hold %d at most", plies, int(l.span)-1)
}

// Cells are small numbers side by side, used by several goroutines.
type cells struct {
	words []uint32
	shift uint // from a cell number to a word number
	width uint // of a cell in bits
}

func newCells(n uint64, cell cell) cells {
	c := cells{shift: 1, width: 16}
	if cell == twoBits {
		c = cells{shift: 4, width: 2}
	}
	c.words = make([]uint32, (n+1<<c.shift-1)>>c.shift)
	return c
}

func cellBytes(n uint64, cell cell) uint64 {
	if cell == twoBits {
		return (n + 15) / 16 * 4
	}
	return (n + 1) / 2 * 4
}
