// Package learn trains evaluations of positions from games, for any game of two sides that states features.
//
// A game states its features by one method more ([Game]), such as how many men each side has. A [Model] makes a value
// of them: a weighted sum, or a network with hidden layers. [ForAlphaBeta], [ForExpectimax] and [ForPUCT] evaluate positions
// by a model in the searches of these packages.
//
// # How to train
//
//	// 1. Games to learn from, in a file: two players or more, openings by chance. A run that was interrupted goes on.
//	notation := learn.Notation[*Game, Move]{Game: "checkers", New: newGame}
//	set, err := notation.SelfPlay(ctx, "games.jsonl", players, learn.SelfPlayOptions[Move]{Games: 600, Opening: 4})
//	// 2. Weights: at most 500 epochs of TD(0.9), until games that are held out are not understood better. If
//	// they never are, the error is ErrNothingLearned.
//	model, err := learn.NewModel("checkers", 12, []int{2}, nil) // 12 features, a hidden layer of 2 units
//	result, err := learn.Train(ctx, newGame, model, set, learn.Options[Move]{
//		TD: &learn.TD[Move]{Lambda: 0.9}, Epochs: 500, Validation: 0.1, Patience: 30,
//	})
//	err = result.Model.Save("weights.json")
//	// 3. A player that searches by the new weights, and a match that says whether it is better.
//	player := learn.NewPlayer[*Game](result.Model, ply.Limits{}, 0, alphabeta.Options[Move]{Depth: 4})
//	match, err := arena.Match(ctx, arena.RandomOpening(4, newGame), player, old, arena.Options{
//		Games: 1000, Test: arena.SequentialTest{Elo0: 0, Elo1: 30},
//	})
//
// newGame returns a new game at its start.
//
// # Methods
//
// A position teaches the model the value that it should have had. By default that is the result of the game, as the
// evaluations of chess programs are tuned (logistic regression). With [TD], it is a mean of the values of the positions
// that came later and of the result, TD(λ) of Sutton 1988. Where searches have chosen the moves, as in the sets of
// [Notation.SelfPlay] with players that search, Baxter, Tridgell and Weaver (2000) call this TD-directed(λ); their
// TD-leaf(λ) takes the position at the end of the line of best play that a search from each position finds.
//
// # Numerics
//
// Vectors and L-BFGS come from gonum, the numerical library of the field; gorgonia and GoMLX build graphs for models of
// a million weights, and would cost an evaluation of a dozen features more than all of its arithmetic.
package learn
