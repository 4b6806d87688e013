// Package arena plays matches between players of a game and evaluates the results statistically.
//
// [Match] plays each opening twice, with sides exchanged. A [Player] is a function that chooses a move. This one
// searches:
//
//	search := func() arena.Player[*Game, Move] {
//		return func(ctx context.Context, g *Game, random *rand.Rand) (Move, error) {
//			options := mcts.Options[Move]{Random: random} // a *rand.Rand is a rand.Source
//			result, err := mcts.Search(ctx, g, ply.Limits{Nodes: 1000}, options)
//			return result.Move, err
//		}
//	}
//	opening := arena.RandomOpening(4, newGame) // each pair of games begins with four random moves
//	result, err := arena.Match(ctx, opening, search, other, arena.Options{Games: 200})
//
// The [Result] contains the [Score] of the first player: wins, draws and losses. Methods of Score return the rate (1 for
// a win, ½ for a draw) and the difference in Elo points, each with a confidence interval. A [SequentialTest] in [Options]
// ends a match as soon as the result is clear. Score and SequentialTest can also evaluate the results of other programs.
//
// If a game can be won by more or fewer points, as Go and backgammon can, Points of the [Result] are the points per game,
// with a confidence interval. In games with chance, Luck of the Options makes the interval smaller.
//
// [EnginePlayer] makes players that keep their search tree or table during a game. Package arena/league plays games
// between many players and rates them; package arena/tune optimizes the parameters of a player.
//
// # Games and players
//
// A game must be a [ply.AdversarialGame]. A match checks that each move is legal, and that the player has left the
// position with the same moves, side to move, hash ([ply.Hasher]) and identity ([encoding.BinaryAppender]) as before. In
// a [ply.Imperfect] game, a player gets the position with all hidden information, but must use only the information of
// the side to move, as infoset.Search does.
//
// # Guarantees
//
// Several goroutines can play games at the same time ([Options.Workers]). The result is the same for any number of
// workers if players do not look at the clock and carry no information from one game to the next: every game has its own
// random numbers, and results are counted in the order of the games. If the context ends a match, Match returns the
// result of the games so far and no error. A panic of the game or of a player ends the match with an error that wraps a
// [*ply.GamePanic].
package arena
