package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// A MultiplayerPlayouter is a [Playouter] for a game of any number of players, with the same laws.
type MultiplayerPlayouter[M comparable] interface {
	// PlayoutAll is like [Playouter].Playout, but sets outcomes[p] to the outcome for player p, for every player,
	// instead of returning the outcome. If lines is not nil, it has one line for each player.
	PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int)
}

// A position is a game as seen by the tree, without a difference between two sides and more players: the rest
// of this file makes the difference. It is a [ply.Adversarial] or a [ply.Multiplayer].
type position[M comparable] interface {
	ply.Game[M]
	ToMove() int
}

// playouterOf returns g as a [MultiplayerPlayouter] if it is one or a [Playouter], and nil otherwise.
func playouterOf[M comparable](g position[M]) MultiplayerPlayouter[M] {
	if p, ok := g.(MultiplayerPlayouter[M]); ok {
		return p
	}
	if p, ok := g.(Playouter[M]); ok {
		if sides, ok := g.(ply.Adversarial); ok {
			return &sidesPlayouter[M]{sides, p}
		}
	}
	return nil
}

// sidesPlayouter makes a MultiplayerPlayouter of a Playouter.
type sidesPlayouter[M comparable] struct {
	sides     ply.Adversarial
	playouter Playouter[M]
}

func (p *sidesPlayouter[M]) PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int) {
	var both *[2][]M
	if lines != nil {
		both = (*[2][]M)(lines)
	}
	side := viewOf[M](p.sides)
	outcomes[side], moves = p.playouter.Playout(random, decisive, both)
	outcomes[1-side] = -outcomes[side]
	return moves
}

// evaluatorOf returns g as a [ply.MultiplayerEvaluator] if it is one or a [ply.Evaluator] of two sides, and nil otherwise.
func evaluatorOf[M comparable](g position[M]) ply.MultiplayerEvaluator {
	if e, ok := g.(ply.MultiplayerEvaluator); ok {
		return e
	}
	sides, ok := g.(ply.Adversarial)
	e, ok2 := g.(ply.Evaluator)
	if !ok || !ok2 {
		return nil
	}
	return &sidesEvaluator[M]{sides, e}
}

// sidesEvaluator makes a MultiplayerEvaluator of an Evaluator.
type sidesEvaluator[M comparable] struct {
	sides     ply.Adversarial
	evaluator ply.Evaluator
}

func (e *sidesEvaluator[M]) Evaluations(values []int) {
	side, value := viewOf[M](e.sides), e.evaluator.Evaluate()
	values[side], values[1-side] = value, -value
}

// viewOf returns the side that values are given for: the one to move, or side 0 in a position of chance.
func viewOf[M comparable](g ply.Adversarial) int {
	side := g.ToMove()
	if side == 0 || side == 1 {
		return side
	}
	if _, ok := g.(ply.Stochastic[M]); !ok || side != ply.Chance {
		panic(sides.Error(g, side, 2))
	}
	return 0
}
