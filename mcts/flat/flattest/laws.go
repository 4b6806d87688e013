// Package flattest has the law of [flat.Simulator], for games that play their own playouts. It is separate from package
// gametest because its check imports package flat:
//
//	gametest.Check(t, newGame, gametest.Options{Laws: flattest.Laws[Move]()})
package flattest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts/flat"
)

// Laws returns the law of a [flat.Simulator] of two sides, for [gametest.Options]:
//
//   - simulations: a simulation plays legal moves to the end of the game; if it stops before the end, it plays at
//     least one move. With Choose, it plays the chosen moves. It returns the outcome and appends its steps. It depends
//     only on the position and the source of randomness. Each draw from an urn is among the moves that the simulation
//     would otherwise pass to Choose.
func Laws[M comparable]() []gametest.Law {
	return []gametest.Law{{
		Name: "simulations",
		Text: "A simulation plays legal moves to the end of the game, or at least one if it stops before, those that are chosen if choices are asked for; it " +
			"returns the outcome there, appends its steps, changes nothing, and follows from the position " +
			"and the source of chance alone. Moves from an urn are drawn among those that it would choose among otherwise.",
		Check: func(g any, random *rand.Rand) error {
			own, ok := g.(game[M])
			if !ok {
				return fmt.Errorf("%T is no flat.Simulator of two sides for moves of this type", g)
			}
			for _, chosen := range []bool{false, true} {
				if err := simulate(own, random, chosen); err != nil {
					return err
				}
			}
			return draw(own, random)
		},
	}}
}

type game[M comparable] interface {
	ply.AdversarialGame[M]
	flat.Simulator[M]
}

func simulate[M comparable](g game[M], chances *rand.Rand, chosen bool) error {
	seed1, seed2 := chances.Uint64(), chances.Uint64()
	steps := make([]flat.Step[M], 1) // which does not belong to the simulation
	var choices []M
	s := flat.Simulation[M]{Random: rand.NewPCG(seed1, seed2), Steps: &steps}
	if chosen {
		random := rand.New(rand.NewPCG(seed2, seed1))
		s.Choose = func(_ int, moves []M) int {
			i := random.IntN(len(moves))
			choices = append(choices, moves[i])
			return i
		}
	}
	before := g.Moves(nil)
	outcome := g.Simulate(&s)
	if after := g.Moves(nil); !slices.Equal(after, before) {
		return fmt.Errorf("moves %v after a simulation: want %v, as before", after, before)
	}
	if err := replay(g, steps, choices, chosen, outcome); err != nil {
		return fmt.Errorf("a simulation, with choices %v: %w", chosen, err)
	}
	if chosen {
		return nil
	}
	again := g.Simulate(&flat.Simulation[M]{Random: rand.NewPCG(seed1, seed2)})
	if again != outcome {
		return fmt.Errorf("outcome %d, and %d with the same source of chance and without steps", outcome, again)
	}
	return nil
}

func replay[M comparable](g game[M], steps []flat.Step[M], choices []M, chosen bool, outcome int) error {
	var zero flat.Step[M]
	if len(steps) == 0 || steps[0] != zero {
		return fmt.Errorf("steps %v: want %v, which was there, and more", steps, zero)
	}
	steps = steps[1:]
	side := max(g.ToMove(), 0)
	var line []M
	defer func() {
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
	}()
	asked := 0
	for _, step := range steps {
		moves, turn := g.Moves(nil), g.ToMove()
		if !slices.Contains(moves, step.Move) || step.Side != turn {
			return fmt.Errorf("%v of side %d after %v: want a move of side %d, one of %v", step.Move, step.Side, line, turn, moves)
		}
		if chosen && turn != ply.Chance {
			if asked++; asked > len(choices) || choices[asked-1] != step.Move {
				return fmt.Errorf("steps %v: want the moves that were chosen, %v", steps, choices)
			}
		}
		g.Play(step.Move)
		line = append(line, step.Move)
	}
	switch {
	case asked != len(choices):
		return fmt.Errorf("steps %v: want the moves that were chosen, %v", steps, choices)
	case len(g.Moves(nil)) > 0 && len(steps) > 0:
		return nil // A simulation that would take too long may stop, and guess.
	case len(g.Moves(nil)) > 0:
		return fmt.Errorf("no move: want one at least, since the game is not over")
	}
	want := g.Outcome()
	if max(g.ToMove(), 0) != side {
		want = -want
	}
	if outcome != want {
		return fmt.Errorf("outcome %d: want %d, as after %v", outcome, want, line)
	}
	return nil
}

// urnLevels is the number of weights in an urn, each e⁵⁰ times the next: lesser ones practically never come first.
const urnLevels = 24

// draw makes a simulation with an urn, in which each move must be one of the heaviest playable ones.
func draw[M comparable](g game[M], chances *rand.Rand) error {
	numberer, ok := g.(ply.Numberer[M])
	if !ok {
		return nil
	}
	levels := [2][]int{make([]int, numberer.Numbers()), make([]int, numberer.Numbers())}
	for side := range levels {
		for n := range levels[side] {
			levels[side][n] = chances.IntN(urnLevels)
		}
	}
	random := rand.NewPCG(chances.Uint64(), chances.Uint64())
	urn := flat.NewUrn(random, func(side, number int) float64 {
		return math.Exp(float64(50*levels[side][number] - 25*(urnLevels-1)))
	})
	chooses := false
	steps := make([]flat.Step[M], 1)
	outcome := g.Simulate(&flat.Simulation[M]{Random: random, Steps: &steps, Urn: urn, Choose: func(_ int, moves []M) int {
		chooses = true
		return len(moves) - 1
	}})
	if chooses {
		return nil // It has no use for urns.
	}
	if err := replay(g, steps, nil, false, outcome); err != nil {
		return fmt.Errorf("a simulation with an urn: %w", err)
	}
	var line []M
	defer func() {
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
	}()
	for _, step := range steps[1:] {
		if step.Side != ply.Chance {
			considered := considered(g)
			if len(considered) == 0 {
				return fmt.Errorf("no choices after %v: want some, as with an urn", line)
			}
			level := func(m M) int { return levels[step.Side][numberer.Number(m)] }
			heaviest := slices.MaxFunc(considered, func(a, b M) int { return level(a) - level(b) })
			if !slices.Contains(considered, step.Move) || level(step.Move) < level(heaviest) {
				return fmt.Errorf("an urn gives %v after %v: want %v, which has the greatest weight of %v", step.Move, line, heaviest, considered)
			}
		}
		g.Play(step.Move)
		line = append(line, step.Move)
	}
	return nil
}

func considered[M comparable](g game[M]) (moves []M) {
	g.Simulate(&flat.Simulation[M]{Random: rand.NewPCG(0, 0), Choose: func(_ int, among []M) int {
		if moves == nil {
			moves = slices.Clone(among)
		}
		return -1
	}})
	return moves
}
