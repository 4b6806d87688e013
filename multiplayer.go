package ply

// A Multiplayer game is played by any number of players, numbered from 0. The game need not be zero-sum: one player's
// gain is not necessarily another's loss.
//
// The value of a position is a vector with one number for each player, in the range of the values of an [Adversarial]
// game. Each player prefers positions in which the player's own number is greater, regardless of the others.
//
// Players need not take turns. If a player has no move, or has been eliminated, while others play on, either Moves must
// list a pass for that player or ToMove must skip the player.
//
// A zero-sum game of two players is better implemented as an Adversarial game, whose searches use this property.
//
// Laws:
//   - Players is at least 1 and does not change.
//   - 0 ≤ ToMove < Players or, in a [Stochastic] game, ToMove is [Chance]; it depends only on the position.
//   - Outcomes sets all values, in range, changes nothing that can be observed, and depends only on the position.
//   - If the game is Adversarial as well, it has two players, and Outcomes sets the value of the player that ToMove
//     returns to Outcome, and the value of the other player to the negative.
type Multiplayer interface {
	// Players returns the number of players.
	Players() int

	// ToMove returns the player whose turn it is. In a finished position it may return any player.
	ToMove() int

	// Outcomes sets values[p] to the value of the present position for each player p. values has one element for each
	// player. Outcomes is called only in finished positions, which have no moves.
	Outcomes(values []int)
}

// A MultiplayerEvaluator estimates the value of the present position, finished or not, for each player. Evaluations
// sets values[p] to the estimate for player p.
//
// Laws: Evaluations sets all values, in the range of values, changes nothing that can be observed, and depends only on
// the position; in a finished position it equals Outcomes.
type MultiplayerEvaluator interface {
	Evaluations(values []int)
}
