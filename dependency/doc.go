// Package dependency builds games from moves with preconditions and modifications, finds out which moves depend on one
// another (Helmstetter 2007, section 2.1), and searches games by these dependencies.
//
// # Games
//
// A position consists of cells that hold values. A move states which values some cells must have, its preconditions,
// and which values some of these get, its modifications: see [ply.Footprint]. Such a game needs no code for its rules.
// [List] makes rules from a list of moves, and [New] makes a game from rules and a start position:
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
// If there are too many moves to list, implement [Rules], which generates them.
//
// A [Game] has everything that follows from its moves: legality, Play and Undo, an incremental Zobrist hash, an
// identity of positions, and which moves commute. All searches of package search can search it. A game that deserves
// the work can be written again by hand, to be faster; the Game then serves as a reference in its tests.
//
// # Dependencies
//
// These functions look at footprints:
//
//   - [Game.Commute] reports whether two moves can be played in either order.
//   - [Game.Parts] divides a game into independent sub-games, to be searched one by one.
//   - [Game.Stubborn] leaves out moves that can wait. Cheapest solutions remain.
//   - [TraceOfWin] returns the [Trace] of a win, the cells on which it depends; [Trace.AddFootprint] makes the trace of a line.
//   - [Check] tests footprints for the laws that searches rely on.
//
// # Search
//
// [Search] is dependency-based search. Instead of positions, it enumerates the ways in which single moves can become
// legal. For a game of independent parts, its cost is the sum of the costs of the parts, not the product. It suits
// games in which most moves have nothing to do with one another, and the analysis of threats.
//
// The game must be a [ply.Footprinter], [ply.Celled] and [Needer], as a Game with rules from List is. If it is a
// [Goaler], it provides the goal. A [Conflicter] and a [Refuter] make the search more precise.
//
// For games whose sub-games are sequences of moves, see also package dependency/block, which searches blocks of
// positions instead of single positions. For shortest or cheapest solutions, see package dependency/heuristic, which
// derives the estimates that A* needs.
//
// # Guarantees
//
// Search plays no moves; TraceOfWin leaves the game as it was. If a limit or the context cuts Search
// short, that is no error: the result holds the findings so far, and its Status says why the search ended. A panic of
// the game is returned as a [*ply.GamePanic]. The memory of Search is limited by [Options].Memory. Nothing here uses
// randomness: the same call gives the same result, unless time or the context ends it.
package dependency
