// Package fast holds optional capabilities that only make searches faster. Each does in one call the work of several
// calls of other methods, so an inner loop crosses the Game interface rarely; a search detects those that a game has.
//
//   - [Advancer] plays a move and lists the next moves.
//   - [AfterHasher] and [SuccessorHasher] hash positions without playing the moves to them.
//   - [SuccessorEvaluator] evaluates all positions a move ahead.
//   - [NumberAppender] numbers many moves.
//   - [Copier] returns to a position by copying it.
//
// A type that embeds a game and changes its rules also inherits these methods, and must override them. Package gametest
// compares each with the methods that it replaces, and so finds forgotten ones.
//
// Functions such as [SuccessorHasherOf] return a game's own capability or a slow one, for authors of searches:
//
//	hashes := fast.SuccessorHasherOf(game).HashSuccessors(game.Moves(nil), nil)
package fast
