//go:build long

package flattest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts/flat"
	"github.com/ply-search/ply/mcts/flat/flattest"
)

// noughts is noughts and crosses. Cells are numbered 0 to 8, and the numbers are the moves.
type noughts struct {
	stones [2]uint16
	line   []int
}

func (g *noughts) wins(side int) bool {
	return slices.ContainsFunc([]uint16{0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100},
		func(three uint16) bool { return g.stones[side]&three == three })
}

func (g *noughts) ToMove() int      { return len(g.line) & 1 }
func (g *noughts) Numbers() int     { return 9 }
func (g *noughts) Number(m int) int { return m }

func (g *noughts) Moves(dst []int) []int {
	for m := range 9 {
		if (g.stones[0]|g.stones[1])>>m&1 == 0 && !g.wins(1-g.ToMove()) {
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
	if g.wins(1 - g.ToMove()) {
		return -1
	}
	return 0
}

// simulates is noughts and crosses that plays its own simulations, with a fault unless that is empty.
type simulates struct {
	noughts
	fault string
}

func (g *simulates) Simulate(s *flat.Simulation[int]) int {
	side := g.ToMove()
	var line []int
	defer func() {
		if g.fault == "plays" && len(line) > 0 {
			line = line[1:]
		}
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
	}()
	for _, m := range g.Moves(nil) {
		for side := range 2 {
			if s.Urn != nil && !(g.fault == "urn lacks a move" && m == 5) {
				s.Urn.Put(side, m)
			}
		}
	}
	if g.fault == "overwrites" && s.Steps != nil {
		*s.Steps = (*s.Steps)[:0]
	}
	for {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		if g.fault == "stops" && len(moves) < 5 {
			return 0
		}
		i := int(s.Random.Uint64() >> 32 * uint64(len(moves)) >> 32)
		if g.fault == "random" {
			i = rand.IntN(len(moves))
		}
		switch {
		case s.Urn != nil && g.fault == "urn of the other side":
			i = slices.Index(moves, s.Urn.Draw(1-g.ToMove(), func(int) bool { return true }))
		case s.Urn != nil && g.fault == "without an urn": // and without choices
		case s.Urn != nil && g.fault != "ignores the urn":
			i = max(0, slices.Index(moves, s.Urn.Draw(g.ToMove(), func(int) bool { return true })))
		case s.Choose != nil && g.fault != "ignores":
			chosen := s.Choose(g.ToMove(), moves)
			if chosen < 0 {
				return 0
			}
			if g.fault != "ignores the choice" {
				i = chosen
			}
		}
		step := flat.Step[int]{Move: moves[i], Side: g.ToMove()}
		if g.fault == "illegal" {
			step.Move = 10
		}
		if g.fault == "sides" {
			step.Side = 0
		}
		if s.Steps != nil {
			*s.Steps = append(*s.Steps, step)
		}
		g.Play(moves[i])
		line = append(line, moves[i])
	}
	outcome := g.Outcome()
	if g.fault == "outcome" || g.fault == "without steps" && s.Steps == nil {
		outcome = -outcome + 1
	}
	if g.ToMove() != side {
		outcome = -outcome
	}
	return outcome
}

// newSimulates returns a game after four stones, from which there are few lines, and both sides can win.
func newSimulates(fault string) *simulates {
	g := &simulates{fault: fault}
	for _, m := range []int{0, 3, 1, 4} {
		g.Play(m)
	}
	return g
}

// lawful reports whether a game keeps the law on random lines, and the game as it was.
func lawful(fault string) bool {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 0))
		for g := newSimulates(fault); ; {
			line := len(g.line)
			if flattest.Laws[int]()[0].Check(g, random) != nil || len(g.line) != line {
				return false
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
	return true
}

func TestLawIsFoundBroken(t *testing.T) {
	for _, fault := range []string{"plays", "overwrites", "stops", "random", "ignores", "ignores the choice", "illegal", "sides", "outcome", "without steps",
		"urn lacks a move", "urn of the other side", "without an urn"} {
		if lawful(fault) {
			t.Errorf("a simulation that has the fault %q is found lawful", fault)
		}
	}
}

// A simulation that draws from an urn, and one that has no use for it, are as good.
func TestSimulations(t *testing.T) {
	for _, fault := range []string{"", "ignores the urn"} {
		if !lawful(fault) {
			t.Errorf("%q is found to break the law", fault)
		}
	}
	gametest.Check(t, func() *simulates { return newSimulates("") }, gametest.Options{Laws: flattest.Laws[int](), Require: []string{"simulations"}})
}

var _ ply.AdversarialGame[int] = new(simulates)
