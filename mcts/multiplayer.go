package mcts

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// A MultiplayerGame is a game that can be searched by [SearchMultiplayer].
type MultiplayerGame[M comparable] interface {
	ply.Game[M]
	ply.Multiplayer
}

// SearchMultiplayer is like [Search] for a game of 1 to 256 players, who need not be opponents. See
// [NewMultiplayer].
func SearchMultiplayer[G MultiplayerGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	t, err := NewMultiplayer(g, opt)
	return searchNew(ctx, t, err, limits)
}

// NewMultiplayer is like [New] for a game of 1 to 256 players, who need not be opponents.
//
// Each player chooses the moves with the best results for itself, and each simulation adds to every move on its path
// the result for the player of that move (max^n, Luckhardt and Irani 1986; by sampling, Sturtevant 2008). The Value,
// Line and Moves of a [Result] take the view of the player to move. Result.Means holds the results of all players.
//
// One player's gain is not necessarily another's loss. Therefore no values are proven, as with [Options.NoSolver]:
// Result.Low is 0 and Result.High is 1. For playouts and evaluations of the game's own, see [MultiplayerPlayouter] and
// [ply.MultiplayerEvaluator].
func NewMultiplayer[G MultiplayerGame[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	opt.NoSolver = true
	return newTree(g, opt)
}

// A MultiplayerPlayouter is a [Playouter] for a game of any number of players, with the same laws.
type MultiplayerPlayouter[M comparable] interface {
	// PlayoutAll is like [Playouter].Playout, but sets outcomes[p] to the outcome for player p, for every player,
	// instead of returning the outcome. If lines is not nil, it has one line for each player.
	PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int)
}

// A position is a game as the tree sees it, which knows no difference between two sides and more players: what
// depends on that is asked by way of the rest of this file. It is a Game or a MultiplayerGame.
type position[M comparable] interface {
	ply.Game[M]
	ToMove() int
}

// playersOf returns the players of a game.
func playersOf[M comparable](g position[M]) ply.Multiplayer {
	if players, ok := g.(ply.Multiplayer); ok {
		return players
	}
	return sides.MultiplayerOf(g.(ply.Adversarial))
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
