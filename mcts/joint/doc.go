// Package joint searches games with simultaneous moves by sampling. It grows a tree of joint moves in which each player
// has statistics of that player's moves alone (decoupled statistics), and returns a mixed strategy for each player: a
// good move often depends on not being foreseen.
//
// # Which selection
//
//	to come close to an equilibrium      RegretMatching, Exp3
//	to win against weak players          UCT
//
// The strategies of [RegretMatching] and [Exp3] come closer to an equilibrium as simulations grow, in zero-sum games of
// two players (Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo Tree Search in Simultaneous Move
// Games", 2013). The strategies of decoupled [UCT] need not, and mostly do not (Shafiei, Sturtevant and Schaeffer,
// "Comparing UCT versus CFR in Simultaneous Games", 2009). Package [github.com/ply-search/ply/search/regret] measures
// how exploitable a tree is, for games that are small enough: a [Tree] is a policy of the serialized game.
//
// UCT is one of the linearisations of Vittaut 2017 (section 4.2.3), the one of his program: a player's statistics do
// not depend on the others' choices in the round, no playout begins between two choices, and the tree grows deeper
// once each move has been tried, not each joint move.
//
// # Requirements on a game
//
// A game is a [ply.Joint] and, if it has positions of chance, a [ply.Stochastic]. Of a serialized game
// ([ply.Simultaneous]) [rounds.JointOf] makes one. Players that move alone are rounds with one player, so games in which
// players sometimes take turns can be searched as well.
package joint
