// Package heuristic derives estimates of the cost of a solution for games stated as preconditions and modifications
// (package dependency). With them, [github.com/ply-search/ply/search.AStar] and
// [github.com/ply-search/ply/search.IDAStar] find cheapest solutions of puzzles without a handwritten lower bound:
//
//	game, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal})
//	if err != nil {
//		return err
//	}
//	estimated, err := heuristic.New(ctx, game, heuristic.Options[int]{})
//	if err != nil {
//		return err
//	}
//	result, err := search.AStar(ctx, estimated, ply.Limits{}, search.PathOptions[int]{})
//
// # Estimates
//
// Most kinds of estimates are costs in the relaxed game, in which conditions that have become true stay true: a cell then
// holds several values at once. The cost of its cheapest solution would be a good lower bound, but is hard to compute
// (Bylander 1994). [Max] and [LandmarkCut] are not greater and therefore admissible; [Add] and [FF] are not less:
//
//	Max ≤ LandmarkCut ≤ cheapest relaxed solution ≤ FF ≤ Add
//
// With [Add] or [FF], a search finds solutions that need not be cheapest, often far sooner, above all with
// [github.com/ply-search/ply/search.GreedyBestFirst], which can alternate between kinds ([Options].More) and use the
// moves that [Game.EstimateAndPrefer] prefers. FF, [LandmarkCount] and Max together are good. Add, FF and the two
// counts, [GoalCount] and LandmarkCount, are not lower bounds as [ply.Estimator] requires; see [Kind.Admissible].
//
// [PatternDatabases] and [CostPartitioning] combine costs in other easier games: projections to a few of the cells, in
// which all conditions on the other cells hold. [New] solves all positions of the projections in advance, so estimates are
// lookups. This pays for long searches; [LandmarkCut] often visits fewer positions. Both are admissible and consistent.
//
// # Good settings
//
// Begin with the zero value of [Options], which is LandmarkCut, and A*. If that visits more than some 10,000
// positions, try PatternDatabases: an estimate by databases takes about as long as the move before it, one by
// LandmarkCut several times as long. To find any solution, use [github.com/ply-search/ply/search.GreedyBestFirst] with
// FF, and [LandmarkCount] and Max in Options.More. A* visits these numbers of positions:
//
//	                  8-puzzle    blocks    gripper   peg solitaire   Sokoban
//	no estimate        172,340    29,174    11,767        84,190      235,692
//	LandmarkCut          2,188        29    10,553        25,306      142,195
//	PatternDatabases     2,486        87     8,301        71,865       61,412
//	CostPartitioning     1,491        87     7,831        46,246      131,021
//
// The first three are in the tests, with 7 blocks and 8 balls; the others are the levels pyramid and barn of
// examples/planning. LandmarkCut takes the least time in the 8-puzzle and in blocks, no estimate in gripper and in peg
// solitaire, and PatternDatabases in Sokoban. With 10 blocks, A* visits 372,181 positions with databases and 35,454
// with LandmarkCut, which takes longer; in the 15-puzzle databases take a second, and LandmarkCut minutes.
// PatternDatabases are prepared in half a second, in peg solitaire in three.
//
// Estimates depend on how a game is stated: one cell for the place of a block is better than a cell for each place.
//
// # Guarantees
//
// An estimate depends only on the position and the game given to [New], and allocates no memory once scratch space has
// grown. A [Game] is for one goroutine at a time; clones share only constant data.
package heuristic
