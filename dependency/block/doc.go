// Package block searches games whose sub-games are sequences of moves, in blocks of positions instead of single
// positions (Helmstetter 2007, section 3.3). While the sub-games do not interact, their positions combine freely. All
// combinations form one block, whose cost is proportional to the sum of the lengths of the sequences instead of the
// product. In the solitaire Montana, for example, each gap is a sub-game.
//
//   - [Search] searches everything reachable, and returns counts and the first solution.
//   - [All] performs the same search, and yields the blocks with their positions.
//
// A game must implement [Sequential], and [ply.Acyclic] with the value true. Solutions of a [ply.Puzzle] are counted.
//
//	result, err := block.Search(ctx, game, ply.Limits{}, block.Options[Move]{Table: transposition.NewTable(1 << 30)})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Nodes, "positions in", result.Blocks, "blocks")
//
// # Guarantees
//
// A search leaves the game as it was. If a limit or the context ends Search, it returns its results so far with a
// Status and no error; All yields an error. A panic of the game ends the search with a [*ply.GamePanic]; a panic of a
// callback reaches the caller. The search uses one goroutine and no randomness. Memory is [Options.Table], plus a
// small amount for each block on the current path.
package block
