// Package mcts implements Monte-Carlo tree search for two-player and multiplayer games: UCT and its variants (RAVE,
// GRAVE, PUCT, progressive widening and others). It needs only the rules of the game.
//
//   - [Search] returns the best move in a position, with statistics of all others, from a new tree.
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
// For two-player games with a good evaluation, see package search/alphabeta; with an evaluator that also returns
// priors, such as a neural network, package mcts/puct; for one player and long lines, package montecarlo.
//
// # Games
//
// A game must be a [ply.Adversarial] of two sides or, with another number of players or without opposite goals, a
// [ply.Multiplayer]. All other capabilities are optional. A search detects these:
//
//   - [ply.Acyclic] lifts the default limit on the length of lines.
//   - [fast.Advancer] makes uniform playouts faster.
//   - [fast.Copier], of a [ply.Cloner], replaces undoing a simulation by one copy of the root.
//   - [ply.Numberer] makes RAVE faster.
//   - [Playouter] ([MultiplayerPlayouter]) replaces uniform playouts.
//   - [Reducer] leaves out moves, such as images of others under a symmetry.
//   - [ply.Guide] gives priors of moves, which order them and which [PUCT] uses; see its example.
//   - [Expert] gives moves prior results.
//   - [ply.Stochastic] gives the probabilities of the moves of chance.
//
// These are required by an option:
//
//   - [Decider] by [Options.Decisive].
//   - [ply.Evaluator] ([ply.MultiplayerEvaluator]) by [Playouts].Mercy and [Evaluation]. It also scores cut playouts.
//   - [ply.Stochastic] by [Options.OpenLoop].
//   - [ply.Hasher] by [Options.Transpositions], together with [ply.Acyclic].
//   - [ply.Cloner] by more than one of [Options.Workers].
//
// # How a simulation works
//
//   - Selection: from the root down, the move with the highest score is played: its mean result, modified by [RAVE],
//     prior results ([Expert]) and history, plus the exploration term of a [Bandit]: [Hoeffding] (which makes it UCT),
//     [Greedy], [Bernstein], [Tuned] or [PUCT].
//   - Expansion: the position at the end gets a node with all its legal moves or, with [Options.Decisive], only the
//     decisive ones, or the moves of a [Reducer]. Moves are in random order or, with a [ply.Guide], sorted by priors.
//   - Simulation: one uniformly random playout, several ([Playouts]), a playout of the game's own ([Playouter]), or an
//     evaluation ([Evaluation]). Uniform playouts can learn from earlier ones ([Averages] and replies).
//   - Back-propagation: the result is added to the means of all moves on the path. In two-player games, proven values
//     are backed up too, unless [Options.NoSolver] is set.
//
// # Values
//
// Results are numbers from -1 for a loss to 1 for a win, with 0 for a draw, for the player who plays the move in
// question. Formulas inside the tree map them to 0 to 1. [Options.Scale] is the outcome that counts as a full win. In
// a multiplayer game, each player maximizes a separate result.
//
// # Good settings
//
// The zero [Options] play every game by UCT with proven values. If a good move stays good, as on boards that fill up,
// add [RAVE] and use [Greedy] as the bandit: exploration on top of RAVE weakens it. Measured by matches:
//
//	Havannah, size 5    1000 simulations, Weight 50       94 % of 2000 games against UCT; 70 % with Hoeffding{K: 0.25}
//	Havannah, size 8    1000 simulations, Weight 50       99.9 % of 2000 games
//	Go, 9 × 9           400 simulations, Weight 200       79 % of 400 games, with the game's own playouts and prior results
//	Connect Four        1000 simulations, Weight 500      60 % of 200 games; Weight 20 50 %; with Hoeffding{K: 0.25} 47 %
//
// Start with a Weight of a fifth to a half of the simulations of a move. The game's own playouts ([Playouter]) and
// decisive moves ([Decisive]) help next: the former win nearly all games in Go, and both win two thirds in Havannah.
// GRAVE ([RAVE].Reference), History and Replies won nothing there at equal time.
//
// # Sooner wins
//
// A proven win or loss has a [Result].Distance, the number of plies in which the winner can end the game. In all
// positions of the tree a search plays the proven win with the least distance, or the proven loss with the greatest.
// Values do not change, nor which move is best while nothing is proven. A distance is an upper bound from the lines
// tried: the search ends at the first proof, not at the shortest win. A player that keeps its tree wins within the
// promised distance; a new tree for each move may find a longer win.
//
// # Chance
//
// Play must be deterministic: a game that rolls dice inside Play breaks a law of [ply.Game], and results are then
// meaningless. A game with dice states their throws as moves of chance instead ([ply.Stochastic]), for any number of players:
//
//	func (g *Game) ToMove() int {
//		if g.rolling {
//			return ply.Chance
//		}
//		return g.player
//	}
//
// Outcomes are drawn by their probabilities, in the tree and in playouts; each outcome has a separate node. If most
// outcomes are drawn only once, see [Options.OpenLoop]. Results in a position of chance are for player 0. Bounds that
// are proven for all outcomes are proven for the position. With RAVE, a position of chance is an error.
//
// A negative ToMove in a game without chance, a ToMove beyond the number of players, and invalid probabilities are
// refused with a [ply.GamePanic]. A game of imperfect information ([ply.Imperfect]) is refused with
// [ply.ErrImperfect]; package mcts/infoset searches such games.
//
// # Guarantees
//
// Every search leaves the game as it was, apart from moves played by [Tree.Play]. If a limit or the context ends a
// search, it returns its result so far with a Status and no error. A panic of the game ends the search with a
// [*ply.GamePanic]; the game is then in an unknown position. A panic in [Options.Progress] reaches the caller, and the
// game is as it was. With the same [Options.Random] a search gives the same result, with the exceptions listed there.
//
// # Memory
//
// A tree takes up to [Options.Memory] bytes: for each position 40 and, for each of its moves, 16 and the size of the
// move, rounded up to a multiple of 4; with RAVE 12 more for each move. They are allocated in chunks without pointers,
// unless moves contain some, so the garbage collector has little to scan. Otherwise a simulation allocates nothing. When
// the memory is used up, the tree only goes on counting or, with [Options.Prune], discards its least visited parts.
//
// # Concurrency
//
// With several [Options.Workers], goroutines search on clones of the game and share the work by [Options.Sharing]. In
// a shared tree, one lock guards new nodes and proofs, and each node has a lock for its results, which is held for a
// fraction of a microsecond. In nodes with at least 512 simulations, workers update replicas, which avoids contention
// for the root, and regularly merge them into the tree; together they hold back at most one simulation in 16. Each
// worker takes 200 kB for replicas, which hold together at most a sixteenth of Memory.
package mcts
