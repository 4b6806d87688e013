// Package fast holds the capabilities that change nothing but how long a search takes. A game needs none of them. Each does in
// one call the work of several calls of other methods, so an inner loop crosses the Game interface rarely; a search finds by
// itself the ones that a game has.
//
//   - [Advancer] plays a move and lists the next moves.
//   - [AfterHasher] and [SuccessorHasher] hash positions without playing the moves to them.
//   - [SuccessorEvaluator] evaluates all positions a move ahead.
//   - [NumberAppender] numbers many moves.
//   - [Copier] comes back to a position by copying it.
//
// A type that embeds a game and changes its rules also inherits these methods, which do not know about the change, and must
// override them as well. Package gametest compares each with the methods that it replaces, and so finds forgotten ones.
//
// Functions such as [AdvancerOf] return a game's own capability or a slow one, for authors of searches.
package fast
