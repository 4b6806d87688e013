package arena

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// EnginePlayer returns a function that makes Players for a match. Each Player chooses its moves with an
// [engine.Player], which keeps its search tree or table from move to move. newPlayer makes the engine.Player, once for
// each game: g is a clone of the position in which the Player first moves in the game, and random is the source of
// randomness for options such as mcts.Options.Random.
//
//	arena.EnginePlayer(func(g *Game, random *rand.Rand) (*engine.Player[Move], error) {
//		s, err := mcts.NewSearcher(g, mcts.Options[Move]{Random: random})
//		if err != nil {
//			return nil, err
//		}
//		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 1000}})
//	})
//
// During the game, the engine.Player receives the moves of all players and the outcomes of chance. It plays without a
// clock unless the match has one ([Options].Clock): the Limits in [engine.Options] apply to each move. If only Nodes is
// limited, a match has the same result for any number of workers.
//
// In two cases, newPlayer is called for each move, and nothing is kept between moves: if the game is not a [ply.Cloner]
// (g is then the position itself), and if [Played] does not know the game of the Player.
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
				Pause(ctx, func() { player, err = newPlayer(own, random) })
				if err == nil && player == nil {
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
			var clock engine.Clock
			if clocks, own := Clocks(ctx); len(clocks) > 0 {
				clock = clocks[own]
			}
			line, err := player.Move(ctx, clock)
			if err == nil {
				err = ctx.Err()
			}
			return line.Move, err
		}
	}
}
