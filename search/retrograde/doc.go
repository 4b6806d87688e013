// Package retrograde finds the value of every position of a game of two sides by retrograde analysis. The game may have
// cycles.
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
// A [Solution] is a [Table] of values: for each position the outcome under perfect play and the number of plies to the
// end of the game. [Moves] and [Line] look up best play in a table. [Verify] checks the value of each position against
// its successors. [Probe] makes a table available to other searches. Module github.com/ply-search/ply/tablebase writes
// a table to a file.
//
// The game is a [ply.AdversarialGame]. The table lists its further capabilities and their effects. A game that is no
// Indexer must be an encoding.BinaryAppender or a ply.Hasher:
//
//	Indexer                              positions are stored without keys, in two bytes each and one bit for each index
//	Backward                             faster; no moves are stored
//	Forward                              faster; lists all successors in one call
//	Classed                              classes of positions are solved one after the other
//	Ruled                                a file of a game with other rules is always detected
//	encoding.BinaryAppender, ply.Hasher  positions are stored with their keys and moves
//	ply.Cloner                           several workers
package retrograde
