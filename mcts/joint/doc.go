// Package joint searches games with simultaneous moves by sampling. It grows a tree of joint moves in which each player
// has separate statistics of its moves (decoupled statistics), and returns a mixed strategy for each player.
//
//	result, err := joint.Search(ctx, game, ply.Limits{Time: time.Second}, joint.Options[Move]{Scale: 2}) // outcomes up to 2
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
// In zero-sum games of two players, the strategies of RegretMatching and Exp3 approach an equilibrium as the number of
// simulations grows (Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo Tree Search in Simultaneous Move
// Games", 2013). The strategies of decoupled UCT mostly do not approach one (Shafiei, Sturtevant and Schaeffer,
// "Comparing UCT versus CFR in Simultaneous Games", 2009). For small games, package
// [github.com/ply-search/ply/search/regret] measures how exploitable the strategies of a [Tree] are.
//
// UCT corresponds to the linearisation in the program of Vittaut 2017 (section 4.2.3): a player's statistics do not
// depend on the choices of other players in the round, and no playout begins between two choices of a round.
//
// # Requirements on a game
//
// A game is a [ply.Joint] and, if it has positions of chance, a [ply.Stochastic]. [rounds.JointOf] converts a game whose
// simultaneous moves are made in turn ([ply.Simultaneous]). Players may also take turns: such a move is a round with one
// player.
package joint
