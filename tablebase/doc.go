// Package tablebase stores the values of all positions of a game in a file.
//
//	solution, err := retrograde.Solve(ctx, game, ply.Limits{}, retrograde.Options{})
//	if err != nil {
//		return err
//	}
//	if err := tablebase.Write("game.table", game, solution, tablebase.WriteOptions{Label: "my game"}); err != nil {
//		return err
//	}
//	table, err := tablebase.Open("game.table", game)
//	if err != nil {
//		return err
//	}
//	defer table.Close()
//	value, err := table.Value(game)
//
// [Write] writes compressed blocks with checksums, and a fingerprint of the game. [Open] returns a [Table], which maps
// the file into memory. Several goroutines may read a Table at the same time. Open returns an error if the file belongs
// to another game, or if its beginning or its end is damaged. If a block is damaged, the method that reads the block
// returns an error.
package tablebase
