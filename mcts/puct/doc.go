// Package puct searches two-player games with an evaluator that returns a position's value and weights of its moves
// (priors), such as a neural network. The tree grows by evaluations alone, many positions in one call.
//
//   - [Search] returns the best move in a position, with the statistics of all moves.
//   - [New] returns a [Tree], which is kept from one move of the game to the next.
//
// An [Evaluator] is a function. This one knows nothing, and leaves everything to the search:
//
//	func know(ctx context.Context, leaves []*puct.Leaf[*Game, Move]) error {
//		for _, leaf := range leaves {
//			leaf.Value = 0 // even
//			for i := range leaf.Priors {
//				leaf.Priors[i] = 1 // all moves alike
//			}
//		}
//		return nil
//	}
//
//	result, err := puct.Search(ctx, game, know, ply.Limits{Nodes: 800}, puct.Options[Move]{})
//
// For games without an evaluator see package [github.com/ply-search/ply/mcts]. Imperfect information and chance are excluded.
//
// # Good settings
//
// Begin with the zero value of [Options], and set Bounds if the game is a [ply.Bounder] that foresees the ends of
// games. A Reduction of 0.2 costs nothing and often helps. These are the results of other settings against the zero
// value, with 200 simulations a move in 200 games that begin with four random moves, sides exchanged, to within 0.07:
//
//	                  Connect Four  Breakthrough 6 × 6  Domineering 8 × 8  Los Alamos chess
//	C: 0.6                0.49             0.41               0.51               0.52
//	C: 2.5                0.50             0.58               0.45               0.38
//	Reduction: 0.2        0.47             0.55               0.52               0.62
//	Reduction: 0.5        0.51             0.83               0.51               0.51
//	Gumbel, NoNoise       0.47             0.81               0.46               0.41
//	Halving               0.48             0.64               0.51               0.51
//	NoSolver              0.48             0.48               0.50               0.50
//	Bounds                0.69
//
// The evaluator used the game's own evaluations a move ahead: the best of them as the value, and each as a prior, by
// softmax. A network with sharper priors needs another C; try half and twice as much.
//
// # How a simulation works
//
// From the root down, a simulation chooses moves by [Options.Selection] until it reaches a position outside the tree.
// That position is evaluated and gets a node with its moves and priors, and its value is added to the results of all
// moves on the path. Finished positions have their outcome instead of an evaluation, and so have positions whose value
// the game knows, or knows a move later ([Options.Bounds]).
//
// [PUCT] suits most purposes. [Gumbel] improves the policy even with few simulations, for learning from self-play.
// [Halving] spends its simulations on finding the best move at the root, rather than on good moves while searching.
//
// # Batches
//
// On vector units or graphics processors, evaluating many positions takes little longer than one. With [Options.Batch]
// a search collects positions before it calls the evaluator. Pending simulations already count as visits of their
// moves, and send others elsewhere; [PUCT].VirtualLoss makes them count as losses until the evaluation arrives.
// Positions are evaluated on replicas of the game, which must be a [ply.Cloner].
//
// A synchronous search waits for each call, and is reproducible. With [Options.InFlight] it is asynchronous: several
// calls run at the same time, while [Options.Workers] goroutines collect positions.
//
// # Values
//
// Values and results are numbers from -1 for a loss to 1 for a win, with 0 for a draw: values for the side to move,
// and results for the side that plays the move. Sides need not alternate. A proven win or loss has a
// [Result].Distance, as in package mcts: sooner wins and later losses are played.
//
// # Guarantees
//
// Every search leaves the game as it was, apart from moves played by [Tree.Play]. If a limit or the context ends a
// search, it returns its result so far with a Status and no error. If the evaluator returns an error, an invalid value
// or prior, or the wrong number of priors, the search ends with an error and the result so far; the tree can still be
// used. A panic of the game or the evaluator ends the search with a [*ply.GamePanic] and the result so far; the game
// is then in an unknown position. A panic in [Options.Progress] reaches the caller.
//
// A synchronous search with the same [Options.Random] and a constant evaluator gives the same result, without time limits.
package puct
