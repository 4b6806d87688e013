package game

import "github.com/ply-search/ply"

// Joint is a game of several players who move at the same time, a [ply.Joint] game. The role random draws after the
// players of the same round, in a position of chance of its own. For searches that want one move after the other,
// [rounds.Serialize] makes a game of it in which players do not see the moves of the round.
type Joint struct{ *match }

// NewJoint returns a game at its start.
func NewJoint(r *Rules) *Joint { return &Joint{newMatch(r, false)} }

// Players returns the number of players.
func (j *Joint) Players() int { return len(j.roles) }

// MovesOf appends the moves of a player that has a choice, or of [ply.Chance] in a position of chance.
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

// PlayJoint plays the moves of the players that take part in the round, or an outcome.
func (j *Joint) PlayJoint(moves []Move) {
	for _, m := range moves {
		j.play(m)
	}
}

// UndoJoint takes them back.
func (j *Joint) UndoJoint(moves []Move) {
	for range moves {
		j.undo()
	}
}

// Outcomes sets the value of each player: twice the goal, minus 100.
func (j *Joint) Outcomes(values []int) { j.outcomes(values) }

// Probabilities appends those of the outcomes, which are all equal.
func (j *Joint) Probabilities(moves []Move, dst []float64) []float64 {
	return j.probabilities(moves, dst)
}

// Clone returns a copy.
func (j *Joint) Clone() *Joint { return &Joint{j.copy()} }
