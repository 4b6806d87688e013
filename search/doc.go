// Package search contains systematic searches of games of one player: they visit all lines of play, or all positions,
// from the present position on. They find solutions, shortest and cheapest solutions, longest lines and highest scores,
// and count positions and lines.
//
// Packages [github.com/ply-search/ply/search/alphabeta] and [github.com/ply-search/ply/search/proof] search games of
// two sides. [Perft] counts the lines of play of any game.
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
// Use Graph if the positions fit into memory. Use Incremental if the game is acyclic and most of its moves commute: it
// needs no memory. A table that is too small for all positions still avoids most repeated visits.
//
// # Requirements on the game
//
// Every game is a [ply.Game]. Searches, spaces and options require these further capabilities; those in brackets are
// optional:
//
//	DepthFirst          ply.Cloner, for more than one of Workers [fast.Advancer]
//	BreadthFirst        ply.Acyclic, if the space may forget positions and has no MaxDepth
//	SearchPart          ply.Commuter, ply.Acyclic [fast.Advancer]
//	Solutions           ply.Puzzle [fast.Advancer]
//	IterativeDeepening  ply.Puzzle [fast.Advancer]
//	AStar               ply.Puzzle, ply.Estimator, ply.Hasher [ply.Coster, encoding.BinaryAppender]
//	GreedyBestFirst     ply.Puzzle, ply.Estimator, ply.Hasher [ply.Coster, Preferrer, encoding.BinaryAppender]
//	IDAStar             ply.Puzzle, ply.Estimator [ply.Coster, ply.Commuter, Inverter, ply.Hasher,
//	                    encoding.BinaryAppender]
//	Perft               ply.Hasher, for a Table [fast.SuccessorCounter]
//
//	Tree                ply.Acyclic, unless the search is IterativeDeepening or there is a MaxDepth
//	Graph               ply.Hasher [fast.SuccessorHasher, fast.AfterHasher, fast.XorHasher]
//	SymmetricGraph      ply.Symmetric
//	ExactGraph          encoding.BinaryAppender
//	Incremental         ply.Commuter, ply.Acyclic as for Tree
//	IncrementalGraph    ply.Hasher, ply.Commuter, ply.Acyclic [fast.SuccessorHasher, fast.AfterHasher]
//
//	StopAtSolution      ply.Puzzle
//
// All searches except Perft return an error if the game has chance ([ply.Stochastic]) or hidden information
// ([ply.Imperfect]).
//
// # Good settings
//
// If the game has an admissible estimate, use AStar; package dependency/heuristic derives estimates from the rules of a
// game. Without an estimate, use BreadthFirst over a Graph, with StopAtSolution. If memory is too small for AStar, use
// IDAStar, which needs almost no memory but visits positions repeatedly. If the solution need not be short, use
// GreedyBestFirst; solutions of DepthFirst can be extremely long. The table shows the number of positions that each
// search visits and, in parentheses, the lengths of solutions that are not shortest:
//
//	                           8-puzzle         blocks           gripper       peg solitaire
//	BreadthFirst               177,862          34,345           11,773         84,188
//	AStar, LandmarkCut           2,188              29           10,553         25,306
//	IDAStar, CostPartitioning    5,323              69          537,390        316,337
//	GreedyBestFirst                425 (39)         36 (20)          38 (29)       200
//	DepthFirst over a Graph     18,348 (17,721) 29,930 (23,942)   2,009 (2,007)  2,241
//
// The shortest solutions have 27, 16, 23 and 15 moves. Games and estimates are from package dependency/heuristic.
//
// # Guarantees
//
//   - A search leaves the game in the position in which it was given, except after a panic of the game.
//   - If a limit or the context ends a search, the result holds the results so far, the status names the reason, and
//     the error is nil. Searches check the time and the context about once a millisecond.
//   - A search returns an error, and its status is [ply.Failed], if the options or the space do not fit the search, if
//     the game breaks a law, or if the game panics ([ply.GamePanic]).
//   - A search with a Checkpoint can be continued in another process, with the result of an uninterrupted search (see
//     [Options].Checkpoint).
//   - Lines of play may have millions of moves: no search is limited by the stack of a goroutine.
//   - DepthFirst, SearchPart, Solutions, IterativeDeepening, IDAStar and Perft need memory in proportion to the longest
//     line and allocate nothing per node. BreadthFirst, AStar and GreedyBestFirst store every position that they find.
//   - A search by one goroutine that is not ended by time or the context gives the same result on an equal game.
package search
