// Package heuristic derives estimates of the cost of a solution for games whose moves are preconditions and modifications
// (package dependency). With these estimates, [github.com/ply-search/ply/search.AStar] and
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
// Most kinds of estimates are costs in the relaxed game, in which conditions that have become true stay true: a cell can
// have several values at once. The cost of a cheapest solution of the relaxed game would be a good lower bound, but is
// hard to compute (Bylander 1994). [Max] and [LandmarkCut] are at most this cost, and therefore admissible; [Add] and
// [FF] are at least this cost:
//
//	Max ≤ LandmarkCut ≤ cheapest relaxed solution ≤ FF ≤ Add
//
// With Add or FF, a search often finds a solution far sooner, but it need not be a cheapest one. The search that finds
// a solution soonest is usually [github.com/ply-search/ply/search.GreedyBestFirst], which can alternate between several
// kinds (Options.More) and use the moves that Game.EstimateAndPrefer prefers. A good combination is FF, LandmarkCount
// and Max. Add, FF and the two counts, [GoalCount] and LandmarkCount, are not lower bounds as [ply.Estimator] requires;
// see [Kind.Admissible].
//
// PatternDatabases and CostPartitioning combine costs in simplified games of another kind: projections to a few of the
// cells, in which all conditions on the other cells hold. New solves all positions of the projections in advance and
// stores their costs in databases, so an estimate needs only lookups. This saves time in long searches, although a search
// with LandmarkCut often visits fewer positions. Both are admissible and consistent.
//
// # Good settings
//
// For a cheapest solution, begin with A* and the zero value of Options, which means LandmarkCut. If the search visits
// more than about 10,000 positions, try PatternDatabases: an estimate from databases takes about as long as a move, and
// an estimate by LandmarkCut several times as long. For any solution, use
// [github.com/ply-search/ply/search.GreedyBestFirst] with FF, and [LandmarkCount] and Max in Options.More. A* visits
// these numbers of positions:
//
//	                  8-puzzle    blocks    gripper   peg solitaire   Sokoban
//	no estimate        172,340    29,174    11,767        84,190      235,692
//	LandmarkCut          2,188        29    10,553        25,306      142,195
//	PatternDatabases     2,486        87     8,301        71,865       61,412
//	CostPartitioning     1,491        87     7,831        46,246      131,021
//
// The first three games are in the tests of this package (7 blocks; 8 balls in gripper); the others are the levels
// pyramid and barn of examples/planning. A* takes the least time with LandmarkCut in the 8-puzzle and in blocks, with
// PatternDatabases in Sokoban, and without an estimate in gripper and in peg solitaire. With 10 blocks, A* visits
// 372,181 positions with PatternDatabases and only 35,454 with LandmarkCut, but takes longer with LandmarkCut. The
// 15-puzzle takes a second with PatternDatabases, and minutes with LandmarkCut. The preparation of PatternDatabases
// takes half a second, and three seconds in peg solitaire.
//
// Estimates depend on the choice of cells: one cell whose value is the place of a block is better than one cell for each
// place.
//
// # Guarantees
//
// An estimate depends only on the position and the game given to New, and allocates no memory once scratch space has
// grown. The methods of a Game must be called from one goroutine at a time. Clones share only constant data, so each may
// be used on another goroutine.
package heuristic
