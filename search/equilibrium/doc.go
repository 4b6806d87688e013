// Package equilibrium solves small two-player zero-sum games with simultaneous moves exactly, by linear programming.
//
//	result, err := equilibrium.Solve(ctx, game, ply.Limits{}, equilibrium.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Value, result.Moves[0], result.Probabilities[0]) // of player 0
//
// [Matrix] solves a game in which each player chooses once. [Solve] solves a [ply.Joint] game backwards from its end:
// the value of a position is the value of the matrix of the values after all joint moves or, in a position of chance,
// the expected value after its outcomes. A [ply.Simultaneous] game must be converted with [rounds.JointOf].
//
// For games that hide more than the moves of a round, such as card games, use package
// [github.com/ply-search/ply/search/regret]. That package also measures the exploitability of strategies in larger
// simultaneous games.
package equilibrium
