// Package game makes games of ply from games that are described in GDL, so that every search of the library can be used
// on them.
//
// [New] takes a compiled game ([circuit.Circuit]) and returns its [Rules]. [Rules.Traits] finds out by playouts
// what kind of game it is, and each kind has a type with the capabilities that its searches need:
//
//	one player                                     [Solo]     search, montecarlo
//	two players, alternating, zero-sum             [Sides]    search/alphabeta, search/proof, mcts
//	the same with a role random, or one player     [Dice]     search/expectimax, mcts
//	any number of players, alternating             [Many]     mcts
//	several players who move at the same time      [Joint]    mcts/joint, search/equilibrium; others by rounds.Serialize
//	hidden information (GDL-II)                    [Hidden]   mcts/infoset, search/regret
//
// # Turns
//
// In GDL all roles move at the same time, and roles whose turn it is not have a single legal move, such as noop. In a
// game of ply one player moves after the other. In each state those roles are asked that have a choice, in the order of
// the roles, and the role random last; the others make their only move. Where no role has a choice, the first player is
// asked for its only move. So in a game in which players take turns, a move here is a joint move there.
//
// A state is final if it is terminal, or if a role has no legal move, which GDL forbids.
//
// # Positions
//
// A position is the facts that hold, and the moves that were already made in the present round. GDL demands that every
// match ends, whatever is played, so no position can occur twice in a match: the types declare themselves
// [ply.Acyclic]. A description that breaks this rule breaks that law.
//
// A finished position is worth twice the goal minus 100 to a player, so that 50 points are even, except in types for
// two sides, where it is worth the difference of the goals to the side.
package game
