// Package puct searches two-player games with an evaluator that gives a position a value and its moves prior weights,
// as a neural network does. It has no playouts: the tree grows by evaluations alone, and an evaluator gets many
// positions in one call.
//
// Which function to call:
//
//   - [Search] returns the best move in a position, with the statistics of all moves.
//   - [New] returns a [Tree], which is kept from one move of the game to the next.
//
// An [Evaluator] is a function. This one knows nothing and lets the search find out the rest:
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
// For games without an evaluator see package [github.com/ply-search/ply/mcts], whose PUCT is a bandit for playouts.
//
// # Good settings
//
// Begin with the zero value of [Options], and set Bounds if the game is a [ply.Bounder] that sees the ends of games. A Reduction
// of 0.2 costs nothing and often helps. These are the results of other settings against the zero value, with 200 simulations a
// move in 200 games that begin with four random moves, sides exchanged, to within 0.07:
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
// The evaluator gave the game's own evaluations a move ahead: the best of them as the value, and each as a prior, by softmax. A
// network with sharper priors wants its own C; try half and twice as much.
//
// # How a simulation works
//
// From the root down, a simulation takes a move in each position as [Options.Selection] says, until it comes to a
// position that is not in the tree. That one is evaluated, gets a node with its moves and their priors, and its value is
// added to the results of all moves on the path. A position where the game is over is not evaluated: it has its
// outcome. Nor is one whose value the game knows, or knows a move later ([Options.Bounds]).
//
// [PUCT] is for most purposes. [Gumbel] improves the policy even with few simulations, as learning from self-play needs.
// [Halving] spends its simulations to find the best move of the root, rather than to play good moves while searching.
//
// # Batches
//
// Evaluators that run on vector units or graphics processors take hardly longer for many positions than for one. With
// [Options.Batch] a search collects positions before it calls the evaluator. Simulations whose evaluation is pending
// count as visits of their moves already, and send the next ones elsewhere; [PUCT].VirtualLoss makes them count as
// losses. This is taken back when the evaluation arrives. Positions are evaluated as they stand on replicas of the
// game, for which it must be a [ply.Cloner].
//
// A synchronous search waits for each call, and is reproducible. With [Options.InFlight] it is asynchronous: several
// calls run at the same time, and [Options.Workers] goroutines go on collecting positions.
//
// # Values
//
// Values and results are numbers from -1 for a loss to 1 for a win; a draw is 0. The value of a position takes the view
// of the side that ToMove names in it, the result of a move the view of the side that plays it. Sides need not alternate.
//
// A proven win or loss has a [Result].Distance, as in package mcts: sooner wins and later losses are played.
//
// # Guarantees
//
// Every search leaves the game in the position in which it was, apart from moves played by [Tree.Play]. If a limit or the context
// ends a search, it returns its result so far without an error, and the Status says why it ended. If the evaluator returns an
// error, a value or a prior that is not allowed, or the wrong number of priors, the search ends with an error and the result so
// far; the tree can still be used. A panic of the game or of the evaluator ends the search with a [*ply.GamePanic] and the result
// so far; the game is then in an unknown position. A panic in [Options.Progress] reaches the caller.
//
// A synchronous search with the same [Options.Random] gives the same result, if neither the clock nor the context ends
// it and the evaluator is a function of the position.
//
// Hidden information and chance are not supported.
package puct
