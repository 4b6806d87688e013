package circuit

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
)

// A Walker evaluates a game in one position: a [Machine] or a [Propagator]. From the same source, both run the same
// playouts.
type Walker interface {
	Reset()
	Load(state State)
	Save(dst State)
	Terminal() bool
	Legal(role int, dst []int32) []int32
	Goal(role int) (value int, ok bool)
	Play(joint []int32) error
	Sees(role int, dst []int32) []int32
	Playout(random *rand.PCG, most int) (steps int, end End)
}

// checkJoint returns an error for a wrong number of moves, and for a number without a move.
func (s *Signature) checkJoint(joint []int32) error {
	if len(joint) != len(s.Roles) {
		return fmt.Errorf("circuit: %d moves for %d roles", len(joint), len(s.Roles))
	}
	for role, move := range joint {
		if move < 0 || int(move) >= len(s.Moves[role]) {
			return fmt.Errorf("circuit: %s has no move %d", s.Roles[role], move)
		}
	}
	return nil
}

// goalOf returns the value of the goal of a role that holds, or 0, false if none or several hold.
func (s *Signature) goalOf(role int, holds func(goal int) bool) (value int, ok bool) {
	found := 0
	for i, goal := range s.Goals {
		if goal.Role == role && holds(i) {
			value = goal.Value
			found++
		}
	}
	if found != 1 {
		return 0, false
	}
	return value, true
}

// An End is how a playout ended.
type End uint8

const (
	Finished End = iota // in a terminal state
	Stuck               // a role has no legal move in a state that is not terminal, which GDL forbids
	Cut                 // after the maximum number of steps
)

func (e End) String() string { return [...]string{"finished", "stuck", "cut"}[e] }

// A mover plays random moves on a machine without allocating.
type mover struct{ joint, legal []int32 }

func (s *Signature) newMover() mover {
	most := 0
	for _, moves := range s.Moves {
		most = max(most, len(moves))
	}
	return mover{make([]int32, len(s.Roles)), make([]int32, 0, most)}
}

// playout is [Machine.Playout].
func (d *mover) playout(m interface {
	Terminal() bool
	Legal(role int, dst []int32) []int32
	play(joint []int32)
}, random *rand.PCG, most int) (steps int, end End) {
	for ; !m.Terminal(); steps++ {
		if most > 0 && steps == most {
			return steps, Cut
		}
		for role := range d.joint {
			d.legal = m.Legal(role, d.legal[:0])
			if len(d.legal) == 0 {
				return steps, Stuck
			}
			d.joint[role] = Pick(random, d.legal)
		}
		m.play(d.joint)
	}
	return steps, Finished
}

// Pick returns a random element of moves. It draws no number if there is only one.
func Pick[M any](random *rand.PCG, moves []M) M {
	if len(moves) == 1 {
		return moves[0]
	}
	return moves[chance.Below(random, len(moves))]
}
