// Package rounds translates between the two ways to write a game in which players move at the same time.
//
//	result, err := regret.CFRPlus(ctx, rounds.Serialize(game), ply.Limits{}, 1e-3, regret.Options[Move]{})
//
// [Serialize] turns a [ply.Joint] game, in which a round is played at once, into a game in which the players of a round
// move one after the other without seeing each other's choices ([ply.Simultaneous]), for all searches of hidden
// information. [JointOf] is the inverse, for search/equilibrium and mcts/joint.
package rounds
