package ply

import "fmt"

// A Multiplayer game is played by any number of players, each of whom wants the most for itself. What one
// wins the others need not lose. The players are 0, 1, 2 and so on.
//
// Values are in the range of those of an [Adversarial] game, but each player has its own: the value of a
// position is a vector, of one number for each player. Players need not take turns. One who has no move, or is
// out of the game, while others play on must have a move to list, a pass, or not be asked.
//
// A game of two sides is better an Adversarial one: what one side wins there, the other loses, from which
// searches conclude much.
//
// Laws:
//   - Players is at least 1, and does not change.
//   - ToMove is at least 0 and less than Players, a function of the position, and restored by Undo.
//   - Outcomes sets all values, within the range, changes nothing that can be observed, and is a function of
//     the position.
//   - If the game is Adversarial as well, it has two players, and Outcomes gives Outcome to the one that ToMove
//     names, and the negative to the other.
type Multiplayer interface {
	// Players returns the number of players.
	Players() int

	// ToMove returns the player whose turn it is. In a finished position it may name any.
	ToMove() int

	// Outcomes sets values[p] to the value of the present position for player p, for all players. The
	// position is finished: it has no moves. Elsewhere it is not asked for.
	Outcomes(values []int)
}

// A MultiplayerEvaluator guesses the value of the present position, be it finished or not, for each player.
//
// Laws: Evaluations sets all values, within the range, changes nothing that can be observed, and is a function
// of the position; in a finished position it equals Outcomes.
type MultiplayerEvaluator interface {
	Evaluations(values []int)
}

// MultiplayerOf returns g's own [Multiplayer] if it is one, else that of two players which g is.
func MultiplayerOf(g Adversarial) Multiplayer {
	if m, ok := g.(Multiplayer); ok {
		return m
	}
	return twoSides{g}
}

type twoSides struct{ Adversarial }

func (g twoSides) Players() int { return 2 }

func (g twoSides) Outcomes(values []int) {
	side, value := g.ToMove(), g.Outcome()
	if side < 0 {
		panic(fmt.Sprintf("ToMove is %d in a finished position: want a side, not chance", side))
	}
	values[side], values[1-side] = value, -value
}
