package game

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// Solo is a game of one player without chance. It is a [ply.Puzzle], solved where a match ends with the best goal of the
// description, usually 100, and a [ply.Scorer] by its goals.
type Solo struct{ position }

// NewSolo returns a game at its start, or an error if it has several players or a role random.
func NewSolo(r *Rules) (*Solo, error) {
	if len(r.roles) != 1 || r.Random >= 0 {
		return nil, fmt.Errorf("game: %d players and a role random: %t; want one player alone", len(r.roles), r.Random >= 0)
	}
	return &Solo{newPosition(r, false)}, nil
}

// Solved reports whether the match has ended with the best goal.
func (s *Solo) Solved() bool { return s.finished() && s.reached() }

// reached reports whether the goal is the best of the description.
func (s *Solo) reached() bool {
	best := s.best[s.roles[0]]
	return best > 0 && s.goal(0) == best
}

// Score returns the goal of the player in the present position, 0 where the description states none.
func (s *Solo) Score() float64 { return float64(s.goal(0)) }

// Clone returns a copy.
func (s *Solo) Clone() *Solo { return &Solo{s.clone()} }

// Sides is a zero-sum game of two players who take turns: a [ply.AdversarialGame] without chance, with its own playouts
// (mcts.Playouter). The outcome is the goal of the side minus the goal of the other, -100 to 100, also where the goals do
// not add up to 100.
//
// Where both have a choice in one state, side 1 sees the move of side 0.
type Sides struct{ *opposed }

// opposed is a position whose value for side 1 is the negative of its value for side 0.
type opposed struct{ position }

// ToMove returns the side to move, [ply.Chance] for the role random, and side 0 in a final position.
func (p *opposed) ToMove() int { return p.toMove() }

// NewSides returns a game at its start, or an error unless it has two players and no role random.
func NewSides(r *Rules) (*Sides, error) {
	if len(r.roles) != 2 || r.Random >= 0 {
		return nil, fmt.Errorf("game: %d players and a role random: %t; want two players alone", len(r.roles), r.Random >= 0)
	}
	return &Sides{&opposed{newPosition(r, false)}}, nil
}

// Outcome returns the value of a final position for side 0.
func (p *opposed) Outcome() int {
	p.load()
	return p.outcome()
}

// outcome returns the value of the machine's state for side 0.
func (p *opposed) outcome() int {
	if len(p.roles) == 1 {
		return 2*p.goalThere(0) - 100
	}
	return p.goalThere(0) - p.goalThere(1)
}

// Playout runs a playout and returns its outcome (mcts.Playouter).
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

// Evaluate returns the mean or the median outcome ([Options.Median]) of 64 playouts, which depend only on the position.
// They run at once ([circuit.Lanes]), in a fraction of the time of 64 playouts. For mcts with Evaluate, set Scale to 100 and
// an exploration constant for results with less variance than single matches.
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

// Dice is a game with chance, of one player or of two against each other: [Sides] with a role random ([ply.Stochastic]),
// which draws uniformly after the players of its round. The outcome of one player is twice its goal minus 100; side 1 then
// never moves.
type Dice struct{ *opposed }

// NewDice returns a game at its start, or an error if it has more than two players.
func NewDice(r *Rules) (*Dice, error) {
	if len(r.roles) > 2 {
		return nil, fmt.Errorf("game: %d players, want one or two", len(r.roles))
	}
	return &Dice{&opposed{newPosition(r, false)}}, nil
}

// Probabilities appends the probabilities of the outcomes, which are equal.
func (d *Dice) Probabilities(moves []Move, dst []float64) []float64 { return uniform(moves, dst) }

// Clone returns a copy.
func (d *Dice) Clone() *Dice { return &Dice{&opposed{d.clone()}} }

// Many is a game of any number of players who take turns, with or without chance: a [ply.Multiplayer] and
// [ply.Stochastic] game with its own playouts (mcts.MultiplayerPlayouter).
//
// Where several players have a choice in one state, later ones see the moves of earlier ones.
type Many struct{ *several }

// several is a position of several players, with chance.
type several struct{ position }

// Players returns the number of players.
func (s *several) Players() int { return len(s.roles) }

// ToMove returns the player to move, [ply.Chance] for the role random, and player 0 in a finished position.
func (s *several) ToMove() int { return s.toMove() }

// Outcomes sets the value of each player: twice the goal, minus 100.
func (s *several) Outcomes(values []int) { s.outcomes(values) }

// Probabilities appends the probabilities of the outcomes, which are equal.
func (s *several) Probabilities(moves []Move, dst []float64) []float64 { return uniform(moves, dst) }

// NewMany returns a game at its start.
func NewMany(r *Rules) *Many { return &Many{&several{newPosition(r, false)}} }

// PlayoutAll runs a playout and sets the outcomes (mcts.MultiplayerPlayouter).
func (m *Many) PlayoutAll(random *rand.PCG, _ bool, lines [][]Move, outcomes []int) (moves int) {
	moves = m.playout(random, lines)
	for player := range outcomes {
		outcomes[player] = 2*m.goalThere(player) - 100
	}
	return moves
}

// Evaluations sets the mean outcomes of 64 playouts, which depend only on the position; see [Sides.Evaluate].
func (m *Many) Evaluations(values []int) {
	matches := m.sample(values)
	for player, sum := range values {
		values[player] = mean(2*sum-100*matches, matches)
	}
}

// Clone returns a copy.
func (m *Many) Clone() *Many { return &Many{&several{m.clone()}} }

// Joint is a game of several players who move at the same time, a [ply.Joint] game. The role random draws after the
// players of its round, in a chance position. [rounds.Serialize] makes a game of it in which one player moves after the
// other without seeing the moves of the round.
type Joint struct{ *match }

// NewJoint returns a game at its start.
func NewJoint(r *Rules) *Joint { return &Joint{newMatch(r, false)} }

// Players returns the number of players.
func (j *Joint) Players() int { return len(j.roles) }

// MovesOf appends the moves of a player that has a choice, or of [ply.Chance] in a chance position.
func (j *Joint) MovesOf(player int, dst []Move) []Move {
	p := j.match
	if p.finished() {
		return dst
	}
	chance := p.player[p.turn()] == ply.Chance
	for _, role := range p.turns[len(p.chosen):] {
		if p.player[role] == player && chance == (player == ply.Chance) {
			return append(dst, p.legalOf(role)...)
		}
	}
	return dst
}

// PlayJoint plays the moves of the players that have a choice, or an outcome of chance.
func (j *Joint) PlayJoint(moves []Move) {
	for _, m := range moves {
		j.play(m)
	}
}

// UndoJoint takes the moves back.
func (j *Joint) UndoJoint(moves []Move) {
	for range moves {
		j.undo()
	}
}

// Outcomes sets the value of each player: twice the goal, minus 100.
func (j *Joint) Outcomes(values []int) { j.outcomes(values) }

// Probabilities appends the probabilities of the outcomes, which are equal.
func (j *Joint) Probabilities(moves []Move, dst []float64) []float64 { return uniform(moves, dst) }

// Clone returns a copy.
func (j *Joint) Clone() *Joint { return &Joint{j.copy()} }
