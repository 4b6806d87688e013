// Package block searches games whose sub-games are sequences of moves, in blocks of positions instead of single
// positions (Helmstetter 2007, section 3.3). While the sub-games do not interact, every position of one sub-game can be
// combined with every position of the other sub-games. All combinations form one block. The cost of a block is
// proportional to the sum of the lengths of the sequences, while the number of its positions is about the product of
// these lengths. In the solitaire Montana, for example, each gap is a sub-game.
//
//   - [Search] searches all reachable positions, and returns counts and the first solution.
//   - [All] performs the same search, and yields the blocks with their positions.
//
// A game must be a [Sequential] and declare itself acyclic ([ply.Acyclic]). If it is a [ply.Puzzle], solutions are
// counted.
//
//	result, err := block.Search(ctx, game, ply.Limits{}, block.Options[Move]{Table: transposition.NewTable(1 << 30)})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Nodes, "positions in", result.Blocks, "blocks")
//
// # Guarantees
//
// After a search, the game is in the same position as before. If a limit or the context ends the search, Search returns
// the results so far, with a Status and no error; All yields an error. A panic of the game ends the search with a
// [*ply.GamePanic]; a panic of a callback reaches the caller. The search uses one goroutine and no randomness. A search
// needs memory for Options.Table, and a small amount for each block on the current path.
package block
