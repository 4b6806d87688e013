// Package puct searches two-player and multiplayer games with an evaluator that returns a position's value and weights of
// its moves (priors), such as a neural network. It has no playouts: new positions of the tree are evaluated, many of them
// in one call of the evaluator.
//
//   - [Search] returns the best move in a position, with the statistics of all moves.
//   - [New] returns a [Tree], which is kept from one move of the game to the next.
//
// An [Evaluator] is a function. This one returns a draw and equal priors for every position:
//
//	func draw(ctx context.Context, leaves []*puct.Leaf[*Game, Move]) error {
//		for _, leaf := range leaves {
//			leaf.Value = 0 // a draw
//			for i := range leaf.Priors {
//				leaf.Priors[i] = 1
//			}
//		}
//		return nil
//	}
//
//	result, err := puct.Search(ctx, game, draw, ply.Limits{Nodes: 800}, puct.Options[Move]{})
//
// For games without an evaluator see package [github.com/ply-search/ply/mcts]. Games with imperfect information
// are errors.
//
// # Good settings
//
// Begin with the zero value of [Options], and set Bounds if the game is a [ply.Bounder] that knows many outcomes before
// the end of the game. A Reduction of 0.2 costs no time and often helps. The table has the scores of other settings
// against the zero value, from 0 to 1, with 200 simulations a move, in 200 games. Each opening of four random moves was
// played twice, with sides exchanged. Scores are accurate to within 0.07:
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
// The evaluator used the game's own evaluations of the positions after each move: the best evaluation as the value, and
// the softmax of all evaluations as the priors. If a network has more unequal priors, another C may be better; try half
// and twice the default.
//
// # How a simulation works
//
// From the root down, a simulation chooses moves by [Options.Selection] until it reaches a position outside the tree.
// That position is evaluated and gets a node with its moves and priors, and its value is added to the results of all
// moves on the path. In a finished position, the outcome replaces the evaluation. With [Options.Bounds], a value that
// follows from the game's bounds for the position, or for the positions after its moves, also replaces the evaluation.
//
// [PUCT] suits most purposes. [Gumbel] is for learning from self-play: its [Result].Policy improves on the priors even
// with few simulations. [Halving] compares the moves of the root after equal numbers of simulations. It finds the best
// move more reliably, but spends more simulations on inferior moves.
//
// # Batches
//
// On vector units or graphics processors, evaluating many positions takes little longer than evaluating one. With
// [Options.Batch] a search collects positions before it calls the evaluator. Simulations that wait for an evaluation
// already count as visits of their moves, which makes other simulations choose other moves; [PUCT].VirtualLoss makes them
// count as losses until the evaluation arrives. The evaluator gets replicas of the game, one for each position, so the
// game must be a [ply.Cloner].
//
// A synchronous search waits for each call, and is reproducible. With [Options.InFlight] it is asynchronous: several
// calls run at the same time, while [Options.Workers] goroutines collect positions.
//
// # Values
//
// Values and results are numbers from -1 for a loss to 1 for a win, with 0 for a draw: values for the side to move, and
// results for the side that plays the move. Sides need not alternate. A proven win or loss has a [Result].Distance, the
// number of plies to the end. Of several proven wins the search chooses the soonest; if all moves lose, it chooses the
// latest loss.
//
// # Transpositions
//
// With [Options.Transpositions], equal positions share a node. A search then needs fewer evaluations and less memory
// for the same number of simulations. In the table, searches with transpositions played 1000 games against searches
// without, with the same number of simulations a move, after four random moves (in Othello after six). The last column
// is the number of evaluations with transpositions, divided by the number without. The evaluator of Connect Four is the
// linear model of examples/connectfour; the other games have the same evaluators as in the first table:
//
//	                    simulations      score       evaluations
//	Connect Four            200       0.48 ± 0.01       0.88
//	Connect Four           1000       0.50 ± 0.01       0.75
//	Breakthrough 6 × 6      200       0.50 ± 0.01       0.98
//	Domineering 8 × 8       200       0.50 ± 0.01       0.86
//	Othello                 200       0.51 ± 0.01       0.97
//
// With 230 simulations against 200 in Connect Four, and 235 against 200 in Domineering, both searches needed the same
// number of evaluations. The scores were then 0.51 ± 0.02 and 0.52 ± 0.03, in 400 games each. After 100 000 simulations
// of the first position of Connect Four, Domineering and Othello, the trees had 0.65, 0.65 and 0.67 times as many
// positions.
//
// # Chance
//
// In a game with dice, each throw is a move of chance ([ply.Stochastic]). A position in which chance is to move is
// evaluated like any other, so a search that reaches the position after a move of a player evaluates it before the dice
// are thrown. The priors of the throws are their probabilities: after n simulations of a position, a throw with the
// probability p has had n·p simulations, rounded up or down. A bound that is proven for all throws is proven for the
// position. Values in a position of chance are for side 0.
//
// # Open loop
//
// If chance has many outcomes, or if several throws follow one another, a search meets most outcomes only once. It
// then knows little more than the evaluations of the positions after the outcomes. With [Options.OpenLoop], the
// outcomes share the nodes after them, and the results of moves are means over the outcomes. Twelve random games of
// three moves had a throw with a thousand outcomes after the first move. With 3000 simulations, an open loop found
// the best first move in all of them. A closed loop, which has a node for each outcome, found it in 5 games, about
// as often as by guessing. With three throws of ten outcomes each, the results were the same.
//
// An open loop chooses moves without regard to the outcome. If a player sees which of n numbers was drawn and must
// then name the number, an open loop assumes that the player is right in one of n cases. It therefore undervalues
// moves after which the right reply depends on the outcome. In games of 2048 with 100 simulations a move, a closed
// loop reached 11 200 ± 1800 points on average, and an open loop 8500 ± 1400. With 1000 simulations a move, they
// reached 33 200 ± 4900 and 40 700 ± 6500, a difference that 50 games do not prove.
//
// # Several players
//
// In a [ply.Multiplayer] game, the evaluator sets [Leaf].Values, a value for each player, and each player maximizes the
// player's own result: the mean of a move is over the results of the player who makes the move (max^n, Luckhardt and
// Irani 1986; by sampling, Sturtevant 2008). [Result].Means contains the mean results of all players. A Multiplayer game
// need not be zero-sum, so no values are proven in it, as with [Options].NoSolver. Games with chance can have several
// players, too; values in a position of chance are then for player 0.
//
// # Guarantees
//
// After a search, the game is in the same position as before; only [Tree.Play] changes the position. If a limit or the
// context ends a search, it returns the result so far, with a Status and no error. If the evaluator returns an error, an
// invalid value or prior, or the wrong number of priors, the search ends with an error and the result so far; the tree
// can still be used. A panic of the game or the evaluator ends the search with a [*ply.GamePanic] and the result so far;
// the game is then in an unknown position. A panic in [Options.Progress] reaches the caller.
//
// A synchronous search without a time limit gives the same result each time, if [Options.Random] is the same and the
// evaluator always returns the same values and priors for a position.
package puct
