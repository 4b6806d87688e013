// Package dependency builds games from moves with preconditions and modifications, determines which moves depend on
// one another (Helmstetter 2007, section 2.1), and searches games by these dependencies.
//
// # Games
//
// A position consists of cells that hold values. A move requires values of some cells, its preconditions, and gives
// some of these cells new values, its modifications: see [ply.Footprint]. Such a game needs no code for its rules.
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
// If there are too many moves to list, implement [Rules], which generates them. A [Game] derives everything else:
// legality, Play and Undo, an incremental Zobrist hash, identities and commutation. All searches of package search
// accept it. A faster, handwritten game can use it as a reference in tests.
//
// # Dependencies
//
//   - [Game.Commute] reports whether two moves can be played in either order.
//   - [Game.Parts] divides a game into independent sub-games, to be searched one by one.
//   - [Game.Stubborn] leaves out moves that can wait. Cheapest solutions remain.
//   - [TraceOfWin] returns the [Trace] of a win, the cells on which it depends; [Trace.AddFootprint] traces a line.
//   - [Check] tests footprints for the laws that searches rely on.
//
// # Search
//
// [Search] is dependency-based search. Instead of positions, it enumerates the ways in which single moves can become
// legal. In a game of independent parts, the costs of the parts add up instead of multiplying. It suits games in which
// most moves are unrelated, and the analysis of threats.
//
// The game must be a [ply.Footprinter], [ply.Celled] and [Needer], as a Game with rules from List is. A [Goaler]
// provides the goal. A [Conflicter] and a [Refuter] make the search more precise.
//
// For games whose sub-games are sequences of moves, see also package dependency/block, which searches blocks of
// positions. For shortest or cheapest solutions, package dependency/heuristic derives estimates for A*.
//
// # Guarantees
//
// Search plays no moves; TraceOfWin leaves the game as it was. If a limit or the context ends Search, it returns its
// results so far with a Status and no error. A panic of the game is returned as a [*ply.GamePanic]. [Options].Memory limits
// the memory of Search. Nothing uses randomness: results are the same in each run, unless time or the context ends it.
package dependency
