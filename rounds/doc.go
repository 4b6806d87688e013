// Package rounds translates between the two ways to write a game in which players move at the same time.
//
// [Serialize] makes of a [ply.Joint] game, in which a round is played at once, a game in which the players of a round move one
// after the other without seeing each other's choices ([ply.Simultaneous]), which all searches of hidden information take.
// [JointOf] goes the other way, for searches that solve or sample whole rounds (search/equilibrium, mcts/joint).
package rounds
