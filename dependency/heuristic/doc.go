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
// # Good settings
//
// Begin with the zero value of [Options], which is LandmarkCut, and A*. Databases pay from some 100,000 positions on, where
// LandmarkCut has many moves to go through; the defaults of [PatternOptions] fit their effort to the game, so that a game
// that is solved without estimates in a moment is not prepared for seconds. To find any solution, take
// [github.com/ply-search/ply/search.GreedyBestFirst] with FF, and [LandmarkCount] and Max in Options.More.
//
// For instance, A* visits this many positions of four levels of Sokoban that come with examples/planning, by no estimate,
// LandmarkCut, PatternDatabases and CostPartitioning: corner 6518, 126, 584 and 172; barn 235,692, 142,195, 61,412 and
// 131,021; yard 288,666, 189,264, 272,209 and 212,974; and cellar, which none of them solves within 20 seconds, 555,223,
// 184,215, 341,776 and 250,887 up to then. Time follows these numbers, since an estimate by databases takes about as long as
// the move before it, and one by LandmarkCut several times as long: of barn, 7.5, 9.2, 4.2 and 13.1 seconds.
//
// Estimates depend on how a game is stated. A single cell for the place of a block, for instance, is better than a cell
// for each place that says whether the block is there.
//
// # Guarantees
//
// An estimate depends on nothing but the position and the game given to [New], and allocates no memory once the scratch
// space has grown. A [Game] is for one goroutine at a time; clones share only what does not change.
package heuristic
