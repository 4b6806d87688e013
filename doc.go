// Package ply is a library of game-search algorithms that are generic over the game.
//
// # A game
//
// A game is a position on which moves are played and taken back. It needs only the three methods of [Game]:
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
// Solved and Acyclic are further capabilities. A search can now count the ways up:
//
//	result, err := search.DepthFirst(ctx, search.Tree(new(Stairs)), ply.Limits{}, search.Options[int]{})
//	fmt.Println(result.Solutions, err) // 89 <nil>
//
// A game of two sides also has ToMove and Outcome ([Adversarial]). Then any of these finds a best move:
//
//	exact, err := alphabeta.Search(ctx, game, ply.Limits{}, alphabeta.Options[int]{})
//	sampled, err := mcts.Search(ctx, game, ply.Limits{Nodes: 1000}, mcts.Options[int]{})
//
// The examples Stairs and Nim are these programs in full. Folder howto of the repository has a page for each common task, such
// as a player with a clock or a proof of who wins.
//
// # Which search
//
// To visit everything that can be reached from a position, use search.DepthFirst: over search.Graph if the positions
// fit into memory, over search.Incremental if the game is acyclic and most of its moves commute, and over
// search.IncrementalGraph if both help.
//
// If most moves are independent of one another, use dependency.Search. It needs a monotone game, in which no cell
// regains a value that it has lost, such as a game in which stones are only added. Most planning problems stated as
// STRIPS operators are not monotone, because one operator can undo another. If a game consists of parts that rarely
// interact, use block.Search.
//
// For a shortest solution use search.BreadthFirst while the positions fit into memory, and search.AStar if there is a
// good lower bound on the remaining cost. With less memory, use search.IDAStar or search.IterativeDeepening.
//
// For the best move of a game of two sides use alphabeta.Search if there is a good evaluation, otherwise mcts.Search.
// If a neural network or another evaluator returns a value for a position and priors for its moves, use puct.Search.
// For more players use mcts.Search. To prove who wins use proof.Search, or alphabeta.Search with a table and a window
// from -1 to 1; which is faster depends on the game.
//
// In a game with chance, use expectimax.Search if there is a good evaluation, otherwise mcts.Search. For the exact
// value of every position of a small game use expectimax.ValueIteration.
//
// In a game of hidden information, use regret.CFRPlus to find an equilibrium if the game is small,
// regret.ExternalSampling if it has too many positions, and infoset.Search to choose a move if it is large. In a game
// with simultaneous moves, use equilibrium.Solve or a joint.Tree.
//
// For a long line or a high score in a game that is too big to search use montecarlo.NestedRolloutPolicyAdaptation.
//
// To test a new game use gametest.Check, and search.Perft if counts of its lines of play are known. If its board can be
// mirrored or turned, make the game Symmetric, even if no search uses that: the laws of symmetries detect rules that
// are wrong in one direction or corner, which no other law can detect.
//
// # Packages
//
//   - [github.com/ply-search/ply/search] searches games of one player systematically: depth first, with incremental
//     transpositions, in parallel, breadth first, by iterative deepening, A* and IDA*. It also counts lines (perft).
//   - [github.com/ply-search/ply/search/alphabeta] searches games of two sides by alpha-beta and its family.
//   - [github.com/ply-search/ply/search/expectimax] searches games with chance, for one player or two sides:
//     expectimax, Star1, Star2, and value iteration.
//   - [github.com/ply-search/ply/search/regret] finds equilibria of games of hidden information by counterfactual
//     regret minimization, and computes how exploitable strategies are.
//   - [github.com/ply-search/ply/search/equilibrium] solves small games with simultaneous moves exactly.
//   - [github.com/ply-search/ply/search/proof] proves who wins a game of two sides, by proof-number search.
//   - [github.com/ply-search/ply/search/threat] decides whether a side reaches a goal by generalized threats search and
//     lambda df-pn.
//   - [github.com/ply-search/ply/dependency] makes games from moves stated as preconditions and modifications, and
//     searches them by their dependencies. [github.com/ply-search/ply/dependency/block] searches games that consist of
//     parts. [github.com/ply-search/ply/dependency/heuristic] estimates the cost of solutions, for A* and IDA*.
//   - [github.com/ply-search/ply/montecarlo] searches games of one player by sampling: nested Monte-Carlo search,
//     nested rollout policy adaptation, beam search and others.
//   - [github.com/ply-search/ply/mcts] grows trees by sampling, for two sides or several players: UCT and its family.
//     [github.com/ply-search/ply/mcts/puct] uses an evaluator of values and priors, such as a neural network, in
//     batches; [github.com/ply-search/ply/mcts/joint] is for simultaneous moves,
//     [github.com/ply-search/ply/mcts/infoset] for hidden information. [github.com/ply-search/ply/mcts/flat] needs no
//     tree.
//   - [github.com/ply-search/ply/transposition] provides hash functions, and tables and sets of positions.
//   - [github.com/ply-search/ply/engine] makes players of searches, which divide their time, keep results from move to
//     move, ponder and take moves back. [github.com/ply-search/ply/engine/uci] and
//     [github.com/ply-search/ply/engine/gtp] implement protocols for graphical boards and other programs;
//     [github.com/ply-search/ply/engine/analysis] answers requests in JSON, on lines and by HTTP. The module
//     [github.com/ply-search/ply/engine/command] makes a command of a game, in ten lines, to play, analyse, measure and
//     serve it.
//   - [github.com/ply-search/ply/arena] plays matches between players and evaluates them.
//     [github.com/ply-search/ply/arena/league] plays and rates many players, [github.com/ply-search/ply/arena/tune]
//     optimizes the parameters of a player.
//   - [github.com/ply-search/ply/graph] records the visits of a search, to draw them.
//   - [github.com/ply-search/ply/gametest] checks that a game obeys the laws.
//
// # Scope
//
// Games are played by one player (puzzles, solitaires, optimisation), by two sides against each other, or by several
// players. Most searches are for games of perfect information.
//
// In games of hidden information, such as cards, and of simultaneous moves, players do not see everything ([Imperfect],
// [Simultaneous]). [github.com/ply-search/ply/search/regret], [github.com/ply-search/ply/search/equilibrium],
// [github.com/ply-search/ply/mcts/infoset] and [github.com/ply-search/ply/mcts/joint] search them. Other searches for
// two sides or several players return [ErrImperfect].
//
// Dice, cards and falling tiles are moves of chance, whose probabilities the game states ([Stochastic]).
// [github.com/ply-search/ply/search/expectimax], [github.com/ply-search/ply/mcts] and [github.com/ply-search/ply/arena]
// handle them. Other searches for two or more players return an error at a position of chance. See the example Dice.
//
// # Capabilities
//
// Capabilities are interfaces with one or a few methods each. A search requires capabilities by the type constraint of
// its game, or returns an error if an option needs one that is missing. It uses capabilities that only make it faster,
// declared in package [github.com/ply-search/ply/fast], without being told. These are the others, with their laws:
//
//	Puzzle, Scorer, Estimator, Coster              games of one player
//	Adversarial, Evaluator, Bounder                games of two sides
//	Multiplayer, MultiplayerEvaluator              games of several players
//	Stochastic                                     games with chance
//	Imperfect, Determinizer                        what players know, and positions as they may imagine them
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
// The identity of a position, for searches that must not rely on hashes, is an [encoding.BinaryAppender].
//
// # Conventions
//
//   - Moves are appended to slices of the caller. Depth-first searches, alpha-beta and playouts allocate nothing per
//     node. Searches that keep positions allocate only to store more of them.
//   - Options are structs whose zero value sets no limits. A search returns an error that names the option if an option
//     is invalid or has no effect on it.
//   - Every search takes a context. If the context or a limit ends it early, it returns its findings up to then, with a
//     [Status] that names the reason, and no error. Iterators report this as an error instead ([Status.Err]).
//   - If the game panics, the search returns a [*GamePanic].
//   - A search leaves the game in the position in which it was given.
//   - Callbacks are called on the goroutine of the caller unless their documentation says otherwise.
//   - Results count nodes: the positions that the search visited, including the start. The result types say exactly
//     what counts.
//   - Random numbers come from a [math/rand/v2.Source] of the caller. With the same seed, a search on one goroutine
//     without a limit on time gives the same result.
package ply
