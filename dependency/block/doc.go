// Package block searches games whose sub-games are sequences of moves, in blocks of positions instead of single
// positions (Helmstetter 2007, section 3.3).
//
// As long as the sub-games of such a game do not interact, their positions combine freely. Block search treats all
// these combinations as one block, at a cost that is proportional to the sum of the lengths of the sequences instead of
// the product. In the solitaire Montana, for example, each gap is a sub-game.
//
//   - [Search] searches everything that can be reached, and returns counts and the first solution.
//   - [All] performs the same search, and yields the blocks, with their positions.
//
// A search needs a game that is [Sequential] and acyclic:
//
//	result, err := block.Search(ctx, game, ply.Limits{}, block.Options[Move]{Table: transposition.NewTable(1 << 30)})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Nodes, "positions in", result.Blocks, "blocks")
//
// # Games
//
// A game must implement [Sequential], and [ply.Acyclic] with the value true. If it is a [ply.Puzzle], the search counts
// and reports solutions.
//
// # Guarantees
//
// A search leaves the game as it was. If a limit or the context cuts it short, that is no error for Search: the result
// holds the results so far, and its Status says why the search ended. All yields an error in this case. A panic of
// the game ends the search with a [*ply.GamePanic]; a panic of a callback reaches the caller. The search uses one
// goroutine and no randomness. Memory is the memory of [Options.Table], plus a small amount for each block on the path to
// the current one.
package block
