// Package infoset searches games of hidden information by sampling. Each simulation begins with a position drawn
// among the positions that the player to move cannot tell from the real one ([ply.Determinizer]), and goes on as
// in a search of perfect information; the methods differ in which statistics the simulations share.
//
//	result, err := infoset.Search(ctx, game, ply.Limits{Time: time.Second}, infoset.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	game.Play(result.Move)
//
// # Whose view
//
//	players decide by their own information                   MultipleObserver
//	opponents are taken to know what this player knows        SingleObserver
//	all players see everything                                Determinized
//
// [MultipleObserver] and [SingleObserver] are information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse,
// "Information Set Monte Carlo Tree Search", 2012): positions in which the observer has the same information share one
// node. [Determinized] is the older way, as a baseline: some positions are drawn, each is searched by itself as if
// nothing were hidden, and the searches vote. It never plays to gain or to hide information, and it plans different moves in
// positions that it cannot tell apart (strategy fusion; Frank and Basin, "Search in Games with Incomplete Information", 1998).
//
// The searches choose a move, not a mixed strategy: opponents that know the program can exploit it. Package
// [github.com/ply-search/ply/search/regret] finds equilibria of small games.
//
// # Good settings
//
// Begin with the zero value of [Options]. If outcomes differ in size, as in poker, set Scale to the greatest outcome. The table
// has the results of other settings against this one: the share of points in 1000 games with 300 simulations a move, sides
// exchanged, within 0.03; in poker, with a Scale of 13, the chips won per game in 2000 games, within 0.1 or 0.15:
//
//	                    Phantom tic-tac-toe  Liar's dice  Goofspiel, 6 cards  Leduc poker
//	SingleObserver             0.52             0.58            0.48             -0.06
//	Determinized               0.25             0.15            0.45             -1.1
//	Exploration: 0.35          0.49             0.49            0.48              0.2
//	Exploration: 1.4           0.49             0.46            0.46             -0.2
//	no Scale                                                                     -2.0
//
// With 1000 simulations SingleObserver wins 0.53 and 0.56 in the first two games, and loses 0.3 chips in poker.
//
// # Requirements on a game
//
// A game is a [ply.Game], [ply.Imperfect], a [ply.Determinizer] and a [ply.Cloner]; and it is a [ply.Multiplayer] or a
// [ply.Adversarial]. If it has positions of chance, it is a [ply.Stochastic]. The search never looks at information
// hidden from the player to move: it draws on a clone before anything else.
//
// A game that is not a Determinizer is searched by [SearchAfter], which lists the lines that agree with the player's
// observations; it serves as long as they are few.
package infoset
