// Package infoset searches games of imperfect information by sampling. Each simulation begins with a position drawn
// among those that the player to move cannot distinguish from the real one ([ply.Determinizer]), and continues as with
// perfect information; the methods differ in which statistics simulations share.
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
// node. [Determinized] is an older baseline: some positions are drawn, each is searched separately as if nothing were
// hidden, and the searches vote. It never plays to gain or hide information, and plans different moves in
// indistinguishable positions (strategy fusion: Frank and Basin, "Search in Games with Incomplete Information", 1998).
//
// The searches choose a move, not a mixed strategy: opponents that know the program can exploit it. Package
// [github.com/ply-search/ply/search/regret] finds equilibria of small games.
//
// # Good settings
//
// Begin with the zero value of [Options]; if outcomes vary in size, as in poker, set Scale to the greatest outcome.
// These are the results of other settings against it, in 1000 games of 300 simulations a move, sides exchanged: the
// share of points, to within 0.03, and in poker, with a Scale of 13, the chips won per game in 2000, to within 0.15:
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
// A game is a [ply.Game], [ply.Imperfect], [ply.Determinizer] and [ply.Cloner], a [ply.Multiplayer] or
// [ply.Adversarial], and, with positions of chance, a [ply.Stochastic]. The search never uses information hidden from
// the player to move: it draws on a clone before anything else. [SearchAfter] searches a game that is not a
// Determinizer: it lists the lines that agree with the player's observations, which must be few.
package infoset
