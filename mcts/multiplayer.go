package mcts

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// A MultiplayerGame is a game of any number of players that a tree can be grown for. As in a [Game], Play must be
// deterministic.
type MultiplayerGame[M comparable] interface {
	ply.Game[M]
	ply.Multiplayer
}

// SearchMultiplayer is [Search] for a game of any number of players. See [NewMultiplayer].
func SearchMultiplayer[G MultiplayerGame[M], M comparable](ctx context.Context, g G, limits Limits, opt Options[M]) (Result[M], error) {
	t, err := NewMultiplayer(g, opt)
	return searchNew(ctx, t, err, limits)
}

// NewMultiplayer is [New] for a game of any number of players, up to [MostPlayers].
//
// The tree is the same: the player to move chooses the move with the best results for that player, and each simulation
// adds to each move its result for the player of the move (max^n, Luckhardt and Irani 1986, by sampling:
// Sturtevant 2008). A [Result] speaks of the player to move; Result.Means has the results of all.
//
// One player's gain is not necessarily another's loss. Therefore nothing is proven, as with [Options.NoSolver]; Low and
// High are 0 and 1. A game that plays its own playouts is a [MultiplayerPlayouter].
func NewMultiplayer[G MultiplayerGame[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	opt.NoSolver = true
	return newTree(g, opt)
}

// MostPlayers is the greatest number of players.
const MostPlayers = 256

// A MultiplayerPlayouter is a [Playouter] of any number of players, with the same laws. Instead of returning the outcome,
// PlayoutAll sets outcomes[p] to the outcome for each player p. If lines is not nil, it has one line for each.
type MultiplayerPlayouter[M comparable] interface {
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
	return ply.MultiplayerOf(g.(ply.Adversarial))
}

// playouterOf returns g's own [MultiplayerPlayouter] or [Playouter] if it is one, else nil.
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
	side := p.sides.ToMove()
	if side < 0 {
		panic(noPlayer(side, 2))
	}
	outcomes[side], moves = p.playouter.Playout(random, decisive, both)
	outcomes[1-side] = -outcomes[side]
	return moves
}

// evaluatorOf returns g's own [ply.MultiplayerEvaluator] if it is one, else its [ply.Evaluator] for both of two
// sides, else nil.
func evaluatorOf[M comparable](g position[M]) ply.MultiplayerEvaluator {
	if e, ok := g.(ply.MultiplayerEvaluator); ok {
		return e
	}
	sides, ok := g.(ply.Adversarial)
	e, ok2 := g.(ply.Evaluator)
	if !ok || !ok2 {
		return nil
	}
	return &sidesEvaluator{sides, e}
}

// sidesEvaluator makes a MultiplayerEvaluator of an Evaluator.
type sidesEvaluator struct {
	sides     ply.Adversarial
	evaluator ply.Evaluator
}

func (e *sidesEvaluator) Evaluations(values []int) {
	side, value := e.sides.ToMove(), e.evaluator.Evaluate()
	if side < 0 {
		panic(noPlayer(side, 2))
	}
	values[side], values[1-side] = value, -value
}
