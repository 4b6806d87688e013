package game

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
)

// Joint is a game of several players who move at the same time, a [ply.Joint] game. The role random draws after the
// players of the same round, in a position of chance of its own. For searches that want one move after the other,
// [rounds.Serialize] makes a game of it in which players do not see the moves of the round.
type Joint struct{ p *position }

// NewJoint returns a game at its start.
func NewJoint(r *Rules) *Joint { return &Joint{newPosition(r, false)} }

// Players returns the number of players.
func (j *Joint) Players() int { return len(j.p.roles) }

// MovesOf appends the moves of a player that has a choice, or of [ply.Chance] in a position of chance.
func (j *Joint) MovesOf(player int, dst []Move) []Move {
	p := j.p
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
		j.p.Play(m)
	}
}

// UndoJoint takes them back.
func (j *Joint) UndoJoint(moves []Move) {
	for range moves {
		j.p.Undo(0)
	}
}

// Outcomes sets the value of each player: twice the goal, minus 100.
func (j *Joint) Outcomes(values []int) { j.p.outcomes(values) }

// Probabilities appends those of the outcomes, which are all equal.
func (j *Joint) Probabilities(moves []Move, dst []float64) []float64 {
	return j.p.probabilities(moves, dst)
}

// Acyclic returns true, as GDL demands that all matches end.
func (j *Joint) Acyclic() bool { return true }

// AppendBinary appends what tells the position.
func (j *Joint) AppendBinary(dst []byte) ([]byte, error) { return j.p.AppendBinary(dst) }

// Clone returns a copy.
func (j *Joint) Clone() *Joint { return &Joint{j.p.clone()} }

// String lists the facts that hold.
func (j *Joint) String() string { return j.p.String() }

// PlayRound makes a joint move of all roles; see the method PlayRound of [Hidden].
func (j *Joint) PlayRound(joint []Move) error { return j.p.PlayRound(joint) }

// Legal appends the moves of a player, even if it has no choice.
func (j *Joint) Legal(player int, dst []Move) []Move { return j.p.Legal(player, dst) }

// State returns a copy of the facts that hold, as [Rules.From] wants them.
func (j *Joint) State() circuit.State { return j.p.State() }

// Continue goes on with the circuit of other rules, which [Rules.From] made; see the method Continue of [Sides].
func (j *Joint) Continue(later *Rules) error { return j.p.Continue(later) }

// Holding yields the facts that hold.
func (j *Joint) Holding(yield func(string) bool) { j.p.Holding(yield) }
