package game

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Sides is a zero-sum game of two players who take turns: a [ply.AdversarialGame] without chance, with playouts of its
// own (mcts.Playouter). Outcomes are the goal of the side minus that of the other one, -100 to 100; if goals are not
// 100 together, it is a game about this difference.
//
// Where both have a choice in one state, side 1 sees the move of side 0.
type Sides struct{ *opposed }

// opposed is a position whose value for side 1 is the negative of that for side 0.
type opposed struct{ position }

// ToMove returns the side to move, [ply.Chance] for the role random, and side 0 in a finished position.
func (p *opposed) ToMove() int { return p.toMove() }

// NewSides returns a game at its start, or an error if it has not two players, or a role random.
func NewSides(r *Rules) (*Sides, error) {
	if len(r.roles) != 2 || r.Random >= 0 {
		return nil, fmt.Errorf("game: %d players and a role random: %t; want two players alone", len(r.roles), r.Random >= 0)
	}
	return &Sides{&opposed{newPosition(r, false)}}, nil
}

// Outcome returns the value of a finished position for side 0, which ToMove names there.
func (p *opposed) Outcome() int {
	p.load()
	return p.outcome()
}

// outcome returns the value of the state of the machine for side 0.
func (p *opposed) outcome() int {
	if len(p.roles) == 1 {
		return 2*p.goalThere(0) - 100
	}
	return p.goalThere(0) - p.goalThere(1)
}

// Playout runs a playout and returns its outcome: mcts.Playouter.
func (p *opposed) Playout(random *rand.PCG, _ bool, lines *[2][]Move) (outcome, moves int) {
	side := p.ToMove()
	if lines == nil {
		moves = p.playout(random, nil)
	} else {
		moves = p.playout(random, lines[:])
	}
	outcome = p.outcome()
	if side == 1 {
		outcome = -outcome
	}
	return outcome, moves
}

// Evaluate returns the mean or the median outcome ([Options.Median]) of 64 playouts, which depend on the
// position alone. They are played at once ([circuit.Lanes]), in a fraction of the time of 64 playouts. For mcts with
// Evaluate, set Scale to 100 and an exploration constant for results that vary less than those of single matches.
func (p *opposed) Evaluate() int {
	side := p.ToMove()
	var sums [2]int
	matches := p.sample(sums[:len(p.roles)])
	value := sums[0] - sums[1]
	if len(p.roles) == 1 {
		value = 2*sums[0] - 100*matches
	}
	if side == 1 {
		value = -value
	}
	return mean(value, matches)
}

func mean(sum, n int) int { return int(math.Round(float64(sum) / float64(n))) }

// Clone returns a copy.
func (s *Sides) Clone() *Sides { return &Sides{&opposed{s.clone()}} }

// Dice is a game with chance, of one player or of two against each other: [Sides] with a role random, which is a
// [ply.Stochastic] for that. It draws its moves uniformly, after the players of the same round. The value of a game of
// one player is twice its goal minus 100, and side 1 never moves.
type Dice struct{ *opposed }

// NewDice returns a game at its start, or an error if it has more than two players.
func NewDice(r *Rules) (*Dice, error) {
	if len(r.roles) > 2 {
		return nil, fmt.Errorf("game: %d players, want one or two", len(r.roles))
	}
	return &Dice{&opposed{newPosition(r, false)}}, nil
}

// Probabilities appends those of the outcomes, which are all equal.
func (d *Dice) Probabilities(moves []Move, dst []float64) []float64 {
	return d.probabilities(moves, dst)
}

// Clone returns a copy.
func (d *Dice) Clone() *Dice { return &Dice{&opposed{d.clone()}} }
