// Package search searches games of one player systematically: it visits all lines of play or all positions from the
// present one on. It finds solutions, shortest and cheapest ones, longest lines, highest scores, and counts positions
// and lines.
//
// Games of two sides are searched by packages [github.com/ply-search/ply/search/alphabeta] and
// [github.com/ply-search/ply/search/proof]. [Perft] takes any game.
//
// # Spaces and searches
//
// A [Space] is a game together with a method to recognise positions that are reached more than once. The constructor of
// a space chooses the method, and the search chooses the order of visits:
//
//	table := transposition.NewTable(1 << 30)
//	result, err := search.DepthFirst(ctx, search.Graph(g, table), ply.Limits{Time: time.Minute}, search.Options[Move]{
//		Longest: true,
//	})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Status, result.Nodes, result.Line)
//
// # Which search
//
//	to visit everything, or for any solution            DepthFirst, also by several Workers
//	in pieces, one after the other or on many machines  SearchPart
//	for all solutions, one after the other              Solutions
//	for a shortest solution                             BreadthFirst
//	... in the memory of one line of play               IterativeDeepening
//	for a cheapest solution, with a lower bound         AStar
//	... in the memory of one line of play               IDAStar
//	for any solution, with an estimate of the rest      GreedyBestFirst
//	to count lines of play, as a test of the game       Perft
//
// # Which space
//
//	all lines of play                                   Tree
//	all positions, known by their hashes                Graph
//	all positions up to symmetry                        SymmetricGraph
//	all positions, known by their whole identity        ExactGraph
//	all lines, up to the order of commuting moves       Incremental
//	Graph and Incremental together                      IncrementalGraph
//
// Use Graph if the positions fit into memory. Use Incremental if the game is acyclic and its moves mostly commute: it
// takes no memory. A table smaller than the space still saves most repeated visits.
//
// # Requirements on the game
//
// Every game is a [ply.Game]. Searches and spaces need these further capabilities; those in brackets are optional:
//
//	DepthFirst          ply.Cloner, for several Workers [fast.Advancer]
//	BreadthFirst        ply.Acyclic, if the space may forget positions and has no MaxDepth
//	SearchPart          ply.Commuter, ply.Acyclic [fast.Advancer]
//	Solutions           ply.Puzzle [fast.Advancer]
//	IterativeDeepening  ply.Puzzle [fast.Advancer]
//	AStar               ply.Puzzle, ply.Estimator, ply.Hasher [ply.Coster, encoding.BinaryAppender]
//	GreedyBestFirst     ply.Puzzle, ply.Estimator, ply.Hasher [ply.Coster, Preferrer, encoding.BinaryAppender]
//	IDAStar             ply.Puzzle, ply.Estimator [ply.Coster, ply.Commuter, Inverter, ply.Hasher,
//	                    encoding.BinaryAppender]
//	Perft               ply.Hasher, with a Table [SuccessorCounter]
//
//	Tree                ply.Acyclic, unless the search is IterativeDeepening or there is a MaxDepth
//	Graph               ply.Hasher [fast.SuccessorHasher, fast.AfterHasher, XorHasher]
//	SymmetricGraph      ply.Symmetric
//	ExactGraph          encoding.BinaryAppender
//	Incremental         ply.Commuter, ply.Acyclic as for Tree
//	IncrementalGraph    ply.Hasher, ply.Commuter, ply.Acyclic [fast.SuccessorHasher, fast.AfterHasher]
//
//	StopAtSolution      ply.Puzzle
//
// A game with chance ([ply.Stochastic]) or hidden information ([ply.Imperfect]) is refused: a search would decide for
// chance, or use hidden information. Only Perft, which counts lines, takes one.
//
// # Good settings
//
// With an admissible estimate, take AStar; package dependency/heuristic derives one from rules. Without one, take
// BreadthFirst over a Graph, with StopAtSolution. If memory is too small, IDAStar takes hardly any, but searches
// repeated positions again. If any solution will do, take GreedyBestFirst; solutions of DepthFirst can be absurdly
// long. The table shows how many positions each search visits, with the length of solutions that are not shortest:
//
//	                           8-puzzle         blocks           gripper       peg solitaire
//	BreadthFirst               177,862          34,345           11,773         84,188
//	AStar, LandmarkCut           2,188              29           10,553         25,306
//	IDAStar, CostPartitioning    5,323              69          537,390        316,337
//	GreedyBestFirst                425 (39)         36 (20)          38 (29)       200
//	DepthFirst over a Graph     18,348 (17,721) 29,930 (23,942)   2,009 (2,007)  2,241
//
// The shortest have 27, 16, 23 and 15 moves. Games and estimates are from package dependency/heuristic.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result holds the findings so far, the status names the reason, and
//     there is no error. Searches check time and context about once a millisecond.
//   - An error means that the options or the space do not fit the search, that the game broke a law, or that it
//     panicked ([ply.GamePanic]). The status is then [ply.Failed].
//   - A search with a Checkpoint, a state in a file, continues exactly in another process (see [Options].Checkpoint).
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - DepthFirst, SearchPart, Solutions, IterativeDeepening, IDAStar and Perft need memory in proportion to the longest
//     line and allocate nothing per node. BreadthFirst, AStar and GreedyBestFirst store every position that they find.
//   - The same search on an equal game gives the same result, apart from effects of time, the context and goroutines.
package search
