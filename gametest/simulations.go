package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/flat"
)

// simulations replays the moves that a simulation reports.
func simulations[M comparable]() law[M] {
	return law[M]{
		name: "simulations",
		text: "A simulation plays legal moves to the end of the game, or at least one if it stops before, those that are chosen if choices are asked for; it " +
			"returns the outcome there, appends its steps, changes nothing, and follows from the position " +
			"and the source of chance alone. Moves from an urn are drawn among those that it would choose among otherwise.",
		needs: func(g ply.Game[M]) bool { return has[flat.Simulator[M]](g) && has[ply.Adversarial](g) },
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.last && !p.seldom() {
				return nil
			}
			for _, chosen := range []bool{false, true} {
				if f := p.simulation(chosen); f != nil {
					return f
				}
			}
			return p.drawn()
		}),
	}
}

// simulation makes a simulation, with its own choices or not, and replays it.
func (p *place[M]) simulation(chosen bool) *finding[M] {
	did := fmt.Sprintf("calling Simulate, with choices: %v", chosen)
	seed1, seed2 := p.random.Uint64(), p.random.Uint64()
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
	side := viewOf(p.game.(ply.Adversarial).ToMove())
	outcome := p.game.(flat.Simulator[M]).Simulate(&s)
	if f := p.unchanged("after %s", did); f != nil {
		return f
	}
	if f := p.stepped(steps, choices, chosen, side, outcome, did); f != nil || chosen {
		return f
	}
	again := p.game.(flat.Simulator[M]).Simulate(&flat.Simulation[M]{Random: rand.NewPCG(seed1, seed2)})
	if again != outcome {
		return p.found(did+" again with the same source of chance, without steps", fmt.Sprintf("outcome %d", outcome), fmt.Sprintf("outcome %d", again))
	}
	return p.unchanged("after %s, without steps", did)
}

// stepped plays the steps of a simulation and compares the end with its result.
func (p *place[M]) stepped(steps []flat.Step[M], choices []M, chosen bool, side, outcome int, did string) (f *finding[M]) {
	var zero flat.Step[M]
	if len(steps) == 0 || steps[0] != zero {
		return p.found(did, fmt.Sprintf("what was in the steps, %v, and more", zero), fmt.Sprint(steps))
	}
	steps = steps[1:]
	var line []M
	defer func() {
		for _, m := range slices.Backward(line) {
			p.game.Undo(m)
		}
	}()
	asked := 0
	for _, step := range steps {
		moves, turn := p.game.Moves(nil), p.game.(ply.Adversarial).ToMove()
		if !slices.Contains(moves, step.Move) || step.Side != turn {
			return p.found(did, fmt.Sprintf("a legal move of side %d after %v, one of %v", turn, line, moves), fmt.Sprintf("%v of side %d", step.Move, step.Side))
		}
		if chosen && turn != ply.Chance {
			if asked++; asked > len(choices) || choices[asked-1] != step.Move {
				return p.found(did, fmt.Sprintf("the moves that were chosen, %v", choices), fmt.Sprint(steps))
			}
		}
		p.game.Play(step.Move)
		line = append(line, step.Move)
	}
	if asked != len(choices) {
		return p.found(did, fmt.Sprintf("the moves that were chosen, %v", choices), fmt.Sprint(steps))
	}
	if len(p.game.Moves(nil)) > 0 {
		if len(steps) > 0 {
			return nil // A simulation that would take too long may stop, and guess.
		}
		return p.found(did, "a move at least, since the game is not over", "none")
	}
	want := outcomesOf(p.game)[side]
	if outcome != want {
		return p.found(did, fmt.Sprintf("outcome %d, as after %v", want, line), fmt.Sprint(outcome))
	}
	return nil
}

// urnLevels is the number of weights of moves in an urn, each e⁵⁰ times the next: a move is drawn for certain before
// moves of lesser weights.
const urnLevels = 24

// drawn makes a simulation with an urn, in which each move must be one of the heaviest that can be played.
func (p *place[M]) drawn() *finding[M] {
	numberer, ok := p.game.(ply.Numberer[M])
	if !ok {
		return nil
	}
	const did = "calling Simulate with an urn"
	levels := [2][]int{make([]int, numberer.Numbers()), make([]int, numberer.Numbers())}
	for side := range levels {
		for n := range levels[side] {
			levels[side][n] = p.random.IntN(urnLevels)
		}
	}
	random := rand.NewPCG(p.random.Uint64(), p.random.Uint64())
	urn := flat.NewUrn(random, func(side, number int) float64 {
		return math.Exp(float64(50*levels[side][number] - 25*(urnLevels-1)))
	})
	chooses := false
	steps := make([]flat.Step[M], 1)
	s := flat.Simulation[M]{Random: random, Steps: &steps, Urn: urn, Choose: func(_ int, moves []M) int {
		chooses = true
		return len(moves) - 1
	}}
	side := viewOf(p.game.(ply.Adversarial).ToMove())
	outcome := p.game.(flat.Simulator[M]).Simulate(&s)
	if f := p.unchanged("after %s", did); f != nil {
		return f
	}
	if chooses {
		return nil // It has no use for urns.
	}
	if f := p.stepped(steps, nil, false, side, outcome, did); f != nil {
		return f
	}
	var line []M
	defer func() {
		for _, m := range slices.Backward(line) {
			p.game.Undo(m)
		}
	}()
	for _, step := range steps[1:] {
		if step.Side != ply.Chance {
			considered := p.considered()
			if len(considered) == 0 {
				return p.found("calling Simulate with Choose and an urn in turn", "choices after the same moves", fmt.Sprintf("none after %v", line))
			}
			level := func(m M) int { return levels[step.Side][numberer.Number(m)] }
			heaviest := slices.MaxFunc(considered, func(a, b M) int { return level(a) - level(b) })
			if !slices.Contains(considered, step.Move) || level(step.Move) < level(heaviest) {
				return p.found(fmt.Sprintf("%s, after %v", did, line), fmt.Sprintf("%v, which has the greatest weight of %v", heaviest, considered), fmt.Sprint(step.Move))
			}
		}
		p.game.Play(step.Move)
		line = append(line, step.Move)
	}
	return nil
}

// considered returns the moves that a simulation chooses among in the present position, where a side is to move.
func (p *place[M]) considered() (moves []M) {
	p.game.(flat.Simulator[M]).Simulate(&flat.Simulation[M]{Random: rand.NewPCG(0, 0), Choose: func(_ int, among []M) int {
		if moves == nil {
			moves = slices.Clone(among)
		}
		return -1
	}})
	return moves
}
