package ply

// A Simultaneous game has rounds in which several players move at the same time. As a [Game], it lets these players
// move one after the other, and no player sees the choices of the other players before the round ends; the game must be
// [Imperfect]. Nothing else is hidden: between two rounds, all players know the position. A game that hides more, such
// as cards, is Imperfect but not Simultaneous.
//
// Round returns the number of moves already made in the present round. It is 0 if no move is waiting to be revealed: at
// the start, after a round, and in positions of chance.
//
// A game that is easier to write with joint moves can be a [Joint] game, which
// [github.com/ply-search/ply/rounds.Serialize] converts into a Simultaneous game.
// [github.com/ply-search/ply/rounds.JointOf] converts in the other direction.
//
// Laws:
//   - Round is 0 at the start, in positions of chance and in finished positions. A move increases Round by one or sets
//     Round to 0.
//   - No player moves twice in a round.
//   - Three things depend on how many moves were made in the round, but not on which moves: Round, the player to move,
//     and the moves and information key of this player.
//   - If Round is 0, the information key of any player determines the position: the moves, the player to move, and the
//     keys of all players.
type Simultaneous interface {
	Round() int
}

// A Joint game is played in rounds. In each round, some players each choose a move, and these moves are played together
// as a joint move. Searches that work on whole rounds (search/equilibrium, mcts/joint) search a Joint game directly.
// For all other searches, convert it with [github.com/ply-search/ply/rounds.Serialize].
//
// Between two rounds, all players know all joint moves and outcomes of chance so far. A Joint game with positions of
// chance is [Stochastic].
type Joint[M comparable] interface {
	// Players returns the number of players, as in a [Multiplayer] game.
	Players() int

	// MovesOf appends to dst the moves that the given player can choose in the present round, and returns the extended
	// slice. It appends nothing if the player does not take part in the round, or if the game is finished. In a
	// position of chance, it appends the outcomes if the argument player is [Chance], and nothing for any other player.
	MovesOf(player int, dst []M) []M

	// PlayJoint plays a joint move: one move for each player who takes part in the round, in the order of their
	// numbers. In a position of chance, the slice contains a single outcome.
	PlayJoint(moves []M)

	// UndoJoint takes back the last joint move that was played and not yet taken back.
	UndoJoint(moves []M)

	// Outcomes sets values[p] to the value of a finished position for each player p, as in a [Multiplayer] game.
	Outcomes(values []int)
}
