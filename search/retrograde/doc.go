// Package retrograde finds the value of every position of a game of two sides, also with cycles (retrograde analysis).
//
//	solution, err := retrograde.Solve(ctx, game, ply.Limits{}, retrograde.Options{})
//	if err != nil {
//		return err
//	}
//	value, err := solution.Value(game) // of the present position
//	if err != nil {
//		return err
//	}
//	fmt.Println(value, solution.Wins, solution.Draws, solution.Losses)
//
// A [Solution] is a [Table] of values: for each position the outcome under perfect play and the plies to the end. [Moves] and
// [Line] read best play from a table. [Verify] checks each position against its successors. [Probe] makes a table available to
// other searches, and module github.com/ply-search/ply/tablebase writes it to a file.
//
// A game is a [ply.AdversarialGame]. These capabilities save memory or time:
//
//	Indexer                              a bit for each index, two bytes for each position, no keys
//	Backward                             no moves are stored; fast
//	Forward                              all successors in one call; fast
//	Classed                              classes of positions that are solved one after the other
//	Ruled                                files of other games of the same type are always detected
//	encoding.BinaryAppender, ply.Hasher  for games without an Indexer: positions are stored with their keys and moves
//	ply.Cloner                           several workers
package retrograde
