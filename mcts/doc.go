// Package mcts implements Monte-Carlo tree search: UCT and its variants (RAVE, GRAVE, PUCT, progressive widening and
// others), for two-player and multiplayer games. It needs nothing but the rules of the game.
//
// Which function to call:
//
//   - [Search] returns the best move in a position, with statistics of all others. It is a new tree each
//     time.
//   - [New] returns a [Tree], which is kept from one move of the game to the next.
//
// A search is bounded by [ply.Limits] and by its context, and configured by [Options], whose zero value is plain UCT:
//
//	result, err := mcts.Search(ctx, game, ply.Limits{Time: time.Second}, mcts.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	game.Play(result.Move)
//
// For two-player games that have a good evaluation, see package search/alphabeta, and for games with an evaluator that also
// knows priors, such as a neural network, package mcts/puct. For games with one player and long lines, see package montecarlo.
//
// # Games
//
// A game must be a [ply.Adversarial] of two sides or, with one, three or more players or without opposite goals, a
// [ply.Multiplayer]. All other capabilities are optional. A search finds these by itself:
//
//   - [ply.Acyclic] lifts the default limit on the length of lines.
//
//   - [fast.Advancer] makes uniform playouts faster.
//
//   - [fast.Copier], of a [ply.Cloner], takes the moves of a simulation back by one copy of the root.
//
//   - [ply.Numberer] makes RAVE faster.
//
//   - [Playouter] ([MultiplayerPlayouter]) replaces uniform playouts.
//
//   - [Reducer] leaves out moves, such as images of others under a symmetry.
//
//   - [ply.Guide] gives prior knowledge about moves, which orders them and which [PUCT] uses; see its example.
//
//   - [Expert] gives moves virtual simulations, with which they begin.
//
//   - [ply.Stochastic] tells the probabilities of the moves of chance.
//
// These are needed by an option:
//
//   - [Decider] by [Options.Decisive].
//   - [ply.Evaluator] ([ply.MultiplayerEvaluator]) by [Playouts].Mercy.
//   - [ply.Evaluator] ([ply.MultiplayerEvaluator]) by an [Evaluation]. Without one it is used only where a
//     playout is cut short.
//   - [ply.Stochastic] by [Options.OpenLoop].
//   - [ply.Hasher] by [Options.Transpositions], together with [ply.Acyclic].
//   - [ply.Cloner] by more than one of [Options.Workers].
//
// # How a simulation works
//
// A simulation has four stages, and each can be configured:
//
//   - Selection: from the root down, the search plays the move with the highest score. The score is the mean result of
//     the move, modified by [RAVE], prior results ([Expert]) and history, plus the exploration term of a [Bandit]:
//     [Hoeffding] (which makes it UCT), [Greedy], [Bernstein], [Tuned] or [PUCT].
//   - Expansion: the position at the end gets a node with all its legal moves or, with [Options.Decisive], only the decisive
//     ones, or the moves of a [Reducer]. Moves are in random order or, with a [ply.Guide], in descending order of their priors.
//   - Simulation: one uniformly random playout, several ([Playouts]), a playout of the game's own
//     ([Playouter]), or an evaluation ([Evaluation]). Uniform playouts can learn from earlier ones ([Averages] and
//     replies).
//   - Back-propagation: the result is added to the means of all moves on the path. In two-player games, values that are
//     proven are backed up too, unless [Options.NoSolver] is set.
//
// # Values
//
// Results are numbers from -1 for a loss to 1 for a win; a draw is 0. They take the view of the player who plays the move in
// question. Inside the tree, where formulas want it so, they are from 0 to 1. [Options.Scale] sets how large an outcome counts as a
// full win. In a multiplayer game, each player has a separate result, and chooses moves to maximize this result alone.
//
// # Good settings
//
// The zero [Options] play every game by UCT with proven values. Where a good move is good whenever it is played, as on boards
// that fill up, add [RAVE] and take [Greedy] as the bandit: exploration on top of RAVE weakens it. Measured by matches:
//
//	Havannah, size 5    1000 simulations, Weight 50       94 % of 2000 games against UCT; 70 % with Hoeffding{K: 0.25}
//	Havannah, size 8    1000 simulations, Weight 50       99.9 % of 2000 games
//	Go, 9 × 9           400 simulations, Weight 200       79 % of 400 games, with the game's own playouts and prior results
//	Connect Four        1000 simulations, Weight 500      60 % of 200 games; Weight 20 50 %; with Hoeffding{K: 0.25} 47 %
//
// A Weight of a fifth to a half of the simulations of a move is a good start. The game's own playouts ([Playouter]) and
// decisive moves ([Decisive]) help next: in Go the first win nearly all games, in Havannah both win two thirds against the
// same without. GRAVE ([RAVE].Reference), History and Replies won nothing there at equal time.
//
// # Sooner wins
//
// A proven win or loss has a [Result].Distance, the number of plies in which the winner can end the game. Among proven
// wins a search plays the one with the least, among proven losses the one with the greatest distance, in all positions of
// the tree. Values do not change by that, nor which move is best while nothing is proven. A distance is an upper bound, of
// the lines tried so far: the search ends at the first proof, not at the shortest win. A player that keeps its tree from
// move to move wins in at most the plies promised; a new tree for each move may find a longer win.
//
// # Chance
//
// Play must be deterministic: a game that rolls dice inside Play breaks a law of [ply.Game], and the results of a
// search are then meaningless. A game with dice states their throws as moves of chance instead ([ply.Stochastic]), of
// one player, two sides or several players:
//
//	func (g *Game) ToMove() int {
//		if g.rolling {
//			return ply.Chance
//		}
//		return g.player
//	}
//
// In the tree and in playouts, outcomes are drawn by their probabilities; each outcome of a position has a separate node. If
// most outcomes are drawn only once, see [Options.OpenLoop]. Results in a position of chance take the view of player 0. Bounds
// proven of all outcomes are proven of the position. With RAVE, a search that meets a position of chance ends with an error.
//
// A ToMove that is negative in a game without chance, or not less than the number of players, and probabilities that
// break a law are refused with a [ply.GamePanic]. A game that hides something ([ply.Imperfect]) is refused with
// [ply.ErrImperfect]; package mcts/infoset searches such games.
//
// # Guarantees
//
// Every search leaves the game in the position in which it was, apart from moves played by [Tree.Play]. If a limit or
// the context ends a search, it returns its result so far without an error, and the Status says why it ended. A panic
// of the game ends the search with a [*ply.GamePanic]; the game is then in an unknown position. A panic in
// [Options.Progress] reaches the caller, and the game is as it was.
//
// Results are reproducible: with the same [Options.Random] a search gives the same result, with the exceptions listed
// there.
//
// # Memory
//
// A tree takes up to [Options.Memory] bytes: for each position 40 and, for each of its moves, 16 and the size of the move, rounded
// up to a multiple of 4; with RAVE 12 more for each move. They are allocated in chunks as the tree grows, and hold no pointers
// unless moves do; the garbage collector has little to scan. Apart from these chunks, a simulation allocates nothing. When the
// memory is used up, the tree stops growing and only goes on counting, or, with [Options.Prune], discards its least visited parts.
//
// # Concurrency
//
// With more than one of [Options.Workers], several goroutines search, each on a clone of the game. How they share the work is set
// by [Options.Sharing]. In a shared tree, one lock guards new nodes and proofs, and each node has a lock for its results, which is
// held for a fraction of a microsecond. In nodes with at least 512 simulations, each worker works on a replica and regularly merges
// its results into the tree; all workers together hold back at most one simulation in 16. Without replicas the workers would
// contend for the root. Besides the tree, each worker takes 200 kB for replicas, which hold together at most a sixteenth of Memory.
package mcts
