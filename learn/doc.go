// Package learn trains evaluations of positions from games. A game describes a position by numbers, called features,
// such as the number of men of each side ([Game].AppendFeatures). A [Model] computes a value from the features: as a
// weighted sum, or with a network that has hidden layers. [ForAlphaBeta], [ForExpectimax] and [ForPUCT] make evaluators
// of a model for the searches of these packages.
//
// [TrainOnline] trains a model on games that the model plays against itself. It suits games with chance, such as games
// of dice, and games of several players. [Train] trains a model on a set of games of any players, and suits games of
// two sides without chance.
//
// # How to train on a set of games
//
//	// 1. Games to train on, in a file, between two or more players, with random openings. An interrupted run can be continued.
//	notation := learn.Notation[*Game, Move]{Game: "checkers", New: newGame}
//	set, err := notation.SelfPlay(ctx, "games.jsonl", players, learn.SelfPlayOptions[Move]{Games: 600, Opening: 4})
//	// 2. Weights: at most 500 epochs of TD(0.9). Training stops when the loss on the games held out for validation
//	// has not fallen for 30 epochs. If it never falls, the error is ErrNothingLearned.
//	model, err := learn.NewModel(learn.Model{Game: "checkers", Inputs: 12, Hidden: []int{2}}, nil)
//	result, err := learn.Train(ctx, newGame, model, set, learn.Options[Move]{
//		TD: &learn.TD[Move]{Lambda: 0.9}, Epochs: 500, Validation: 0.1, Patience: 30,
//	})
//	err = result.Model.Save("weights.json")
//	// 3. A player that searches with the new weights, and a match that tells whether it is better than the old player.
//	player := learn.NewPlayer[*Game](result.Model, ply.Limits{}, 0, alphabeta.Options[Move]{Depth: 4})
//	match, err := arena.Match(ctx, arena.RandomOpening(4, newGame), player, old, arena.Options{
//		Games: 1000, Test: arena.SequentialTest{Elo0: 0, Elo1: 30},
//	})
//
// newGame returns a new game at its start.
//
// # Methods
//
// Training brings the value of each position closer to a target. By default the target is the result of the game
// (logistic regression). With [TD] it is a weighted mean of the values of later positions and the result: TD(λ) of
// Sutton 1988. If the moves of the games were chosen by searches, Baxter, Tridgell and Weaver (2000) call this method
// TD-directed(λ). In their TD-leaf(λ) ([TD].Leaf), a search from each position finds a line of best play, and the
// position at the end of that line is trained instead. [TrainOnline] computes the same targets for the positions after
// moves, as TD-Gammon does (Tesauro 1995), or better ones by a [Lookahead], which takes longer.
//
// # Numerics
//
// Vectors and L-BFGS come from gonum. Forward and backward passes are written for small networks: with a dozen
// features, the graphs of gorgonia and GoMLX would take longer than the arithmetic. [TrainOnline], and for
// [Sparse] games also [Train] with hidden layers and the evaluators, compute with numbers of 32 bits and skip features
// that are 0.
package learn
