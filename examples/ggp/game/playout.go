package game

import (
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/examples/ggp/circuit"
)

// playout runs a playout from the present position in the machine alone, which then has the goals. It returns the number
// of moves, counted as in positions: at least 1 unless the match is over. If lines is not nil, it appends the moves of
// each player to its line.
func (p *match) playout(random *rand.PCG, lines [][]Move) (moves int) {
	m := p.load()
	if p.finished() {
		return 0
	}
	note := func(role int) {
		if player := p.player[role]; lines != nil && player >= 0 {
			lines[player] = append(lines[player], p.Move(role, p.joint[role]))
		}
	}
	p.drawRound(random)
	for _, role := range p.turns[len(p.chosen):] {
		note(role)
		moves++
	}
	p.step(m)
	for steps := 1; steps < p.opt.MaxSteps && !m.Terminal(); steps++ {
		asked := 0
		for role := range p.Roles {
			p.drawn = m.Legal(role, p.drawn[:0])
			if len(p.drawn) == 0 {
				return moves
			}
			if p.joint[role] = circuit.Pick(random, p.drawn); len(p.drawn) > 1 {
				note(role)
				asked++
			}
		}
		if asked == 0 {
			note(p.roles[0])
			asked = 1
		}
		moves += asked
		p.step(m)
	}
	return moves
}

func (p *match) step(m circuit.Walker) {
	if err := m.Play(p.joint); err != nil {
		panic(err) // the moves are legal ones
	}
	// The listing of the present state is still right, except for the joint move.
	p.loaded, p.listed = false, false
}

// sample sets the sum of the goals of each player over playouts in lanes and returns their number, or the median goals and
// 1. The draws depend only on the position.
func (p *match) sample(sums []int) (matches int) {
	if p.finished() {
		for player := range sums {
			sums[player] = p.goal(player)
		}
		return 1
	}
	if p.lanes == nil {
		p.lanes = p.present.NewLanes()
	}
	mover := p.toMove()
	p.random.Seed(p.hash(), 0)
	from := p.state()
	if len(p.chosen) > 0 {
		// The rest of the round is drawn once for all playouts.
		p.drawRound(&p.random)
		m := p.load()
		p.step(m)
		from = p.scratch()
		m.Save(from)
	}
	if p.opt.Median {
		p.medians(from, mover, sums)
		return 1
	}
	t := p.lanes.Playouts(from, circuit.LaneCount, &p.random, p.opt.MaxSteps)
	for player := range sums {
		sums[player] = t.Sum[p.roles[player]]
	}
	return t.Playouts
}

func (p *match) medians(from circuit.State, mover int, goals []int) {
	if p.values == nil {
		p.values = make([]uint8, circuit.LaneCount*len(p.Roles))
	}
	if _, err := p.lanes.Batch(from, &p.random, p.opt.MaxSteps, p.values); err != nil {
		panic(err) // there is room
	}
	for player := range goals {
		var lanes [circuit.LaneCount]uint8
		for lane := range lanes {
			lanes[lane] = p.values[lane*len(p.Roles)+p.roles[player]]
		}
		slices.Sort(lanes[:])
		middle := circuit.LaneCount / 2
		if player == mover {
			middle--
		}
		goals[player] = int(lanes[middle])
	}
}

// scratch returns room for a state after the present one.
func (p *match) scratch() circuit.State {
	n := len(p.states)
	p.states = append(p.states, p.state()...)[:n]
	return p.states[n : n+p.Words()]
}
