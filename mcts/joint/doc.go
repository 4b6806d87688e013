// Package joint searches games with simultaneous moves by sampling. It grows a tree of joint moves in which each
// player has separate statistics of its moves (decoupled statistics), and returns a mixed strategy for each player, to
// be unpredictable.
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
// In zero-sum games of two players, the strategies of [RegretMatching] and [Exp3] approach an equilibrium as
// simulations grow (Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo Tree Search in Simultaneous Move
// Games", 2013). The strategies of decoupled [UCT] mostly do not (Shafiei, Sturtevant and Schaeffer, "Comparing UCT
// versus CFR in Simultaneous Games", 2009). For small games, package [github.com/ply-search/ply/search/regret]
// measures how exploitable a tree is: a [Tree] is a policy of the serialized game.
//
// UCT is the linearisation that the program of Vittaut 2017 uses (section 4.2.3): a player's statistics do not depend on the
// others' choices in the round, no playout begins between two choices, and the tree grows deeper once each move, not each
// joint move, has been tried.
//
// # Requirements on a game
//
// A game is a [ply.Joint] and, with positions of chance, a [ply.Stochastic]. [rounds.JointOf] converts a serialized
// game ([ply.Simultaneous]). A single move is a round with one player, so players may also take turns.
package joint
