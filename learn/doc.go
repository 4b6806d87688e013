// Package learn trains evaluations of positions from games, for any two-sided game that states features, such as each
// side's men, by an additional method ([Game]). A [Model] maps them to a value: a weighted sum, or a network with hidden
// layers. [ForAlphaBeta], [ForExpectimax] and [ForPUCT] evaluate positions by a model in the searches of these packages.
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
// By default, a position learns the result of its game (logistic regression). With [TD], it learns a mean of the
// values of later positions and the result, TD(λ) of Sutton 1988. If searches have chosen the moves, as in the sets of
// [Notation.SelfPlay] with players that search, Baxter, Tridgell and Weaver (2000) call this TD-directed(λ); their
// TD-leaf(λ) learns the position at the end of the line of best play that a search from each position finds.
//
// # Numerics
//
// Vectors and L-BFGS come from gonum. Graphs of gorgonia and GoMLX would cost more than all arithmetic of a dozen features.
package learn
