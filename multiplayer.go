package ply

// A Multiplayer game is played by any number of players, numbered from 0. It need not be zero-sum.
//
// The value of a position is a vector with one number for each player. Each number is from -[MaxValue] to MaxValue.
// Each player prefers positions in which the player's own number is greater, regardless of the numbers of the other
// players.
//
// The players may move in any order, and a player may move several times in a row. If one player has no move, or is
// eliminated, while other players continue, either Moves must list a pass for that player or ToMove must skip the
// player.
//
// If a game of two players is zero-sum, it is better implemented as an Adversarial game, whose searches use this
// property.
//
// Laws:
//   - Players is at least 1 and does not change.
//   - 0 ≤ ToMove < Players or, in a [Stochastic] game, ToMove is [Chance]. ToMove depends only on the position.
//   - Outcomes sets all values, each from -MaxValue to MaxValue. It changes nothing that can be observed, and depends
//     only on the position.
//   - If the game is also Adversarial, it has two players. Outcomes gives the value Outcome to the player that ToMove
//     returns, and the negated Outcome to the other player.
type Multiplayer interface {
	// Players returns the number of players.
	Players() int

	// ToMove returns the player whose turn it is. In a finished position it may return any player.
	ToMove() int

	// Outcomes sets values[p] to the value of the present position for each player p. values has one element for each
	// player. Outcomes is called only in finished positions.
	Outcomes(values []int)
}

// A MultiplayerEvaluator estimates the value of the present position for each player, in finished and unfinished
// positions. Evaluations sets values[p] to the estimate for player p.
//
// Laws: Evaluations sets all values, each from -[MaxValue] to MaxValue. It changes nothing that can be observed, and
// depends only on the position. In a finished position it sets the same values as Outcomes.
type MultiplayerEvaluator interface {
	Evaluations(values []int)
}
