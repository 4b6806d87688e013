// Package game makes games of ply from games in GDL, so that every search of the library can be used on them.
//
// [New] takes a compiled game ([circuit.Circuit]) and returns its [Rules]. [Rules.Traits] samples playouts to find the
// kind of the game. Each kind has a type with the capabilities that its searches need:
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
// In GDL all roles move at the same time, and a role whose turn it is not has a single legal move, such as noop. Here one
// player moves after the other: in each state the roles that have a choice, in their order, then the role random. Others
// make their only move. If no role has a choice, the first player is to move. In a game in which players take turns, a
// move is therefore a joint move of GDL.
//
// A state is final if it is terminal or if a role has no legal move, which GDL forbids.
//
// # Positions
//
// A position is the facts that hold and the moves already made in the present round. GDL demands that every match ends,
// so no position can occur twice in a match and the types are [ply.Acyclic]. Descriptions that break this rule break that
// law.
//
// The outcome of a player is twice the goal minus 100, so 50 points are even; with two sides it is the difference of the
// goals.
package game
