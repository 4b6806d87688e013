//go:build long

package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/mcts/flat"
)

// simulates is noughts and crosses that plays its own simulations, with a fault or, if there is none, without.
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

// simulationFaults are games that break the law of simulations.
func simulationFaults(start func() *noughts) []fault {
	var faults []fault
	for _, f := range []string{"plays", "overwrites", "stops", "random", "ignores", "ignores the choice", "illegal", "sides", "outcome", "without steps",
		"urn lacks a move", "urn of the other side", "without an urn"} {
		faults = append(faults, fault{"Simulate: " + f, judgeLaw(func() *simulates { return &simulates{*start(), f} }), "simulations"})
	}
	return faults
}

// A simulation that draws from an urn, and one that has no use for it, are as good.
func TestSimulations(t *testing.T) {
	for _, f := range []string{"", "ignores the urn"} {
		if v := judgeLaw(func() *simulates { return &simulates{*new(noughts), f} })(); v.law != "none" {
			t.Errorf("%q: %s", f, v.report)
		}
	}
}
