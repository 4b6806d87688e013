// Package ply is a library of game-search algorithms, generic over the game.
//
// A game is written once, as a position that moves are played on and taken back from: the three
// methods of [Game]. Whatever more it can do, it says with capabilities of one or two methods, such as
// [Puzzle], [Hasher] or [Commuter]; each search asks at compile time for those that it needs, and
// finds for itself those that make it faster. This package holds that vocabulary, and with it the
// laws that a game must keep. The searches are in the packages beside it:
//
//   - search goes through games systematically. Of one player: depth first over lines of play or positions,
//     with incremental transpositions, in parallel, breadth first, by iterative deepening, A* and IDA*; perft.
//     Of two sides: alpha-beta and its family, with all that orders moves, and proof-number search.
//   - dependency makes games of moves that are stated as preconditions and modifications, and searches what
//     depends on what: dependency-based search, block search, independent parts, traces.
//   - montecarlo searches games of one player by sampling: iterative sampling, nested Monte-Carlo search, nested
//     rollout policy adaptation, beam search, and more.
//   - mcts grows trees by sampling, for games of two sides or several players: UCT and its family.
//   - transposition remembers positions: keys, bounded and growing tables, one for many goroutines.
//   - arena lets players play matches, and says what they prove.
//   - graph keeps what a search went through, to draw it.
//   - gametest checks that a new game keeps the laws.
//
// # Which search
//
// To visit all that can be reached from a position, take search.DepthFirst, over search.Graph if the positions fit
// into memory, over search.Incremental if the game is acyclic and its moves mostly commute, over
// search.IncrementalGraph if both help; if most moves have nothing to do with one another, dependency.Search, or
// block.Search. For a shortest solution take search.BreadthFirst while positions fit into memory,
// search.IDAStar or search.IterativeDeepening beyond that. For the best move of a game of two sides take
// alphabeta.PrincipalVariation if there is a good evaluation, mcts.Search if there is none, or mcts.SearchMultiplayer
// if it has more players than two; to know who wins it proof.DepthFirst. For the longest line or the
// highest score of a game too big to search, take montecarlo.NestedRolloutPolicyAdaptation. To test a new game,
// take gametest.Check, and search.Perft where counts are known.
//
// # Conventions
//
// Moves are appended to slices of the caller. Depth-first searches, alpha-beta and playouts allocate nothing per node;
// searches that keep positions allocate only as what they keep grows. Options are plain structs whose zero value
// searches without limits; an option that a search does not heed is an error. Every search takes a context. If the
// context or a limit cuts it short, it returns what it has found, with a status that tells why, and no error. If the
// game panics, every search returns a [*GamePanic]. Callbacks are called on the goroutine of the caller unless
// their documentation says otherwise. Results carry their own accounting. A node is a position whose moves were
// generated, including the start. Randomness comes from sources that the caller passes.
package ply
