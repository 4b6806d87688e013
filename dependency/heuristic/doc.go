// Package heuristic estimates what a solution costs in games that are stated as preconditions and modifications (package
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
//	result, err := search.AStar(ctx, estimated, search.Options[int]{})
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
// Estimates depend on how a game is stated. A single cell for the place of a block, for instance, is better than a cell
// for each place that says whether the block is there.
//
// # Guarantees
//
// An estimate depends on nothing but the position and the game given to [New], and allocates no memory once the scratch
// space has grown. A [Game] is for one goroutine at a time; clones share only what does not change.
package heuristic
