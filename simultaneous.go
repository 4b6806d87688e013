package ply

// A Simultaneous game has rounds in which several players move at the same time. In a [Game] they move one after the
// other, and none sees the choices of the others before the round ends: the game must be [Imperfect]. Nothing else is
// hidden: between two rounds all players know the position. A game that hides more, such as cards, is only Imperfect.
//
// Round returns the number of moves of the present round that were already made. It is 0 where no other move is waiting
// to be revealed: at the start, after a round, and in positions of chance.
//
// A game that is easier to write with joint moves can be a [Joint] game instead, of which [github.com/ply-search/ply/rounds.Serialize] makes a
// Simultaneous one. [github.com/ply-search/ply/rounds.JointOf] goes the other way.
//
// Laws:
//   - Round is 0 at the start, in positions of chance and in finished positions. After a move it is one more than
//     before, or 0.
//   - No player moves twice in a round.
//   - Who is to move, its moves, its information key and Round do not depend on the moves that were made in the round.
//   - Where Round is 0, a player that has the same key knows the position: the moves, who is to move, and the keys of
//     all players are the same.
type Simultaneous interface {
	Round() int
}

// A Joint game is played in rounds: in each, some players choose a move of their own, and the joint move is played at
// once. Searches that solve or sample whole rounds (search/equilibrium, mcts/joint) take it as it is, and all others in
// the form that [github.com/ply-search/ply/rounds.Serialize] gives it.
//
// Between two rounds the players see everything: all joint moves, and all that chance does. A game with positions of
// chance is [Stochastic] as well.
type Joint[M comparable] interface {
	// Players returns the number of players, as of a [Multiplayer] game.
	Players() int

	// MovesOf appends the moves among which player can choose, and returns the extended slice. It appends none if the
	// player does not take part in the present round, or for all players if the game is finished. In a position of
	// chance only the player [Chance] has moves, the outcomes.
	MovesOf(player int, dst []M) []M

	// PlayJoint plays a joint move: one move for each player that takes part in the round, in the order of the players'
	// numbers, or an outcome.
	PlayJoint(moves []M)

	// UndoJoint takes back the last joint move that was played and not yet taken back.
	UndoJoint(moves []M)

	// Outcomes sets the values of all players in a finished position, as in a [Multiplayer] game.
	Outcomes(values []int)
}
