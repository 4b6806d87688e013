// Package heuristic estimates the cost of a solution in games that are stated as preconditions and modifications (package
// dependency). [github.com/ply-search/ply/search.AStar] and [github.com/ply-search/ply/search.IDAStar] then find cheapest
// solutions of a puzzle for which nobody has written a lower bound:
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
// holds several values at once. That game is never harder than the true one, and easier to solve. The cost of its cheapest
// solution would be a good lower bound, but is itself hard to compute (Bylander 1994). [Max] and [LandmarkCut] are not
// greater and therefore admissible; [Add] and [FF] are not less:
//
//	Max ≤ LandmarkCut ≤ cheapest relaxed solution ≤ FF ≤ Add
//
// With [Add] or [FF], a search finds solutions that need not be cheapest, often far sooner, above all
// [github.com/ply-search/ply/search.GreedyBestFirst], which can take several kinds in turn ([Options].More) and the moves that
// [Game.EstimateAndPrefer] prefers. FF, [LandmarkCount] and Max together are a good choice. Add, FF and the two counts,
// [GoalCount] and LandmarkCount, break the law of [ply.Estimator] that an estimate is a lower bound; [Kind.Admissible] tells
// them apart.
//
// [PatternDatabases] and [CostPartitioning] combine costs in other easier games: projections to a few of the cells, in which
// all conditions on the other cells hold. [New] solves all positions of these games and keeps what they cost, so that an
// estimate is a few lookups. This pays where a game is searched for long, or again and again; [LandmarkCut] often visits fewer
// positions. Both are admissible and consistent.
//
// # Good settings
//
// Begin with the zero value of [Options], which is LandmarkCut, and A*. If that visits more than some 10,000 positions, try
// PatternDatabases: an estimate by databases takes about as long as the move before it, one by LandmarkCut several times as
// long. To find any solution, take [github.com/ply-search/ply/search.GreedyBestFirst] with FF, and [LandmarkCount] and Max in
// Options.More. This is how many positions A* visits:
//
//	                  8-puzzle    blocks    gripper   peg solitaire   Sokoban
//	no estimate        172,340    29,174    11,767        84,190      235,692
//	LandmarkCut          2,188        29    10,553        25,306      142,195
//	PatternDatabases     2,486        87     8,301        71,865       61,412
//	CostPartitioning     1,491        87     7,831        46,246      131,021
//
// The first three are in the tests, with 7 blocks and 8 balls; the others are the levels pyramid and barn of
// examples/planning. LandmarkCut takes the least time in the 8-puzzle and in blocks, no estimate in gripper and in peg
// solitaire, and PatternDatabases in Sokoban. With 10 blocks, databases leave 372,181 positions and LandmarkCut 35,454, in
// more time; in the 15-puzzle they take a second, and LandmarkCut minutes. PatternDatabases are prepared in half a second,
// in peg solitaire in three.
//
// Estimates depend on how a game is stated. A single cell for the place of a block, for instance, is better than a cell
// for each place that says whether the block is there.
//
// # Guarantees
//
// An estimate depends on nothing but the position and the game given to [New], and allocates no memory once the scratch
// space has grown. A [Game] is for one goroutine at a time; clones share only constant data.
package heuristic
