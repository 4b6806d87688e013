// Package dependency builds games from moves with preconditions and modifications, determines which moves depend on one
// another (Helmstetter 2007, section 2.1), and searches games using these dependencies.
//
// # Games
//
// A position consists of cells, each with a value. A move has preconditions, which are values that some cells must have,
// and modifications, which are new values of some of these cells: see [ply.Footprint]. A game can be built from such
// moves alone. [List] makes rules from a list of moves, and [New] makes a game from rules and a start position:
//
//	rules, err := dependency.List(cells, moves)
//	if err != nil {
//		return err
//	}
//	game, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal, Acyclic: true})
//	if err != nil {
//		return err
//	}
//	result, err := dependency.Search(ctx, game, ply.Limits{}, dependency.Options[int]{})
//
// If there are too many moves to list, implement [Rules], which generates moves. A [Game] derives everything else from
// the moves: legality, Play and Undo, an incremental Zobrist hash, identities and commutation. All searches of package
// search accept a Game. A Game can also serve as the reference in tests of a faster game written by hand.
//
// # Dependencies
//
//   - [Game.Commute] reports whether two moves can be played in either order.
//   - [Game.Parts] divides a game into independent sub-games, which can be searched separately.
//   - [Game.Stubborn] leaves out moves that can be played later, but keeps a cheapest solution.
//   - [TraceOfWin] returns the [Trace] of a win: the cells on which the win depends. [Trace.AddFootprint] adds the
//     cells on which a move depends, to build the trace of a line.
//   - [Check] tests whether a footprint obeys the laws of footprints.
//
// # Search
//
// [Search] is dependency-based search. Instead of positions, it enumerates the ways in which single moves can become
// legal. In a game of independent parts, the cost of Search is the sum of the costs of the parts, not their product.
// Search suits games in which most moves are unrelated, and the analysis of threats.
//
// The game must be a [ply.Footprinter], [ply.Celled] and [Needer]; every [Game] is. Optional capabilities are [Goaler],
// which gives the goal, [Conflicter], which tells which moves exclude each other, and [Refuter], which rejects solutions.
//
// For games whose sub-games are sequences of moves, see also package dependency/block, which searches blocks of
// positions. For shortest or cheapest solutions, package dependency/heuristic derives estimates for A*.
//
// # Guarantees
//
// Search plays no moves. After TraceOfWin, the game is in the same position as before. If a limit or the context ends
// Search, it returns the results so far, with a Status and no error. A panic of the game is returned as a
// [*ply.GamePanic]. [Options].Memory limits the memory of Search. Nothing uses randomness: Search returns the same
// results each time, unless time or the context ends it.
package dependency
