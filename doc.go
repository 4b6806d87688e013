// Package ply is a library of game-search algorithms that are generic over the game.
//
// # A game
//
// A game is a position on which moves are played and taken back. It requires only the three methods of [Game]:
//
//	type Stairs struct{ at int }
//
//	func (s *Stairs) Moves(dst []int) []int {
//		for step := 1; step <= 2 && s.at+step <= 10; step++ {
//			dst = append(dst, step)
//		}
//		return dst
//	}
//	func (s *Stairs) Play(step int) { s.at += step }
//	func (s *Stairs) Undo(step int) { s.at -= step }
//	func (s *Stairs) Solved() bool  { return s.at == 10 }
//	func (s *Stairs) Acyclic() bool { return true }
//
// Solved and Acyclic are methods of further capabilities, [Puzzle] and [Acyclic]. With them, a search can count the
// ways to climb the stairs:
//
//	result, err := search.DepthFirst(ctx, search.Tree(new(Stairs)), ply.Limits{}, search.Options[int]{})
//	fmt.Println(result.Solutions, err) // 89 <nil>
//
// A game of two sides also has ToMove and Outcome ([Adversarial]). Then any of these finds a best move:
//
//	exact, err := alphabeta.Search(ctx, game, ply.Limits{}, alphabeta.Options[int]{})
//	sampled, err := mcts.Search(ctx, game, ply.Limits{Nodes: 1000}, mcts.Options[int]{})
//
// The examples Stairs and Nim are these programs in full.
//
// # Which search
//
// The README lists the packages that search each kind of game. The folder [howto] of the repository has a page for each
// common task, such as choosing a search, playing with a clock, or proving who wins. It also lists all algorithms with
// their sources. [ARCHITECTURE.md] lists all packages.
//
// To test a new game, use gametest.Check and, if the counts of its lines of play are published, search.Perft.
//
// # Scope
//
// Games are played by one player (puzzles, solitaires, optimisation), by two sides against each other, or by several
// players. Most searches are for games of perfect information.
//
// In games of hidden information, such as card games, and in games of simultaneous moves, players do not see everything
// ([Imperfect], [Simultaneous]). [github.com/ply-search/ply/search/regret],
// [github.com/ply-search/ply/search/equilibrium], [github.com/ply-search/ply/mcts/infoset] and
// [github.com/ply-search/ply/mcts/joint] search such games. Other searches for two sides or several players return
// [ErrImperfect].
//
// Results of dice, cards dealt and falling tiles are moves of chance, for which the game returns probabilities
// ([Stochastic]). [github.com/ply-search/ply/search/expectimax], [github.com/ply-search/ply/mcts],
// [github.com/ply-search/ply/mcts/puct] and [github.com/ply-search/ply/arena] support chance. Other searches for two or more players return an error at a
// position of chance. See the example Dice.
//
// # Capabilities
//
// A capability is an interface with one or a few methods. The capabilities that a search always requires are in the
// type constraint of its game. If an option requires a capability that the game lacks, the search returns an error. The
// capabilities in package [github.com/ply-search/ply/fast] only make searches faster; a search uses them if the game
// has them. All other capabilities, and their laws, are in this package:
//
//	Puzzle, Scorer, Estimator, Coster              games of one player
//	Adversarial, Evaluator, Bounder                games of two sides
//	Multiplayer, MultiplayerEvaluator              games of several players
//	Stochastic                                     games with chance
//	Imperfect, Determinizer                        what players know, and random positions consistent with it
//	Simultaneous, Joint                            moves at the same time
//	Hasher, Rehasher                               hashes of positions
//	Symmetric                                      positions that are images of one another
//	Acyclic                                        no position occurs twice on a line of play
//	Cloner                                         copies, for several goroutines
//	Commuter, Footprinter, Celled                  moves that do not depend on one another
//	Numberer                                       statistics of moves
//	Guide                                          prior knowledge about moves
//	Notation                                       moves as text
//
// Searches that must not rely on hashes use the identity of a position: the bytes that the game, an
// [encoding.BinaryAppender], appends.
//
// # Conventions
//
//   - Moves are appended to slices of the caller. Depth-first searches, alpha-beta and playouts allocate nothing per
//     node. Searches that store positions allocate only to store more positions.
//   - Options are structs whose zero value sets no limits. If an option is invalid, or has no effect on the search, the
//     search returns an error that names the option.
//   - Every search has a context. If the context or a limit ends a search early, it returns its results so far, a
//     [Status] that names the reason, and a nil error. An iterator yields an error in this case ([Status.Err]).
//   - If the game panics, the search returns a [*GamePanic].
//   - A search leaves the game in the position in which it was given.
//   - Callbacks are called on the goroutine of the caller unless their documentation says otherwise.
//   - Results contain a number of nodes: usually the positions that the search visited, including the start. The
//     documentation of each result type defines its nodes.
//   - Random numbers come from a [math/rand/v2.Source] of the caller. With the same seed, a search on one goroutine
//     without a limit on time returns the same result.
//
// [howto]: https://github.com/ply-search/ply/tree/main/howto
// [ARCHITECTURE.md]: https://github.com/ply-search/ply/blob/main/ARCHITECTURE.md#layout
package ply
