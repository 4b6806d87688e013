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
// For two-player games with a good evaluation, see package search/alphabeta. For games with an evaluator that also
// returns priors, such as a neural network, see package mcts/puct. For one player and long lines, see package montecarlo.
//
// # Games
//
// A game must be a [ply.Adversarial] of two sides or, with another number of players or without opposite goals, a
// [ply.Multiplayer]. All other capabilities are optional. A search uses these if the game has them:
//
//   - [ply.Acyclic] lifts the default limit on the length of lines.
//   - [fast.Advancer] makes uniform playouts faster.
//   - [fast.Copier], together with [ply.Cloner], replaces undoing the moves of a simulation by one copy of the root.
//   - [ply.Numberer] makes RAVE, History, Replies and Averages faster.
//   - [Playouter] ([MultiplayerPlayouter] for several players) replaces uniform playouts.
//   - [Reducer] leaves out moves, such as images of other moves under a symmetry.
//   - [ply.Guide] gives priors of moves: nodes sort their moves by priors, and [PUCT] uses priors in its bonus; see the
//     example of PUCT.
//   - [Expert] gives moves prior results: virtual simulations.
//   - [ply.Stochastic] gives the probabilities of the moves of chance.
//
// Some options require a capability:
//
//   - [Options.Decisive] other than NoDecisive requires a [Decider].
//   - [Playouts].Mercy and [Evaluation] require a [ply.Evaluator] or [ply.MultiplayerEvaluator], which also scores
//     playouts that are cut short.
//   - [Options.OpenLoop] requires a [ply.Stochastic].
//   - [Options.Transpositions] requires a [ply.Hasher] that is [ply.Acyclic].
//   - More than one of [Options.Workers] requires a [ply.Cloner].
//
// # How a simulation works
//
//   - Selection: from the root down, the move with the highest score is played. The score is the mean result, modified by
//     [RAVE], prior results ([Expert]) and history, plus the exploration term of a [Bandit]: [Hoeffding] (the search is
//     then UCT), [Greedy], [Bernstein], [Tuned] or [PUCT].
//   - Expansion: the position at the end of the path gets a node with all its legal moves or, with [Options.Decisive],
//     only the decisive moves, or only the moves of a [Reducer]. Moves are in random order or, with a [ply.Guide], sorted
//     by priors.
//   - Simulation: the position is evaluated with one or several uniformly random playouts ([Playouts]), with the game's
//     own playouts ([Playouter]), or without playouts ([Evaluation]). Uniform playouts can use the results of earlier
//     simulations ([Averages] and [Playouts].Replies).
//   - Back-propagation: the result is added to the means of all moves on the path. In two-player games, proven values are
//     backed up, too, unless [Options.NoSolver] is set.
//
// # Values
//
// The value of a move is from -1 for a loss to 1 for a win, with 0 for a draw, for the player who plays the move. Bandits
// and other formulas inside the tree use values from 0 to 1 instead. [Options.Scale] is the outcome that counts as a full
// win. In a multiplayer game, each player maximizes a separate result.
//
// # Good settings
//
// The zero [Options] play every game by UCT with proven values. If a good move stays good, as on boards that fill up,
// add [RAVE] and use [Greedy] as the bandit, since RAVE is weaker with an exploration term. The table lists how many
// games a search with RAVE and Greedy won against UCT. Percentages with another Weight, or with Hoeffding, are for a
// search with RAVE and that Weight or bandit:
//
//	Havannah, size 5    1000 simulations, Weight 50       94 % of 2000 games; 70 % with Hoeffding{K: 0.25}
//	Havannah, size 8    1000 simulations, Weight 50       99.9 % of 2000 games
//	Go, 9 × 9           400 simulations, Weight 200       79 % of 400 games, with the game's own playouts and prior results
//	Connect Four        1000 simulations, Weight 500      60 % of 200 games; Weight 20 50 %; with Hoeffding{K: 0.25} 47 %
//
// Start with a Weight between a fifth and a half of the number of simulations of a search. The next steps are the
// game's own playouts ([Playouter]) and decisive moves ([Decisive]): in Go, a search with a Playouter wins nearly all
// games against the same search without it. In Havannah, a Playouter wins two thirds of the games, and so do decisive
// moves. In Havannah, GRAVE ([RAVE].Reference), History and Replies did not win more games at equal time.
//
// # Sooner wins
//
// A proven win or loss has a [Result].Distance: the number of plies in which the winner can end the game. Of several
// proven wins the search chooses the one with the least distance and, if all moves are proven losses, the one with the
// greatest distance. Distances influence neither values nor the choice among moves that are not proven. A distance is an
// upper bound from the lines tried: the search ends at the first proof, and there may be a shorter win. A player that
// keeps its tree wins within the distance found; a player with a new tree for each move may find a longer win.
//
// # Chance
//
// Play must be deterministic: a game that rolls dice inside Play breaks a law of [ply.Game], and its results are
// meaningless. Instead, each result of the dice is a move of chance ([ply.Stochastic]), for any number of players:
//
//	func (g *Game) ToMove() int {
//		if g.rolling {
//			return ply.Chance
//		}
//		return g.player
//	}
//
// Outcomes are drawn by their probabilities, in the tree and in playouts; each outcome has a separate node. If most
// outcomes are drawn only once, see [Options.OpenLoop]. Values in a position of chance are for player 0. A bound that is
// proven for all outcomes is proven for the position. With RAVE, a position of chance is an error.
//
// If ToMove is negative in a game without chance, or not less than the number of players, or if probabilities are
// invalid, the search returns a [*ply.GamePanic]. For a game of imperfect information ([ply.Imperfect]) it returns
// [ply.ErrImperfect]; package mcts/infoset searches such games.
//
// # Guarantees
//
// After a search, the game is in the same position as before; only [Tree.Play] changes the position. If a limit or the
// context ends a search, it returns the result so far, with a Status and no error. A panic of the game ends the search
// with a [*ply.GamePanic]; the game is then in an unknown position. A panic in [Options.Progress] reaches the caller, and
// the game is in the same position as before. With the same [Options.Random] a search gives the same result; see there
// for exceptions.
//
// # Memory
//
// A tree needs up to [Options.Memory] bytes. A position needs 40 bytes. Each of its moves needs 16 bytes and the size of
// the move, rounded up to a multiple of 4, and with RAVE 12 bytes more. The tree is allocated in chunks, which contain
// pointers only if moves contain pointers, so the garbage collector has little to scan. Simulations allocate nothing
// else. When the memory is used up, the tree gets no new positions or, with [Options.Prune], discards its least visited
// parts.
//
// # Concurrency
//
// With several [Options.Workers], goroutines search on clones of the game. [Options.Sharing] sets how they share the
// work. In a shared tree, one lock guards new nodes and proofs, and each node has a lock for its results, which is held
// for a fraction of a microsecond. To avoid contention for the root, each worker has replicas of the nodes with at least
// 512 simulations. It updates these, and regularly merges them into the tree. Of the simulations of a node, at most one
// in 16 is not yet merged. The replicas of a worker take 200 kB; all replicas together take at most a sixteenth of
// Memory.
package mcts
