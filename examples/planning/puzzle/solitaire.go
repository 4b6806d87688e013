package puzzle

import (
	"fmt"
	"math"
	"strings"

	"github.com/ply-search/ply"
)

// Solitaire reads a board of peg solitaire: * a peg, . a hole, o the hole of the last peg, O the same with a peg. A peg
// jumps over another peg into a hole and removes it.
//
// A cell for each hole tells whether it has a peg. The bound is the number of pegs less one, the cost of every
// solution. It is math.MaxInt without a peg at an even distance, in both directions, from the last hole: jumps preserve
// parity.
func Solitaire(text string) (*Puzzle, error) {
	const walls = " "
	b, err := draw(split(strings.TrimRight(text, " \r\n")), "*.oO ")
	if err != nil {
		return nil, err
	}
	ends := b.find("oO")
	switch {
	case len(ends) == 0:
		return nil, fmt.Errorf("there is no hole for the last peg")
	case len(ends) > 1:
		return nil, fmt.Errorf("%s: a second end", b.place(ends[1]))
	}
	last := ends[0]
	p := &Puzzle{Start: make([]int32, len(b.squares))}
	for _, square := range b.find("*O") {
		p.Start[square] = 1
	}
	for _, square := range b.find("*.oO") {
		end := int32(0)
		if square == last {
			end = 1
		}
		p.Goal = append(p.Goal, ply.Condition{Cell: int32(square), Value: end})
	}
	for from := range b.squares {
		if b.squares[from] == ' ' {
			continue
		}
		for d := range directions {
			over, ok := b.step(from, d, 1, walls)
			if to, room := b.step(from, d, 2, walls); ok && room {
				p.add(1, directions[d].name+" from "+b.place(from),
					change{int32(from), 1, 0}, change{int32(over), 1, 0}, change{int32(to), 0, 1})
			}
		}
	}
	p.Bound = func(cell func(int) int32) int {
		pegs, fitting := 0, false
		for square := range b.squares {
			if cell(square) == 1 {
				pegs++
				x, y := square%b.width-last%b.width, square/b.width-last/b.width
				fitting = fitting || x%2 == 0 && y%2 == 0
			}
		}
		if !fitting {
			return math.MaxInt
		}
		return pegs - 1
	}
	return p, nil
}
