// Package joint searches games with simultaneous moves by sampling. It grows a tree of joint moves in which each player
// has statistics of that player's moves alone (decoupled statistics), and returns a mixed strategy for each player: a
// good move often depends on not being foreseen.
//
//	result, err := joint.Search(ctx, game, ply.Limits{Time: time.Second}, joint.Options[Move]{Scale: 2}) // the greatest outcome
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Moves[0], result.Probabilities[0]) // the strategy of player 0
//
// A [Tree] is kept from one round to the next.
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
// UCT is the linearisation that the program of Vittaut 2017 uses (section 4.2.3): a player's statistics do not depend on the
// others' choices in the round, no playout begins between two choices, and the tree grows deeper once each move, not each
// joint move, has been tried.
//
// # Requirements on a game
//
// A game is a [ply.Joint] and, if it has positions of chance, a [ply.Stochastic]. [rounds.JointOf] converts a serialized game
// ([ply.Simultaneous]). A round may have a single player, so games in which players sometimes take turns can be searched, too.
package joint
