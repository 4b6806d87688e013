// Package phantom is Phantom tic-tac-toe, in which the players do not see each other's moves.
package phantom

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
)

const Cells = 9

// A Move is a cell, from 0, row by row.
type Move uint8

func (m Move) String() string { return string([]byte{'a' + byte(m)%3, '1' + byte(m)/3}) }

func ParseMove(text string) (Move, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3' {
		return 0, fmt.Errorf("phantom: %q is no cell: want a1 to c3", text)
	}
	return Move(text[0] - 'a' + 3*(text[1]-'1')), nil
}

var lines = [...]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421}

func hasLine(cells uint16) bool {
	return slices.ContainsFunc(lines[:], func(l uint16) bool { return cells&l == l })
}

// A Game is a position. A player tries a cell: if the other has a stone there, the player is told and tries another cell; otherwise
// it places a stone, and the other moves. A player sees nothing else of the other's moves. Three stones in a line win, and a
// full board is a draw. The zero value is the empty board, with side 0 to move.
type Game struct {
	stones [2]uint16 // of the sides, a bit for each cell
	found  [2]uint16 // the stones of the other side that a side has found
	side   uint8
	tries  []try
}

type try struct {
	cell Move
	side uint8
	full bool // it found a stone
}

func (g *Game) over() bool {
	return g.stones[0]|g.stones[1] == 1<<Cells-1 || hasLine(g.stones[0]) || hasLine(g.stones[1])
}

// Moves appends the cells where the side to move knows no stone.
func (g *Game) Moves(dst []Move) []Move {
	if g.over() {
		return dst
	}
	for free := ^(g.stones[g.side] | g.found[g.side]) & (1<<Cells - 1); free != 0; free &= free - 1 {
		dst = append(dst, Move(bits.TrailingZeros16(free)))
	}
	return dst
}

func (g *Game) Play(m Move) {
	bit := uint16(1) << m
	full := g.stones[1-g.side]&bit != 0
	g.tries = append(g.tries, try{m, g.side, full})
	if full {
		g.found[g.side] |= bit
		return
	}
	g.stones[g.side] |= bit
	g.side = 1 - g.side
}

func (g *Game) Undo(Move) {
	last := len(g.tries) - 1
	t := g.tries[last]
	g.tries, g.side = g.tries[:last], t.side
	if t.full {
		g.found[t.side] &^= 1 << t.cell
	} else {
		g.stones[t.side] &^= 1 << t.cell
	}
}

func (g *Game) ToMove() int { return int(g.side) }

func (g *Game) Outcome() int {
	switch {
	case hasLine(g.stones[g.side]):
		return 1
	case hasLine(g.stones[1-g.side]):
		return -1
	}
	return 0
}

func (g *Game) Acyclic() bool { return true }

// AppendInformation appends the tries of a side, and whether they found a stone.
func (g *Game) AppendInformation(dst []byte, player int) []byte {
	for _, t := range g.tries {
		if int(t.side) == player {
			cell := byte(t.cell) << 1
			if t.full {
				cell |= 1
			}
			dst = append(dst, cell)
		}
	}
	return dst
}

// Determinize draws the stones of the other side, their order, and the tries between them. All orders of stones that agree with
// the player's knowledge are equally likely if the other side tries cells at random.
func (g *Game) Determinize(player int, random *rand.Rand) (weight float64) {
	me := uint8(player)
	var own [2 * Cells]try
	mine := own[:0]
	var puts [Cells]Move // the stones of the other side in order
	var taken uint16     // the places in that order of stones that were found
	count := bits.OnesCount16(g.stones[1-me])
	for {
		mine = mine[:0]
		taken = 0
		// A found stone is one of those placed before. Later finds have at least as many places to choose from, so each has the
		// same number of places left for any choice of the others.
		there := 0
		for _, t := range g.tries {
			switch {
			case t.side != me && !t.full:
				there++
			case t.side == me:
				if mine = append(mine, t); t.full {
					places := (1<<there - 1) &^ taken
					place := nth(places, random.IntN(bits.OnesCount16(places)))
					puts[place] = t.cell
					taken |= 1 << place
				}
			}
		}
		free := ^(g.stones[me] | g.found[me]) & (1<<Cells - 1)
		stones := g.found[me]
		for place := range count {
			if taken>>place&1 == 0 {
				puts[place] = nth(free, random.IntN(bits.OnesCount16(free)))
				stones |= 1 << puts[place]
				free = ^(g.stones[me] | stones) & (1<<Cells - 1)
			}
		}
		if !hasLine(stones) {
			break
		}
	}
	g.retell(me, mine, puts[:count], random)
	return 1
}

func nth(set uint16, n int) Move {
	for range n {
		set &= set - 1
	}
	return Move(bits.TrailingZeros16(set))
}

// retell replays the game with the tries of a side and the stones of the other, which tries cells at random before each stone.
func (g *Game) retell(me uint8, mine []try, puts []Move, random *rand.Rand) {
	g.stones, g.found, g.side, g.tries = [2]uint16{}, [2]uint16{}, 0, g.tries[:0]
	for len(mine) > 0 || len(puts) > 0 {
		if g.side == me {
			g.Play(mine[0].cell)
			mine = mine[1:]
			continue
		}
		hidden := g.stones[me] &^ g.found[1-me]
		unknown, empty := bits.OnesCount16(hidden), Cells-bits.OnesCount16(g.stones[0]|g.stones[1])
		if pick := random.IntN(unknown + empty); pick < unknown {
			g.Play(nth(hidden, pick))
			continue
		}
		g.Play(puts[0])
		puts = puts[1:]
	}
}

func (g *Game) Clone() *Game { return &Game{g.stones, g.found, g.side, slices.Clone(g.tries)} }

func (g *Game) String() string { return board(g.stones[0], g.stones[1], '.') }

// Seen draws the board as a side knows it, with question marks for unknown cells.
func (g *Game) Seen(side int) string {
	stones := [2]uint16{}
	stones[side], stones[1-side] = g.stones[side], g.found[side]
	return board(stones[0], stones[1], '?')
}

func board(first, second uint16, other byte) string {
	var b strings.Builder
	for cell := range Cells {
		b.WriteByte([...]byte{other, 'X', 'O'}[first>>cell&1|second>>cell&1<<1])
		if cell%3 == 2 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
