// Package arena plays matches between players of a game and evaluates the results statistically.
//
// [Match] plays each opening twice, with sides exchanged. A [Player] is a function that chooses a move; such as a search:
//
//	search := func() arena.Player[*Game, Move] {
//		return func(ctx context.Context, g *Game, random *rand.Rand) (Move, error) {
//			options := mcts.Options[Move]{Random: random} // a *rand.Rand is a rand.Source
//			result, err := mcts.Search(ctx, g, ply.Limits{Nodes: 1000}, options)
//			return result.Move, err
//		}
//	}
//	opening := arena.RandomOpening(4, newGame) // four random moves make the pairs differ
//	result, err := arena.Match(ctx, opening, search, other, arena.Options{Games: 200})
//
// The [Result] holds the [Score] of the first player: wins, draws and losses, the points per game with a confidence
// interval, and the difference in Elo points. A [SequentialTest] in [Options] stops a match as soon as the result is
// clear. Score and SequentialTest also evaluate results obtained elsewhere.
//
// [EnginePlayer] makes players that keep their tree or table during a game. Package arena/league plays and rates many
// players; package arena/tune optimizes the parameters of a player.
//
// # Games and players
//
// A game must be a [ply.AdversarialGame].
// After each choice, the move must be legal, and the position must have the same moves, side to move, hash
// ([ply.Hasher]) and identity ([encoding.BinaryAppender]) as before. In a [ply.Imperfect] game, a player gets the
// position with all hidden information, and must use only the information of the side to move, as infoset.Search does.
//
// # Guarantees
//
// Several goroutines can play games at the same time ([Options.Workers]). The result does not depend on their number
// if players do not look at the clock and keep no state between games: every game has its own random numbers, and
// games count in order. If the context ends a match, the result holds the games so far, without an error. A panic of
// the game or of a player ends the match with an error that wraps a [*ply.GamePanic].
package arena
