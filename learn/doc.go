// Package learn trains evaluations of positions from games, for any game of two sides that states features.
//
// A game states its features by one method more ([Featurer]), such as how many men each side has. A [Model] makes a value
// of them: a weighted sum, or a network with hidden layers. An [Evaluator] evaluates positions by a model in the searches
// of packages alphabeta and expectimax, [ForPUCT] in those of package puct.
//
// # How to train
//
//	// 1. Games to learn from: two players or more, openings by chance.
//	set, err := learn.SelfPlay(ctx, newGame, players, learn.SelfPlayOptions[Move]{Games: 600, Opening: 4})
//	// 2. Weights: 200 readings of the set by TD(0.9).
//	model, err := learn.NewModel("checkers", 12, []int{2}, nil)
//	result, err := learn.Train(ctx, newGame, model, set, learn.Options[Move]{Method: learn.TD, Lambda: 0.9, Readings: 200})
//	// 3. A player that searches by the new weights, and a match that says whether it is better.
//	player := learn.NewPlayer(learn.PlayerOptions[Move]{Model: result.Model, Search: alphabeta.Options[Move]{Depth: 4}})
//	err = result.Model.Save("weights.json")
//
// newGame returns a new game at its start.
//
// # Methods
//
// A position teaches the model the value that it should have had ([Options].Method):
//
//   - [Results]: the result of the game, as the evaluations of chess programs are tuned (logistic regression).
//   - [TD]: a mean of the values of the positions that came later and of the result, TD(λ) of Sutton 1988. Where searches
//     have chosen the moves, as in the sets of [SelfPlay] with players that search, Baxter, Tridgell and Weaver (2000)
//     call this TD-directed(λ).
//   - [TDLeaf]: the same for the position at the end of the line of best play that a search from each position finds, TD-leaf(λ) of
//     the same authors.
//
// # Numerics
//
// Vectors and L-BFGS are those of gonum, the numerical library of the field; gorgonia and GoMLX build graphs for models
// of a million weights, and would cost an evaluation of a dozen features more than all of its arithmetic.
package learn
