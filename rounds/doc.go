// Package rounds converts between the two forms of a game in which players move at the same time: [ply.Joint] and
// [ply.Simultaneous].
//
//	result, err := regret.CFRPlus(ctx, rounds.Serialize(game), ply.Limits{}, 1e-3, regret.Options[Move]{})
//
// [Serialize] converts a [ply.Joint] game, in which the moves of a round are played together, into a [ply.Simultaneous]
// game, in which the players of a round move one after the other without seeing each other's choices. All searches of
// games with hidden information accept this form. [JointOf] converts in the other direction, for search/equilibrium and
// mcts/joint.
package rounds
