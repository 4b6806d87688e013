package game

import "math/rand/v2"

// Many is a game of any number of players who take turns, with or without chance: a [ply.Multiplayer] and
// [ply.Stochastic] game, with playouts of its own (mcts.MultiplayerPlayouter).
//
// Where several players have a choice in one state, the later ones see the moves of those before them.
type Many struct{ *several }

// several is a position of several players, with chance.
type several struct{ position }

// Players returns the number of players.
func (s *several) Players() int { return len(s.roles) }

// ToMove returns the player to move, [ply.Chance] for the role random, and player 0 in a finished position.
func (s *several) ToMove() int { return s.toMove() }

// Outcomes sets the value of each player: twice the goal, minus 100.
func (s *several) Outcomes(values []int) { s.outcomes(values) }

// Probabilities appends those of the outcomes, which are all equal.
func (s *several) Probabilities(moves []Move, dst []float64) []float64 {
	return s.probabilities(moves, dst)
}

// NewMany returns a game at its start.
func NewMany(r *Rules) *Many { return &Many{&several{newPosition(r, false)}} }

// PlayoutAll runs a playout and sets its outcomes: mcts.MultiplayerPlayouter.
func (m *Many) PlayoutAll(random *rand.PCG, _ bool, lines [][]Move, outcomes []int) (moves int) {
	moves = m.playout(random, lines)
	for player := range outcomes {
		outcomes[player] = 2*m.goalThere(player) - 100
	}
	return moves
}

// Evaluations sets the mean outcomes of 64 playouts, which depend on the position alone; see [Sides.Evaluate].
func (m *Many) Evaluations(values []int) {
	matches := m.sample(values)
	for player, sum := range values {
		values[player] = mean(2*sum-100*matches, matches)
	}
}

// Clone returns a copy.
func (m *Many) Clone() *Many { return &Many{&several{m.clone()}} }
