package ply

// A Simultaneous game has rounds in which several players move at the same time. In a [Game] they move one after the
// other, and none sees the choices of the others before the round ends: the game must be [Imperfect]. Nothing else is
// hidden: between two rounds all players know the position. A game that hides more, such as cards, is only Imperfect.
//
// Round returns the number of moves already made in the present round. It is 0 when no move is waiting to be revealed:
// at the start, after a round, and in positions of chance.
//
// A game that is easier to write with joint moves can be a [Joint] game, which
// [github.com/ply-search/ply/rounds.Serialize] makes Simultaneous. [github.com/ply-search/ply/rounds.JointOf] is the
// inverse.
//
// Laws:
//   - Round is 0 at the start, in positions of chance and in finished positions. A move adds one or sets it to 0.
//   - No player moves twice in a round.
//   - The player to move, its moves, its information key and Round do not depend on the moves made in the round.
//   - If Round is 0, a player's key determines the position: moves, player to move, and keys of all players.
type Simultaneous interface {
	Round() int
}

// A Joint game is played in rounds: in each, some players choose a move, and the joint move is played at once. Searches
// that solve or sample whole rounds (search/equilibrium, mcts/joint) take it directly, all others in the form that
// [github.com/ply-search/ply/rounds.Serialize] gives it.
//
// Between two rounds the players see everything: all joint moves and outcomes. With positions of chance it is
// [Stochastic].
type Joint[M comparable] interface {
	// Players returns the number of players, as in a [Multiplayer] game.
	Players() int

	// MovesOf appends the moves among which player can choose, and returns the extended slice. It appends none if the
	// player does not take part in the present round, or for all players if the game is finished. In a position of chance
	// only the player [Chance] has moves, the outcomes.
	MovesOf(player int, dst []M) []M

	// PlayJoint plays an outcome, or a joint move: one move for each player in the round, in the order of their numbers.
	PlayJoint(moves []M)

	// UndoJoint takes back the last joint move that was played and not yet taken back.
	UndoJoint(moves []M)

	// Outcomes sets the values of all players in a finished position, as in a [Multiplayer] game.
	Outcomes(values []int)
}
