package arena

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// EnginePlayer returns a function that makes players of engine players, which keep their tree or table from move to
// move. newPlayer makes one for each game: g is a clone of the position in which the player first moves, and random
// its source of randomness, for options such as mcts.Options.Random. If the game is not a [ply.Cloner], it makes one
// for each move, which searches the position itself, and keeps nothing.
//
//	arena.EnginePlayer(func(g *Game, random *rand.Rand) (*engine.Player[Move], error) {
//		s, err := mcts.NewSearcher(g, mcts.Options[Move]{Random: random})
//		if err != nil {
//			return nil, err
//		}
//		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 1000}})
//	})
//
// The player receives all moves as they are played, including chance. It has no clock: the limits of [engine.Options]
// bound each move. If they bound only nodes, a match has the same result for any number of workers. Outside of this
// package's contests, where the moves of a game are not known, newPlayer is called for each move.
func EnginePlayer[G ply.Game[M], M comparable](newPlayer func(g G, random *rand.Rand) (*engine.Player[M], error)) func() Player[G, M] {
	return func() Player[G, M] {
		var player *engine.Player[M]
		var number, told int // the game of the player, and its moves that the player knows
		return func(ctx context.Context, position G, random *rand.Rand) (m M, err error) {
			game, moves := Played[M](ctx)
			cloner, clones := any(position).(ply.Cloner[G])
			if player == nil || !clones || game == 0 || game != number {
				own := position
				if clones {
					own = cloner.Clone()
				}
				if player, err = newPlayer(own, random); err == nil && player == nil {
					err = errors.New("arena: newPlayer returned nil")
				}
				if err != nil {
					return m, err
				}
				number, told = game, len(moves)
			}
			for ; told < len(moves); told++ {
				if err := player.Play(moves[told]); err != nil {
					return m, err
				}
			}
			line, err := player.Move(ctx, engine.Clock{})
			if err == nil {
				err = ctx.Err()
			}
			return line.Move, err
		}
	}
}
