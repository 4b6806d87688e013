package gametest

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/transposition"
)

// Noughts is noughts and crosses, with all that samplers ask of a game. Cells are numbered 0 to 8, and the numbers
// are the moves.
type noughts struct {
	stones [2]uint16
	line   []int
}

func newNoughts() *noughts { return new(noughts) }

// afterMoves returns what makes a game of noughts and crosses after a line of play.
func afterMoves(line ...int) func() *noughts {
	return func() *noughts {
		g := newNoughts()
		for _, m := range line {
			g.Play(m)
		}
		return g
	}
}

var threeInLine = []uint16{0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100}

// winning returns three stones of a side in a line, or 0.
func (g *noughts) winning(side int) uint16 {
	for _, three := range threeInLine {
		if g.stones[side]&three == three {
			return three
		}
	}
	return 0
}

func (g *noughts) ToMove() int { return len(g.line) & 1 }

func (g *noughts) Moves(dst []int) []int {
	if g.winning(1-g.ToMove()) != 0 {
		return dst
	}
	for m := range 9 {
		if (g.stones[0]|g.stones[1])>>m&1 == 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *noughts) Play(m int) {
	g.stones[g.ToMove()] |= 1 << m
	g.line = append(g.line, m)
}

func (g *noughts) Undo(m int) {
	g.line = g.line[:len(g.line)-1]
	g.stones[g.ToMove()] &^= 1 << m
}

func (g *noughts) Outcome() int {
	if g.winning(1-g.ToMove()) != 0 {
		return -1
	}
	return 0
}

func (g *noughts) Hash() uint64 {
	return transposition.Mix(uint64(g.stones[0])<<16 | uint64(g.stones[1]))
}
func (g *noughts) Acyclic() bool   { return true }
func (g *noughts) Clone() *noughts { return afterMoves(g.line...)() }
func (g *noughts) Cells() int      { return 9 }

func (g *noughts) Cell(i int) int32 {
	return int32(g.stones[0]>>i&1 | g.stones[1]>>i&1<<1)
}

// OutcomeTrace adds the line of the winner, or all cells.
func (g *noughts) OutcomeTrace(t *dependency.Trace) {
	three := g.winning(1 - g.ToMove())
	if three == 0 {
		three = 1<<9 - 1
	}
	for ; three != 0; three &= three - 1 {
		t.Add(int32(bits.TrailingZeros16(three)))
	}
}

// Repeated reports what never happens.
func (g *noughts) Repeated() bool { return false }

func (g *noughts) Extend(m, depth, number int) int { return m & 1 }

func (g *noughts) Decisive(dst []int) []int {
	for _, side := range [2]int{g.ToMove(), 1 - g.ToMove()} {
		base := len(dst)
		for _, m := range g.Moves(nil) {
			g.stones[side] ^= 1 << m
			if g.winning(side) != 0 {
				dst = append(dst, m)
			}
			g.stones[side] ^= 1 << m
		}
		if len(dst) > base {
			break
		}
	}
	return dst
}

func (g *noughts) PriorResults(moves []int, wins, simulations []float32) {
	for i, m := range moves {
		wins[i], simulations[i] = float32(m&1), 2
	}
}

// Reduce leaves out the corners but the first, if the board is empty or has only a stone in the middle.
func (g *noughts) Reduce(dst []int) []int {
	if g.stones[0]|g.stones[1] != 0 && g.stones[0]|g.stones[1] != 1<<4 {
		return dst
	}
	for _, m := range g.Moves(nil) {
		if m%2 == 1 || m == 0 || m == 4 {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *noughts) Priors(moves []int, priors []float32) {
	for i, m := range moves {
		priors[i] = float32(m & 1)
	}
}

func (g *noughts) Numbers() int     { return 9 }
func (g *noughts) Number(m int) int { return m }

func (g *noughts) AppendNumbers(dst []int32, moves []int) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(m))
	}
	return dst
}

func (g *noughts) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	c := g.Clone()
	for {
		next := c.Moves(nil)
		if len(next) == 0 {
			break
		}
		if decisive {
			if some := c.Decisive(nil); len(some) > 0 {
				next = some
			}
		}
		m := next[random.Uint64()%uint64(len(next))]
		if lines != nil {
			lines[c.ToMove()] = append(lines[c.ToMove()], m)
		}
		c.Play(m)
		moves++
	}
	if outcome = c.Outcome(); moves&1 == 1 {
		outcome = -outcome
	}
	return outcome, moves
}

// many is noughts and crosses of three players, of whom the third one never moves.
type many struct{ g *noughts }

func newMany() *many { return &many{newNoughts()} }

func (t *many) Moves(dst []int) []int { return t.g.Moves(dst) }
func (t *many) Play(m int)            { t.g.Play(m) }
func (t *many) Undo(m int)            { t.g.Undo(m) }
func (t *many) ToMove() int           { return t.g.ToMove() }
func (t *many) Players() int          { return 3 }

func (t *many) Outcomes(values []int) {
	me := t.ToMove()
	values[me], values[1-me], values[2] = t.g.Outcome(), -t.g.Outcome(), 0
}

func (t *many) PlayoutAll(random *rand.PCG, decisive bool, lines [][]int, outcomes []int) (moves int) {
	var two [2][]int
	me := t.ToMove()
	outcomes[me], moves = t.g.Playout(random, decisive, &two)
	outcomes[1-me], outcomes[2] = -outcomes[me], 0
	if lines != nil {
		lines[0], lines[1] = append(lines[0], two[0]...), append(lines[1], two[1]...)
	}
	return moves
}

func TestNoughtsAreLawful(t *testing.T) {
	long.Checks(t, 40, 10)
	Check(t, newNoughts)
	Check(t, newMany)
}
