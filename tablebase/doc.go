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
// [Write] writes compressed blocks with checksums and a fingerprint of the game. [Open] maps the file into memory as a [Table]
// that several goroutines may read at the same time. Files that are damaged, or belong to another game, are refused. Open detects
// damage at the beginning and the end of the file; damage in a block is detected when the block is read.
package tablebase
