package arena

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// EnginePlayer returns a function that makes Players from engine players ([engine.Player]), which keep their search tree
// or table from move to move. newPlayer is called once for each game: g is a clone of the position in which the player
// first moves, and random is the source of randomness for options such as mcts.Options.Random. If the game is no
// [ply.Cloner], newPlayer is called for each move, with the position itself, and nothing is kept between moves.
//
//	arena.EnginePlayer(func(g *Game, random *rand.Rand) (*engine.Player[Move], error) {
//		s, err := mcts.NewSearcher(g, mcts.Options[Move]{Random: random})
//		if err != nil {
//			return nil, err
//		}
//		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 1000}})
//	})
//
// The engine player is told all moves of the game, including outcomes of chance. It has no clock: the limits of
// [engine.Options] limit the search for each move. If these limits are on nodes alone, a match has the same result for
// any number of workers. If the Player is called outside of a match, league or tuning, the moves of the game are not
// known, and newPlayer is called for each move.
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
