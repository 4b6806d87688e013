// Package fast contains optional capabilities that only make searches faster. Each capability does in one call the work
// of several calls of other methods, so an inner loop calls methods of the Game interface less often. A search uses the
// capabilities that the game has, without an option.
//
//   - [Advancer] plays a move and lists the next moves.
//   - [AfterHasher] and [SuccessorHasher] hash positions without playing the moves to them.
//   - [SuccessorEvaluator] evaluates all positions a move ahead.
//   - [NumberAppender] numbers many moves.
//   - [Copier] returns to a position by copying it.
//
// A type that embeds a game inherits these methods. If the type changes the rules, it must override them. Package
// gametest compares each of these methods with the methods that it replaces, and so detects methods that were not
// overridden.
//
// For authors of searches, functions such as [SuccessorHasherOf] return the capability of the game or, if the game does
// not have it, an implementation that calls the usual methods:
//
//	hashes := fast.SuccessorHasherOf(game).HashSuccessors(game.Moves(nil), nil)
package fast
